/** What the failure of one try says: whether another is worth while, and what the person is told when none is. */
import { isServiceError, ServiceError } from "../../foundation/base-error.js";

export interface JudgedFailure {
  /** Nobody knows whether it arrived. */
  readonly isUnknown: boolean;
  /** Whether another try is made by itself. */
  readonly isWorthATry: boolean;
  /** The wait that the service asks for (ms). */
  readonly asked: number;
}

export function judgeFailure(error: unknown): JudgedFailure {
  if (!isServiceError(error)) return { isUnknown: false, isWorthATry: false, asked: 0 };
  const {
    outcomeUnknown,
    status,
    retryAfterMs = 0,
  } = error as Partial<{
    readonly outcomeUnknown: boolean;
    readonly status: number;
    readonly retryAfterMs: number;
  }>;
  // The service, or what stands before it, takes nothing now; any other refusal is an answer.
  const isOutage = error.retryable && (status === 0 || status === 429 || (status ?? 0) >= 502);
  const isUnknown = outcomeUnknown === true;
  return { isUnknown, isWorthATry: isUnknown || isOutage, asked: retryAfterMs };
}

export function letGo(): ServiceError {
  return new ServiceError("The message was let go before it was accepted: it was discarded, or the person changed.", {
    code: "aborted",
  });
}

export function notThere(id: string): ServiceError {
  return new ServiceError(`There is no unsent message ${JSON.stringify(id)} to try again. It may be sent by now.`, {
    code: "message_unknown",
  });
}
