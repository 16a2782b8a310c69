import { isServiceError, ServiceError, type ServiceErrorFacts } from "../../foundation/base-error.js";
import { isRecord } from "./read-fields.js";

/** Error of a chat: the turn failed, the stream broke off, or the handler refused (`protocol.md` §7.10). */
export class ChatError extends ServiceError {
  /** Checks brand and name, as `ServiceApiError` does. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isServiceError(value) && value.name === "ChatError";
  }

  /** The HTTP status, where an answer had one. */
  readonly status: number | undefined;

  constructor(message: string, facts: ServiceErrorFacts & { readonly status?: number | undefined }) {
    super(message, facts);
    this.name = "ChatError";
    this.status = facts.status;
  }
}

/** The `{code, message}` of an `event: error` frame as an error. */
export function toChatError(value: unknown): ChatError {
  const facts = isRecord(value) ? value : {};
  const code = typeof facts["code"] === "string" ? facts["code"] : "chat_error";
  const message = typeof facts["message"] === "string" ? facts["message"] : "The chat failed and did not say why.";
  return new ChatError(message, { code, retryable: facts["retryable"] === true });
}
