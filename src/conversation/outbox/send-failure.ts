/** Meaning of a failed attempt: whether a retry is worthwhile, and the person's message when it is not. */
import { isServiceError, ServiceError } from "../../foundation/base-error.js";

export interface JudgedFailure {
  /** The outcome is unknown. */
  readonly isUnknown: boolean;
  /** Whether another try is made by itself. */
  readonly isWorthATry: boolean;
  /** Whether the service refused the message itself, so that the same message is refused again. */
  readonly isRefused: boolean;
  /** The wait that the service asks for (ms). */
  readonly asked: number;
}

/** Statuses about the message, or about what this person may do. A sign-in, a plan or another state can end the others. */
const refusals: readonly number[] = [400, 403, 413, 415, 422];

export function judgeFailure(error: unknown): JudgedFailure {
  if (!isServiceError(error)) return { isUnknown: false, isWorthATry: false, isRefused: false, asked: 0 };
  const {
    outcomeUnknown,
    status,
    retryAfterMs = 0,
    isForeign,
  } = error as Partial<{
    readonly outcomeUnknown: boolean;
    readonly status: number;
    readonly retryAfterMs: number;
    readonly isForeign: boolean;
  }>;
  // The service, or a proxy before it, is unavailable; any other refusal is final.
  const isOutage = error.retryable && (status === 0 || status === 429 || (status ?? 0) >= 502);
  const isUnknown = outcomeUnknown === true;
  // An intermediary with a lower limit refuses the same message again, too.
  const isFinal = isForeign !== true || status === 413;
  const isRefused = !error.retryable && isFinal && refusals.includes(status ?? 0);
  return { isUnknown, isWorthATry: isUnknown || isOutage, isRefused, asked: retryAfterMs };
}

export function letGo(): ServiceError {
  return new ServiceError("The message was dropped before it was accepted: it was discarded, or the person changed.", {
    code: "aborted",
  });
}

export function notThere(id: string): ServiceError {
  return new ServiceError(`There is no unsent message ${JSON.stringify(id)} to try again. It may be sent by now.`, {
    code: "message_unknown",
  });
}
