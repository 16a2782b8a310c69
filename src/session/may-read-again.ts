import { isServiceError } from "../foundation/base-error.js";
import { isForeignAnswer } from "../wire/protocol/api-error.js";

/**
 * Whether to repeat a failed read of a list or a panel: the error is retryable, or another server answered. A 404 page
 * comes from a host without the proxy, and its developer should see it at once.
 */
export function mayReadAgain(error: unknown): boolean {
  return isForeignAnswer(error) ? isPassing(error) : isServiceError(error) && error.retryable;
}

/** How often (ms) a list or panel whose answer was of another server is read again: a captive portal reports no end. */
const againMs = 15_000;

/** The interval of reads after an error; false for none. */
export function readAgainAfter(error: unknown): number | false {
  return isForeignAnswer(error) && isPassing(error) && againMs;
}

function isPassing(error: unknown): boolean {
  return (error as { readonly status?: unknown }).status !== 404;
}
