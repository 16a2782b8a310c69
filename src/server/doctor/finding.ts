/** The doctor's findings as data; `render` turns them into text for a terminal. */

/** Subject of a check. */
export type CheckName =
  | "address"
  | "handler"
  | "service"
  | "version"
  | "key"
  | "sign-in"
  | "people"
  | "conversation"
  | "caching"
  | "origins"
  | "respond"
  | "stop"
  | "resume"
  | "identity"
  | "send"
  | "stream"
  | "buffering"
  | "compression"
  | "heartbeats"
  | "time-out"
  | "proxy";

/**
 * `fault`: it does not work, or is not safe. `warning`: it works, and may not be meant so. `unknown`: it could not be
 * looked at, or not for long enough.
 */
export type Outcome = "ok" | "warning" | "fault" | "unknown";

/** One result of `verifyChatEndpoint`. */
export interface Finding {
  readonly check: CheckName;
  readonly outcome: Outcome;
  /** The observation, with its address. */
  readonly message: string;
  /** The change to make, or how to find out more. */
  readonly advice?: string;
}

export const ok = (check: CheckName, message: string): Finding => ({ check, outcome: "ok", message });

export const fault = (check: CheckName, message: string, advice: string): Finding => ({
  check,
  outcome: "fault",
  message,
  advice,
});

export const warning = (check: CheckName, message: string, advice: string): Finding => ({
  check,
  outcome: "warning",
  message,
  advice,
});

export const unknown = (check: CheckName, message: string, advice: string): Finding => ({
  check,
  outcome: "unknown",
  message,
  advice,
});
