import { isServiceError } from "../foundation/base-error.js";
import { isForeignAnswer } from "../wire/protocol/api-error.js";

/**
 * Whether to repeat a failed read of a list or a panel: the error is retryable, or another server answered. A 404 page
 * comes from a host without the proxy, and its developer should see it at once.
 */
export function mayReadAgain(error: unknown): boolean {
  if (isForeignAnswer(error)) return (error as { readonly status?: unknown }).status !== 404;
  return isServiceError(error) && error.retryable;
}
