import {
  fileResourceOf,
  isServiceError,
  ServiceError,
  type FileResource,
  type SessionEvent,
} from "@service/sdk/protocol";
import { AgentFailure, type AgentStep, type AgentTurn } from "../agent/agent.js";
import { maxPayloadBytes, utf8Length } from "../sessions/bound-payload.js";
import { isTooDeep } from "../sessions/json-depth.js";
import { askPerson, completeTurn, failTurn, writeFirstOutput } from "../sessions/run-turn.js";
import type { TurnRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { unlessAborted } from "../unless-aborted.js";
import { askedOf } from "./asked-of.js";
import type { AttemptOptions, Working } from "./attempt-options.js";
import { changeHeld } from "./change-held.js";
import { listedTools, type Equipped } from "./listed-tools.js";
import { isLost } from "./lost.js";
import { createTurnWriter, type TurnWriter } from "./turn-writer.js";
import { turnTools } from "./turn-tools.js";
import { within } from "./within.js";
import { draftOf, orStepInvalid, writeStep } from "./write-step.js";

/** One run of a turn's agent, from its start to whatever ends it. */
export interface Attempt {
  /** Resolves when nothing more will be written; rejects only when the store fails. */
  readonly ended: Promise<void>;
  /** Resolves with the first output that is written, or with the end. Never rejects. */
  readonly spoken: Promise<void>;
  /** Whether output was written, or is being written. */
  hasSpoken(): boolean;
  /** Writes the agent's output so far. */
  flush(): Promise<void>;
  /** Stops the agent and writes nothing more. The turn itself is ended, or left, by the caller. */
  stop(): void;
  /** Stops the agent, but writes the results of its tool calls that finish within `lastCallsMs`. */
  close(): void;
}

/** How long a closing attempt waits for its calls (ms): more than an MCP server may take to end its session. */
const lastCallsMs = 3_000;

const deltaTypes = ["agent.message.delta", "agent.reasoning.delta", "sandbox.command.output.delta"];

export function startAttempt(options: AttemptOptions): Attempt {
  const { clock, turn } = options;
  const controller = new AbortController();
  let hasSpoken = turn.hasOutput;
  let speak = (): void => undefined;
  const firstOutput = new Promise<void>((resolve) => {
    speak = resolve;
  });
  const onOutput = () => {
    hasSpoken = true;
    speak();
  };
  // Aborts with the store's own error, so that it is reported and the turn is not retried at once.
  const writer = writerFor(options, { onOutput, onFault: (error) => controller.abort(error) });
  const cancelLimit = clock.after(Math.min(options.maxTurnMs, longestTimer), () => controller.abort(timedOut(options)));
  const calls = new Set<Promise<unknown>>();
  const ended = run(options, { writer, signal: controller.signal, calls })
    .catch(async (error: unknown) => {
      if (error === closing) return within(Promise.allSettled(calls), lastCallsMs, clock);
      // The turn was ended or claimed by another process, which has written its end.
      if (error === stopped || isLost(error)) return;
      throw error;
    })
    .finally(() => {
      cancelLimit();
      speak();
    });
  return {
    ended,
    spoken: firstOutput,
    hasSpoken: () => hasSpoken,
    flush: () => writer.flush(),
    stop: () => controller.abort(stopped),
    close: () => controller.abort(closing),
  };
}

/** Abort reason of a turn that another process has ended or claimed. */
const stopped = new Error("The attempt was stopped: its turn has ended or moved to another process.");
/** Abort reason of a process that closes. */
const closing = new Error("The attempt was stopped: its process is closing.");

/** Timers of the platform overflow above this (ms). */
const longestTimer = 2_147_000_000;

/** Reports the limit to the operator. Returns the abort reason, which fails the turn. */
function timedOut({ onError, maxTurnMs, turn }: AttemptOptions): AgentFailure {
  const message = `Turn ${turn.id} was stopped after ${maxTurnMs} ms. Raise maxTurnMs if answers need longer.`;
  onError(new ServiceError(message, { code: "turn_timed_out" }));
  return new AgentFailure("The answer took too long and was stopped. Try again.", {
    code: "turn_timed_out",
    retryable: true,
  });
}

async function run(options: AttemptOptions, working: Working): Promise<void> {
  const { writer, signal } = working;
  const equipped = { ...working, listed: listedTools(options, working) };
  const { store, lease, cause, turn } = options;
  const turnId = turn.id;
  try {
    const ask = await followAgent(options, equipped);
    assertAskFits(ask);
    const asked = await askedOf(options, equipped, ask?.approvals ?? []);
    const last = { turnId, events: await writer.takeRest() };
    signal.throwIfAborted();
    await changeHeld(store, lease, (state) =>
      ask === null
        ? completeTurn(state, cause(), last, writer.output())
        : askPerson(state, cause(), last, { ...ask, ...asked }),
    );
  } catch (error) {
    if (!(error instanceof AgentFailure)) throw error;
    const last = { turnId, events: await writer.takeRest() };
    const { message, code, retryable } = error;
    await changeHeld(store, lease, (state) => failTurn(state, cause(), last, { error: message, code, retryable }));
  }
}

/** Writes the agent's steps until it ends (null) or asks a person. Does not wait for an agent that ignores its signal. */
async function followAgent(options: AttemptOptions, working: Equipped): Promise<(AgentStep & { type: "ask" }) | null> {
  const { writer, signal } = working;
  signal.throwIfAborted();
  const steps = options.agent.run(await turnFor(options, working), signal);
  try {
    for (;;) {
      const step = await unlessAborted(nextStep(steps, options, signal), signal);
      if (step === null || step.type === "ask") return step;
      await writeStep(options, writer, step);
    }
  } finally {
    steps.return().catch(() => undefined);
  }
}

/** A question that is cut to fit could not be answered, and one that asks nothing would be waited for without end. */
function assertAskFits(ask: (AgentStep & { type: "ask" }) | null): void {
  if (ask === null) return;
  const { approvals = [], questions = [] } = ask;
  if (approvals.length + questions.length === 0) {
    throw new AgentFailure("The agent asked a person, but without a question or an approval.", { code: "ask_empty" });
  }
  const parts: unknown[] = [approvals, ...questions];
  // Approvals name their arguments twice.
  const texts = parts.map((part) => orStepInvalid(() => JSON.stringify(part)));
  // The payload adds three levels to a part.
  if (texts.every((text) => utf8Length(text) * 2 + 4_096 <= maxPayloadBytes && !isTooDeep(`[[[${text}]]]`))) return;
  throw new AgentFailure("The agent's question or approval is too large. Ask for less at once.", {
    code: "ask_too_large",
  });
}

async function nextStep(
  steps: AsyncGenerator<AgentStep>,
  { onError }: AttemptOptions,
  signal: AbortSignal,
): Promise<AgentStep | null> {
  try {
    const { done, value } = await steps.next();
    return done === true ? null : value;
  } catch (error) {
    const isStopped = isLost(error) || (signal.aborted && error === signal.reason);
    if (error instanceof AgentFailure || isStopped) throw error;
    onError(error);
    throw new AgentFailure("The agent failed unexpectedly. Try again.", {
      code: "agent_failed",
      retryable: true,
    });
  }
}

function writerFor(
  options: AttemptOptions,
  { onOutput, onFault }: { readonly onOutput: () => void; readonly onFault: (error: unknown) => void },
): TurnWriter {
  const { store, session, lease, turn, cause, clock, delta } = options;
  let hasOutput = turn.hasOutput;
  return createTurnWriter({
    clock,
    limits: delta,
    draft: (type, payload) => draftOf(options, type, payload),
    async write(events) {
      if (hasOutput) return void (events.length > 0 && (await store.appendEvents(session.id, lease, events)));
      hasOutput = true;
      onOutput();
      await store.changeSession(session.id, { lease }, (state) =>
        writeFirstOutput(state, cause(), { turnId: turn.id, events }),
      );
    },
    onFault,
  });
}

async function turnFor(options: AttemptOptions, working: Equipped): Promise<AgentTurn> {
  const { store, session, clock, readFile, saveFile, models } = options;
  // Records of an older version have no `extra`.
  const turn: TurnRecord = { ...options.turn, extra: (options.turn.extra as TurnRecord["extra"] | undefined) ?? {} };
  const past = turn.attempts > 1 ? await readPast(store, session.id, turn.id) : [];
  return {
    sessionId: session.id,
    turnId: turn.id,
    prompt: turn.prompt,
    modelContext: turn.modelContext,
    annotations: listOf(turn, "annotations"),
    ...models.choose(turn.extra, session.settings),
    agentInstructions: options.agentInstructions,
    files: filesOfTurn(turn),
    readFile: (fileId) => readFile(session, fileId),
    saveFile: (file) => saveFile(session, file).catch(asAgentFailure),
    settings: session.settings,
    title: session.title,
    goal: async () => (await store.getSession(session.id))?.goal ?? null,
    clock,
    past,
    ...turnTools(options, working, past),
    history: async (before, limit) =>
      (await store.readEvents(session.id, { before, limit, take: "newest", excludeTypes: deltaTypes })).events,
  };
}

function filesOfTurn(turn: TurnRecord): FileResource[] {
  return listOf(turn, "resources").flatMap((resource) => fileResourceOf(resource) ?? []);
}

function listOf({ extra }: TurnRecord, name: string): readonly unknown[] {
  const list = extra[name];
  return Array.isArray(list) ? list : [];
}

/** A file that the service refuses ends the turn of the agent that made it. */
function asAgentFailure(error: unknown): never {
  if (!isServiceError(error)) throw error;
  throw new AgentFailure(error.message, { code: error.code });
}

async function readPast(store: Store, sessionId: string, turnId: string): Promise<SessionEvent[]> {
  const past: SessionEvent[] = [];
  for (;;) {
    const after = past.at(-1)?.sequence ?? 0;
    const page = await store.readEvents(sessionId, { after, limit: 500, turnId, excludeTypes: deltaTypes });
    past.push(...page.events);
    if (!page.hasMore) return past;
  }
}
