/**
 * An agent whose prompts are scripts: `ana:3 t2 c a q f`. Its output begins with the prompt's name, so that its owner
 * is known.
 */
import type { Agent, AgentStep, AgentTool, AgentTurn, ToolSource } from "../../../service/src/app.js";
import { AgentFailure } from "../../../service/src/app.js";
import { answerOf, decisionOf } from "../../../service/src/agent/decisions-of.js";
import { pause } from "../../../service/src/pause.js";
import type { Draw } from "./random.js";

/** A call that was made, in the order in which they were. */
export interface MadeCall {
  readonly sessionId: string;
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}

/**
 * Text in pieces · a pause · a call · a failed call · a call after an approval · two of them · a question · one that expires · a failure ·
 * reasoning · a call without approval · two calls with other arguments than the approved ones · an approval and a question.
 */
const ops = ["t", "w", "c", "d", "a", "b", "q", "e", "f", "r", "x", "y", "z", "m"] as const;
type Op = (typeof ops)[number];

export function drawScript({ upTo, weighted }: Draw): string {
  const op = () =>
    weighted<string>([
      [8, `t${1 + upTo(4)}`],
      [2, `w${[5, 300, 4_000, 40_000][upTo(4)]}`],
      [3, "c"],
      [2, "d"],
      [4, "a"],
      [1, "b"],
      [2, "q"],
      [2, `e${[40, 1_200, 8_000][upTo(3)]}`],
      [1, "f"],
      [1, "x"],
      [1, "y"],
      [1, "z"],
      [2, "m"],
      [1, "r"],
    ]);
  return Array.from({ length: 1 + upTo(3) }, op).join(" ");
}

export const scriptAgent: Agent = {
  name: "script",
  async *run(turn, signal) {
    const [name = "", ...words] = turn.prompt.split(" ");
    // Everything before its last request is in the log.
    const past = JSON.stringify(turn.past.map(({ payload }) => payload));
    const asked = words.findLastIndex(
      (_, index) => past.includes(callId(turn, index)) && /^[abqeyzm]/.test(words[index] ?? ""),
    );
    for (const [index, word] of words.entries()) {
      // A call is asked for in each attempt, and made in one.
      if (index < asked && word !== "c" && word !== "d") continue;
      const act = acts[word[0] as Op];
      if (act) yield* act({ turn, signal, name, count: Number(word.slice(1)), id: callId(turn, index) });
    }
  },
};

interface Act {
  readonly turn: AgentTurn;
  readonly signal: AbortSignal;
  readonly name: string;
  readonly count: number;
  readonly id: string;
}

type Steps = AsyncGenerator<AgentStep, void, void>;

const acts: Readonly<Record<Op, (act: Act) => Steps>> = {
  async *t({ turn, signal, name, count }) {
    for (let piece = 0; piece < count; piece += 1) {
      if (piece > 0) await pause(turn.clock, 70, signal);
      yield { type: "text", text: `${name}.${piece} ` };
    }
    yield { type: "message" };
  },
  async *w({ turn, signal, count }) {
    await pause(turn.clock, count, signal);
    yield* [];
  },
  async *r({ name }) {
    yield { type: "reasoning", text: `${name} thinks` };
  },
  async *c({ turn, name, id }) {
    await turn.callTool({ id, name: "look_up", arguments: { of: name } });
    yield* [];
  },
  async *d({ turn, name, id }) {
    await turn.callTool({ id, name: "look_up", arguments: { of: name, fails: true } });
    yield* [];
  },
  a: (act) => withApproval(act, [act.id]),
  b: (act) => withApproval(act, [`${act.id}1`, `${act.id}2`]),
  // A call without an approval, and one with other arguments than those that were approved: both must be refused.
  async *x({ turn, name, id }) {
    await turn.callTool({ id, name: "refund", arguments: { for: name, id } });
    yield* [];
  },
  y: (act) => withApproval(act, [act.id], { other: "all of it" }),
  // Here the log has no call yet, so only the approval names the arguments.
  z: (act) => withApproval(act, [act.id], { other: "all of it", isUntold: true }),
  // An approval and a question at once.
  async *m({ turn, name, id }) {
    const call = { id: `${id}1`, name: "refund", arguments: { for: name } };
    const asked = `${id}2`;
    const decision = decisionOf(turn.past, call.id);
    if (decision === null && answerOf(turn.past, asked) === null) yield { type: "tool", ...call };
    if (decision === null || answerOf(turn.past, asked) === null) {
      const approvals = decision === null ? [call] : [];
      const questions = answerOf(turn.past, asked) === null ? [questionOf(name, asked, null)] : [];
      return yield { type: "ask", approvals, questions };
    }
    if (decision.decision === "approve") await turn.callTool(call);
    yield { type: "text", text: `${name} has both` };
    yield { type: "message" };
  },
  q: (act) => question(act, null),
  e: (act) => question(act, act.count || 8_000),
  async *f({ name }) {
    yield { type: "text", text: `${name} fails` };
    throw new AgentFailure(`${name} failed.`, { code: "script_failed" });
  },
};

interface Approving {
  /** Arguments of the call in place of the approved ones. */
  readonly other?: string;
  /** Whether the calls are not announced before the approval is requested. */
  readonly isUntold?: boolean;
}

async function* withApproval(
  { turn, name }: Act,
  ids: readonly string[],
  { other, isUntold = false }: Approving = {},
): Steps {
  const calls = ids.map((id) => ({ id, name: "refund", arguments: { for: name, id } }));
  const open = calls.filter(({ id }) => decisionOf(turn.past, id) === null);
  if (open.length === calls.length && !isUntold) for (const call of calls) yield { type: "tool", ...call };
  if (open.length > 0) return yield { type: "ask", approvals: open };
  for (const call of calls) {
    const isRejected = decisionOf(turn.past, call.id)?.decision === "reject";
    if (isRejected && isUntold) continue;
    if (isRejected)
      yield { type: "tool-output", id: call.id, output: { isError: true, message: "rejected" }, failed: true };
    else await turn.callTool(other === undefined ? call : { ...call, arguments: { for: other } });
  }
  yield { type: "text", text: `${name} went on` };
  yield { type: "message" };
}

async function* question({ turn, name, id }: Act, expiresInMs: number | null): Steps {
  const answer = answerOf(turn.past, id);
  if (answer === null) {
    return yield { type: "ask", questions: [questionOf(name, id, expiresInMs)] };
  }
  yield { type: "text", text: `${name} heard ${answer.outcome}` };
  yield { type: "message" };
}

function questionOf(name: string, id: string, expiresInMs: number | null) {
  const asked = { id: "what", kind: "text", prompt: `${name}?`, options: [], required: true } as const;
  return { id, questions: [asked], allowSkip: true, expiresInMs };
}

function callId({ turnId }: AgentTurn, index: number): string {
  return `${turnId.slice(0, 24)}${index.toString(16).padStart(10, "0")}00`;
}

const listed = (name: string, needsApproval: boolean): AgentTool => ({
  name,
  description: name,
  inputSchema: { type: "object" },
  needsApproval,
  readOnly: !needsApproval,
});

/** The agent's two tools; every call is recorded. */
export function scriptTools(onCall: (call: MadeCall) => void): ToolSource {
  const tools = [listed("look_up", false), listed("refund", true)];
  return {
    tools: async () => tools,
    async call({ id, name, arguments: given }, { session }) {
      onCall({ sessionId: session.id, id, name, arguments: given });
      const { fails } = given as { readonly fails?: boolean };
      if (fails) return { output: { isError: true, message: "failed" }, failed: true };
      return { output: { done: name } };
    },
  };
}
