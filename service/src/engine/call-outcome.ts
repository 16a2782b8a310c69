/**
 * Converts a call's result to an event and back. The agent receives only what the log has, so every attempt at the
 * turn receives the same.
 */
import { cutUtf8 } from "../sessions/bound-payload.js";
import { isRecord } from "../sessions/is-record.js";
import type { EventDraft } from "../store/records.js";
import type { ToolResult } from "../tools/tool.js";
import type { AttemptOptions } from "./attempt-options.js";
import { draftOf } from "./write-step.js";

/** As much of the message of a failure that is too large (bytes). */
const messageBytes = 4_096;

/**
 * The event of an ended call. A result larger than an event is represented by its beginning, a failed one as failed.
 */
export function draftOutcome(options: AttemptOptions, id: string, { output, failed = false }: ToolResult): EventDraft {
  const draft = (told: object) => draftOf(options, "agent.toolCall.output", { id, ...told, ...(failed && { failed }) });
  const whole = draft({ output });
  const { truncation } = isRecord(whole.payload) ? whole.payload : {};
  const { message, code } = isRecord(output) ? output : {};
  if (!failed || truncation === undefined || typeof message !== "string") return whole;
  const short = { isError: true, message: cutUtf8(message, messageBytes), ...(typeof code === "string" && { code }) };
  return draft({ output: short, truncation });
}

/** The result for the agent: one with `truncation` is a beginning. */
export function readOutcome(payload: unknown): ToolResult {
  const { output, preview, truncation, failed } = isRecord(payload) ? payload : {};
  const told = truncation === undefined ? output : { ...(isRecord(output) ? output : { preview }), truncation };
  return { output: told, failed: failed === true };
}
