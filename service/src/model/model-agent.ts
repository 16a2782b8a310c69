/**
 * An agent with a language model, reached through the AI SDK.
 *
 * Its state is the log: an attempt that continues after a decision reads the model's steps and the results of its
 * calls there, and asks for the next step. Its tools are the session's own and `ask_user`.
 */
import type { LanguageModel, streamText } from "ai";
import { AgentFailure, type Agent, type AgentModel, type AgentStep, type AgentTurn } from "../agent/agent.js";
import type { AgentTool } from "../tools/tool.js";
import { isToolName } from "../tools/tool-name.js";
import { askUser } from "./ask-user.js";
import { messagesOf, readSteps } from "./model-steps.js";
import { modelStep } from "./model-step.js";
import { readHistory } from "./read-history.js";
import { settleCalls } from "./settle-calls.js";
import { systemPrompt } from "./system-prompt.js";
import { promptMessage } from "./user-message.js";

/** A model that sessions and messages may choose. */
export interface ModelOffer extends AgentModel {
  /** A model of any provider package of the AI SDK, or a model id of its gateway. */
  readonly model: LanguageModel;
  /**
   * `providerOptions` of the AI SDK for a choice. Required where more than one effort or latency is offered, as each
   * provider has its own names for them. @default nothing
   */
  readonly providerOptions?: (choice: ModelChoice) => ProviderOptions;
}

/** The caller's choice for a turn. */
export interface ModelChoice {
  readonly reasoningEffort: string;
  readonly latencyMode: string;
}

/** Options for a model's provider, by the provider's name. */
export type ProviderOptions = NonNullable<Parameters<typeof streamText>[0]["providerOptions"]>;

interface CommonOptions {
  /** Instructions in every session, after its workspace's `agentInstructions`, before its own. @default nothing */
  readonly instructions?: string;
  /** Most steps of the model in one turn, in all attempts together. @default 20 */
  readonly maxSteps?: number;
  /** Size of the history for the model: the newest turns that fit. @default 200_000 (characters) */
  readonly maxHistoryCharacters?: number;
  /** Name of the agent in `/v1/config/client`. @default "model" */
  readonly name?: string;
  /**
   * Called with the error of the model's provider, unchanged; the session's log gets a sentence without keys and
   * addresses.
   * @default nothing
   */
  readonly onError?: (error: unknown) => void;
}

/** One `model`, offered under its own id, or several `models`, of which the first is the default. */
export type ModelAgentOptions = CommonOptions &
  (
    | { readonly model: LanguageModel; readonly models?: undefined }
    | { readonly models: readonly ModelOffer[]; readonly model?: undefined }
  );

/**
 * Makes an agent that answers with a language model and calls the session's tools for it. It gives sessions no title.
 *
 * @throws {TypeError} without a model, and for one whose efforts or latencies would have no effect; {RangeError} when a
 *   number is out of range.
 *
 * @example
 * const agent = createModelAgent({ model, instructions: "You help the customers of a boat yard." });
 * const service = await createEmbeddedService({ agent });
 */
export function createModelAgent(options: ModelAgentOptions): Agent {
  const { name = "model", maxSteps = 20, maxHistoryCharacters = 200_000 } = options;
  const offers = offersOf(options);
  if (!Number.isInteger(maxSteps) || maxSteps < 1) {
    throw new RangeError(`maxSteps is ${maxSteps}. Give a whole number from 1.`);
  }
  if (!(maxHistoryCharacters >= 0)) {
    throw new RangeError(`maxHistoryCharacters is ${maxHistoryCharacters}. Give a number from 0.`);
  }
  const bounds = { maxSteps, maxHistoryCharacters };
  return {
    name,
    models: offers.map(({ model: _model, providerOptions: _options, ...told }) => told),
    run: (turn, signal) => runTurn({ ...options, ...bounds, offers }, turn, signal),
  };
}

