/** One step of the model: one request, its streamed text, and its calls for the turn to make. */
import {
  jsonSchema,
  streamText,
  tool,
  type AssistantModelMessage,
  type LanguageModel,
  type LanguageModelUsage,
  type ModelMessage,
  type TextStreamPart,
  type ToolSet,
} from "ai";
import { AgentFailure, type AgentStep, type AgentTurn } from "../agent/agent.js";
import { pause } from "../pause.js";
import type { AgentTool, ToolCall } from "../tools/tool.js";
import { isRetryable, modelFailure } from "./model-failure.js";
import { stepEndType, type ModelStep } from "./model-steps.js";

export interface StepOptions {
  readonly model: LanguageModel;
  /** Provider options beside the messages. */
  readonly settings: Parameters<typeof streamText>[0]["providerOptions"];
  readonly turn: AgentTurn;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly AgentTool[];
  readonly signal: AbortSignal;
  /** An id for a call of the model's that no other call of the session has. */
  readonly idFor: (given: string) => string;
  readonly onError: (error: unknown) => void;
}

export interface EndedStep {
  readonly step: ModelStep;
  /** Calls whose arguments are none, by their id. */
  readonly faults: ReadonlyMap<string, string>;
}

/** Delays before a failed request is retried, while none of its answer has arrived (ms). */
const retryDelays = [1_000, 4_000] as const;

/** @throws {AgentFailure} `model_failed`, `model_refused` or `model_output_cut`. */
export async function* modelStep(options: StepOptions): AsyncGenerator<AgentStep, EndedStep, void> {
  const { turn, signal, onError } = options;
  for (let tries = 0; ; tries += 1) {
    const answer: Answer = { hasBegun: false, texts: [], calls: [], faults: new Map(), finishReason: "other" };
    try {
      const said = yield* follow(options, answer);
      assertAnswered(answer);
      return { step: { texts: answer.texts, calls: answer.calls, ...said }, faults: answer.faults };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AgentFailure) throw error;
      onError(error);
      const delay = retryDelays[tries];
      if (answer.hasBegun || delay === undefined || !isRetryable(error)) throw modelFailure(error);
      await pause(turn.clock, delay, signal);
    }
  }
}

/** The step so far. */
interface Answer {
  hasBegun: boolean;
  finishReason: string;
  readonly texts: string[];
  readonly calls: ToolCall[];
  readonly faults: Map<string, string>;
}

async function* follow(
  { model, settings, system, messages, tools, signal, idFor }: StepOptions,
  answer: Answer,
): AsyncGenerator<AgentStep, Pick<ModelStep, "said">, void> {
  const result = streamText({
    model,
    ...(system !== "" && { system }),
    ...(settings !== undefined && { providerOptions: settings }),
    messages: [...messages],
    tools: toolSet(tools),
    abortSignal: signal,
    // Retried here, by the turn's clock; the error is reported to the operator only.
    maxRetries: 0,
    onError: () => undefined,
  });
  for await (const part of result.fullStream) {
    if (part.type === "error") throw part.error;
    take(answer, part, idFor);
    const step = told(part);
    if (step !== null) yield step;
  }
  signal.throwIfAborted();
  const [said] = (await result.response).messages;
  return said?.role === "assistant" ? { said: withIds(said, answer.calls) } : {};
}

function take(answer: Answer, part: TextStreamPart<ToolSet>, idFor: StepOptions["idFor"]): void {
  if (part.type === "text-delta") answer.texts.push(part.text);
  if (part.type === "finish-step") answer.finishReason = part.finishReason;
  // One that the provider makes itself is none of ours.
  if (part.type === "tool-call" && part.providerExecuted !== true) takeCall(answer, part, idFor(part.toolCallId));
  answer.hasBegun ||= ["text-delta", "reasoning-delta", "tool-call"].includes(part.type);
}

function told(part: TextStreamPart<ToolSet>): AgentStep | null {
  if (part.type === "text-delta") return { type: "text", text: part.text };
  if (part.type === "text-end") return { type: "message" };
  if (part.type === "reasoning-delta") return { type: "reasoning", text: part.text };
  if (part.type !== "finish-step") return null;
  return { type: "event", eventType: stepEndType, payload: usageOf(part.usage) };
}

/** Tools without a way to run them: the turn makes the calls. */
function toolSet(tools: readonly AgentTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ]),
  );
}

interface GivenCall {
  readonly toolName: string;
  readonly input: unknown;
  readonly invalid?: boolean | undefined;
}

function takeCall({ calls, faults }: Answer, { toolName, input, invalid }: GivenCall, id: string): void {
  calls.push({ id, name: toolName, arguments: input });
  if (invalid !== true || typeof input !== "string") return;
  faults.set(id, `${toolName} was called with arguments that are no JSON. Call it again with an object of arguments.`);
}

/** The model's own message, under the ids that its calls have in the log. */
function withIds(said: AssistantModelMessage, calls: readonly ToolCall[]): AssistantModelMessage {
  if (typeof said.content === "string") return said;
  const ids = calls.map(({ id }) => id);
  const content = said.content.map((part) => {
    if (part.type !== "tool-call" || part.providerExecuted === true) return part;
    return { ...part, toolCallId: ids.shift() ?? part.toolCallId };
  });
  return { ...said, content };
}

function usageOf({ inputTokens, outputTokens }: LanguageModelUsage): object {
  return { inputTokens: inputTokens ?? null, outputTokens: outputTokens ?? null };
}

function assertAnswered({ finishReason, hasBegun, texts, calls }: Answer): void {
  if (finishReason === "content-filter") {
    throw new AgentFailure("The model's provider does not let it answer this. Ask in another way.", {
      code: "model_refused",
    });
  }
  if (texts.join("").trim() !== "" || calls.length > 0) return;
  if (finishReason === "length") {
    throw new AgentFailure("The model reached its output limit before it wrote any text. Ask for less at once.", {
      code: "model_output_cut",
    });
  }
  if (finishReason === "error" || (!hasBegun && finishReason === "other")) {
    throw new AgentFailure("The model's answer broke off before it said anything. Try again.", {
      code: "model_failed",
      retryable: true,
    });
  }
}
