/**
 * Reads the model's steps from a turn's log: each step with its text and calls, and their results. Used for ended
 * turns and for the earlier part of the running turn.
 */
import type { SessionEvent } from "@service/sdk/protocol";
import type { AssistantModelMessage, JSONValue, ModelMessage, ToolResultPart } from "ai";
import { pastCalls } from "../engine/past-calls.js";
import { isRecord } from "../sessions/is-record.js";
import { maxToolNameLength, isToolName, plainToolName } from "../tools/tool-name.js";
import type { ToolCall, ToolResult } from "../tools/tool.js";

/** Written after a model's step and before its calls, so that the log groups the calls of each step. */
export const stepEndType = "agent.model.usage";

export interface ModelStep {
  readonly texts: readonly string[];
  readonly calls: readonly ToolCall[];
  /** The model's own message with its provider's metadata; the log has only its text and calls. */
  readonly said?: AssistantModelMessage;
}

export interface ModelSteps {
  readonly steps: readonly ModelStep[];
  /** By the id of the call. */
  readonly results: ReadonlyMap<string, ToolResult>;
  /** Number of steps that the model has ended. */
  readonly ended: number;
}

/** Reads the steps of one turn's events, oldest first. Events of another agent are read as steps too. */
export function readSteps(events: readonly SessionEvent[]): ModelSteps {
  const steps: OpenStep[] = [];
  for (const { type, payload } of events) if (isRecord(payload)) readers[type]?.(steps, payload);
  const ended = steps.filter(({ isEnded }) => isEnded).length;
  return { steps: steps.map(({ texts, calls }) => ({ texts, calls })), results: pastCalls(events).outcomes, ended };
}

interface OpenStep {
  readonly texts: string[];
  readonly calls: ToolCall[];
  /** Calls after the end of a step belong to it; without an end, the calls before the first result do. */
  isEnded: boolean;
  hasResult: boolean;
}

const readers: Readonly<Record<string, (steps: OpenStep[], payload: Readonly<Record<string, unknown>>) => void>> = {
  "agent.message.completed": (steps, payload) => speakingStep(steps).texts.push(textOf(payload)),
  [stepEndType]: (steps) => {
    speakingStep(steps).isEnded = true;
  },
  "agent.toolCall.created": readCall,
  "agent.toolCall.output": (steps) => {
    const last = steps.at(-1);
    if (last !== undefined) last.hasResult = true;
  },
};

function readCall(steps: OpenStep[], { id, name, arguments: given }: Readonly<Record<string, unknown>>): void {
  if (typeof id !== "string" || typeof name !== "string") return;
  if (steps.some(({ calls }) => calls.some((call) => call.id === id))) return;
  const last = steps.at(-1);
  const step = last === undefined || (last.hasResult && !last.isEnded) ? begin(steps) : last;
  step.calls.push({ id, name, arguments: given });
}

/** The step that text belongs to: text after calls, or after the end of a step, begins another. */
function speakingStep(steps: OpenStep[]): OpenStep {
  const last = steps.at(-1);
  return last === undefined || last.isEnded || last.calls.length > 0 ? begin(steps) : last;
}

function begin(steps: OpenStep[]): OpenStep {
  const step = { texts: [], calls: [], isEnded: false, hasResult: false };
  steps.push(step);
  return step;
}

/** A text too large for the log is represented by its beginning. */
export function textOf({ text, preview }: Readonly<Record<string, unknown>>): string {
  if (typeof text === "string") return text;
  return typeof preview === "string" ? preview : "";
}

/** The steps as messages for the model: never a call without a result. */
export function messagesOf({ steps, results }: Pick<ModelSteps, "steps" | "results">): ModelMessage[] {
  return steps.flatMap((step) => {
    const said = withNames(step.said ?? saidIn(step));
    if (said.content.length === 0) return [];
    if (step.calls.length === 0) return [said];
    const content = step.calls.map(({ id, name }): ToolResultPart => ({
      type: "tool-result",
      toolCallId: id,
      toolName: nameFor(name),
      output: outputOf(results.get(id)),
    }));
    return [said, { role: "tool", content }];
  });
}

/** Providers refuse a request for one name of an earlier call that is none of theirs. */
function nameFor(name: string): string {
  return isToolName(name) ? name : plainToolName(name).slice(0, maxToolNameLength) || "tool";
}

function withNames(said: AssistantModelMessage): AssistantModelMessage {
  if (typeof said.content === "string") return said;
  const content = said.content.map((part) =>
    part.type === "tool-call" && part.providerExecuted !== true ? { ...part, toolName: nameFor(part.toolName) } : part,
  );
  return { ...said, content };
}

function saidIn({ texts, calls }: ModelStep): AssistantModelMessage {
  const words = texts.filter((text) => text !== "").map((text) => ({ type: "text" as const, text }));
  const wanted = calls.map(({ id, name, arguments: given }) => ({
    type: "tool-call" as const,
    toolCallId: id,
    toolName: name,
    // Providers accept only objects; the model may have sent another value.
    input: isRecord(given) ? given : {},
  }));
  return { role: "assistant", content: [...words, ...wanted] };
}

function outputOf(result: ToolResult | undefined): ToolResultPart["output"] {
  if (result === undefined) {
    return { type: "error-text", value: "Nothing is known of this call: its turn ended before it did." };
  }
  // The value is from the log, so it is JSON.
  const value = (result.output ?? null) as JSONValue;
  return { type: result.failed === true ? "error-json" : "json", value };
}
