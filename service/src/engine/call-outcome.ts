/**
 * Converts a call's result to an event and back. The agent receives only what the log has, so every attempt at the
 * turn receives the same.
 */
import { AgentFailure } from "../agent/agent.js";
import { cutUtf8 } from "../sessions/bound-payload.js";
import { isRecord } from "../sessions/is-record.js";
import type { EventDraft } from "../store/records.js";
import { refusedCall, type ToolOutcome, type ToolResult } from "../tools/tool.js";
import type { AttemptOptions } from "./attempt-options.js";
import { draftOf } from "./write-step.js";

/** As much of the message of a failure that is too large (bytes). */
const messageBytes = 4_096;

/**
 * The events of an ended call and of its effects. A result that is no JSON is a failed one of a call that was made: as a
 * fault it would have the call made again.
 */
export function draftsOfOutcome(
  options: AttemptOptions,
  id: string,
  { events = [], ...result }: ToolOutcome,
): { readonly ended: EventDraft; readonly effects: readonly EventDraft[] } {
  try {
    const effects = events.map(({ type, payload }) => draftOf(options, type, payload));
    return { ended: draftOutcome(options, id, result), effects };
  } catch (error) {
    if (!(error instanceof AgentFailure)) throw error;
    return { ended: draftOutcome(options, id, notRecorded), effects: [] };
  }
}

const notRecorded = refusedCall(
  "The call was made, but its result cannot be kept: it is no JSON, or it nests too deep.",
  "tool_result_invalid",
);

/**
 * The event of an ended call. A result larger than an event is represented by its beginning, a failed one as failed.
 */
function draftOutcome(options: AttemptOptions, id: string, { output, failed = false }: ToolResult): EventDraft {
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
