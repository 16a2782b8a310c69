/**
 * How a call went, as an event of the log and back. The agent is given what the log holds and nothing more, so that each
 * attempt at the turn is given the same.
 */
import { cutUtf8 } from "../sessions/bound-payload.js";
import { isRecord } from "../sessions/is-record.js";
import type { EventDraft } from "../store/records.js";
import type { ToolResult } from "../tools/tool.js";
import type { AttemptOptions } from "./attempt-options.js";
import { draftOf } from "./write-step.js";

/** As much of the message of a failure that is too large (bytes). */
const messageBytes = 4_096;

/** The event of a call that has ended. What is larger than an event may be is told by its beginning, a failure as one. */
export function draftOutcome(options: AttemptOptions, id: string, { output, failed = false }: ToolResult): EventDraft {
  const draft = (told: object) => draftOf(options, "agent.toolCall.output", { id, ...told, ...(failed && { failed }) });
  const whole = draft({ output });
  const { truncation } = isRecord(whole.payload) ? whole.payload : {};
  const { message, code } = isRecord(output) ? output : {};
  if (!failed || truncation === undefined || typeof message !== "string") return whole;
  const short = { isError: true, message: cutUtf8(message, messageBytes), ...(typeof code === "string" && { code }) };
  return draft({ output: short, truncation });
}

/** What the agent is given of such an event: a result with `truncation` is a beginning. */
export function readOutcome(payload: unknown): ToolResult {
  const { output, preview, truncation, failed } = isRecord(payload) ? payload : {};
  const told = truncation === undefined ? output : { ...(isRecord(output) ? output : { preview }), truncation };
  return { output: told, failed: failed === true };
}
