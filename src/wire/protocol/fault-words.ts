import { wentWrong } from "../../foundation/persons-words.js";

/** Texts for people about failures that they cannot resolve. */
export const unreachable = "We couldn't reach the server. Try again.";
export const tookTooLong = "This took too long. Try again.";
export const signInFirst = "Sign in first.";
export const unavailable = "This isn't available right now.";

export const tooLarge = "This is too large to send. Shorten it and try again.";
export const tooManyRequests = "Too many requests in a short time. Wait a little, then try again.";

/** Words by the status of an intermediary's response. */
const words: Readonly<Record<number, string>> = {
  0: unreachable,
  401: signInFirst,
  403: unavailable,
  404: unavailable,
  408: tookTooLong,
  413: tooLarge,
  414: tooLarge,
  429: tooManyRequests,
  502: unreachable,
  503: unreachable,
  504: unreachable,
};

/** The words of an answer that brings none. @param status 0 when there was no answer */
export function faultWords(status: number): string {
  // Networks between page and host have statuses of their own for a host that does not answer.
  return words[status] ?? (status >= 520 && status <= 530 ? unreachable : wentWrong);
}
