import { isServiceError } from "./base-error.js";

export const wentWrong = "Something went wrong. Try again.";

/** Codes whose messages are for developers: an answer or a stream has another form than the protocol's. */
const forDevelopers: ReadonlySet<string> = new Set([
  "event_malformed",
  "history_malformed",
  "payload_malformed",
  "response_malformed",
  "stream_gap",
  "stream_silent",
  "stream_timeout",
  "frame_too_large",
]);

/** The sentence of an error that a person may read. */
export function personsWords(error: Error): string {
  return isServiceError(error) && forDevelopers.has(error.code) ? wentWrong : error.message;
}