/** @throws {TypeError} */
function offersOf({ model, models }: ModelAgentOptions): readonly [ModelOffer, ...ModelOffer[]] {
  const [first, ...others] = models ?? (model === undefined ? [] : [{ id: idOf(model), model }]);
  // Checked here for scripts without types, which would otherwise fail in each turn.
  if (first === undefined || [first, ...others].some((offer) => (offer.model as unknown) === undefined)) {
    throw new TypeError(
      "createModelAgent needs a `model`, or `models` that have one: of a provider's package, or its id.",
    );
  }
  for (const { id, reasoningEfforts = [], latencyModes = [], providerOptions } of [first, ...others]) {
    if (providerOptions !== undefined || Math.max(reasoningEfforts.length, latencyModes.length) < 2) continue;
    throw new TypeError(
      `The model ${id} offers efforts or latencies but has no \`providerOptions\` to pass the choice on. Add \`providerOptions\`.`,
    );
  }
  return [first, ...others];
}

function idOf(model: LanguageModel): string {
  return typeof model === "string" ? model : model.modelId;
}

interface Settled extends CommonOptions {
  readonly offers: readonly [ModelOffer, ...ModelOffer[]];
  readonly maxSteps: number;
  readonly maxHistoryCharacters: number;
}

async function* runTurn(
  { offers, instructions, maxSteps, maxHistoryCharacters, onError = () => undefined }: Settled,
  turn: AgentTurn,
  signal: AbortSignal,
): AsyncGenerator<AgentStep, void, void> {
  const { model, providerOptions } = offers.find(({ id }) => id === turn.model) ?? offers[0];
  const { reasoningEffort, latencyMode } = turn;
  const settings = providerOptions?.({ reasoningEffort, latencyMode });
  const tools = await toolsOf(turn);
  const history = await readHistory(turn, maxHistoryCharacters);
  const before = [...history.messages, await promptMessage(turn)];
  const system = await systemPrompt(turn, instructions);
  const past = readSteps(turn.past);
  const steps = [...past.steps];
  const results = new Map(past.results);
  const ids = new Set([...history.callIds, ...steps.flatMap(({ calls }) => calls.map(({ id }) => id))]);
  let faults: ReadonlyMap<string, string> = new Map();

  for (let asked = past.ended; ; asked += 1) {
    const last = steps.at(-1);
    if (last?.calls.length === 0) return;
    if (last !== undefined && !(yield* settleCalls({ turn, tools, faults, results }, last.calls))) return;
    if (asked >= maxSteps) return yield* sayStopped(maxSteps);
    const messages = [...before, ...messagesOf({ steps, results })];
    const idFor = (given: string) => freshId(given, turn, ids);
    const ended = yield* modelStep({ model, settings, turn, system, messages, tools, signal, idFor, onError });
    steps.push(ended.step);
    faults = ended.faults;
  }
}

/**
 * A tool of the session replaces ours of the same name.
 *
 * @throws {AgentFailure} `tool_name_invalid` for a tool of the host's that no provider takes.
 */
async function toolsOf(turn: AgentTurn): Promise<readonly AgentTool[]> {
  const tools = await turn.tools();
  const unfit = tools.find(({ name }) => !isToolName(name));
  if (unfit !== undefined) {
    throw new AgentFailure(
      `The tool "${unfit.name.slice(0, 200)}" has a name that models do not take. Give it one of 1 to 64 letters, digits, "_" and "-" in its tool source.`,
      { code: "tool_name_invalid" },
    );
  }
  return tools.some(({ name }) => name === askUser.name) ? tools : [...tools, askUser];
}

/** Some servers number calls from the start in each answer: `call_0`, `functions.list:1`. */
const isCounted = (id: string) => /(?:^|[^A-Za-z0-9])\d{0,4}$/.test(id);

/** The model's id of a call if it is unique in the session; else an id derived from it. */
function freshId(given: string, { turnId }: AgentTurn, ids: Set<string>): string {
  const isOwn = !isCounted(given) && !ids.has(given);
  const id = isOwn ? given : `${given}-${turnId.slice(0, 8)}-${ids.size}`;
  ids.add(id);
  return id;
}

async function* sayStopped(maxSteps: number): AsyncGenerator<AgentStep, void, void> {
  const times = maxSteps === 1 ? "once" : `${maxSteps} times`;
  yield {
    type: "text",
    text: `I stop here: the model was asked ${times}, the most for one message. Write to have me go on.`,
  };
  yield { type: "message" };
}
