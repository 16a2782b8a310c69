/**
 * Describes a provider's error for a session's log: never in the provider's words, which may quote a key or an
 * address.
 */
import { AgentFailure } from "../agent/agent.js";
import { isRecord } from "../sessions/is-record.js";

/** Whether the same request may succeed a moment later. */
export function isRetryable(error: unknown): boolean {
  const { isRetryable: said, statusCode } = factsOf(error);
  if (typeof said === "boolean" || statusCode !== null)
    return said === true || statusCode === 429 || isFault(statusCode);
  // The AI SDK's other errors are of how it is set up; anything else is a connection that broke.
  return !(error instanceof Error && error.name.startsWith("AI_"));
}

export function modelFailure(error: unknown): AgentFailure {
  const retryable = isRetryable(error);
  return new AgentFailure(wordsFor(factsOf(error).statusCode, retryable), { code: "model_failed", retryable });
}

function wordsFor(status: number | null, retryable: boolean): string {
  if (status === 401 || status === 403) {
    return `The model's provider refused the service's key or rights (status ${status}). Whoever runs the service can mend it.`;
  }
  if (status === 429) return "The model's provider takes no more requests for now (status 429). Try again later.";
  if (isFault(status)) return `The model's provider has a fault of its own (status ${status}). Try again.`;
  if (status !== null && status >= 400) return `The model's provider did not take the request (status ${status}).`;
  if (retryable) return "The model was not reached, or its answer broke off. Try again.";
  return "The model could not be asked: it is not set up as it must be. Whoever runs the service can mend it.";
}

const isFault = (status: number | null) => status !== null && status >= 500;

/** By its fields and not its class, as each provider package may bring its own copy of that. */
function factsOf(error: unknown): { readonly isRetryable: unknown; readonly statusCode: number | null } {
  const { isRetryable: said, statusCode } = isRecord(error) ? error : {};
  return { isRetryable: said, statusCode: typeof statusCode === "number" ? statusCode : null };
}
