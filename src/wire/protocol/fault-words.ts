import { wentWrong } from "../../foundation/persons-words.js";

/** Texts for people about failures that they cannot resolve. */
export const unreachable = "We can't reach the server. Try again.";
export const tookTooLong = "This took too long. Try again.";
export const signInFirst = "Sign in first.";
export const unavailable = "This isn't available right now.";

/** The words of an answer that brings none. @param status 0 when there was no answer */
export function faultWords(status: number): string {
  if (status === 408) return tookTooLong;
  if (status === 401) return signInFirst;
  if (status === 403 || status === 404) return unavailable;
  return status === 0 || (status >= 502 && status <= 504) ? unreachable : wentWrong;
}
