import { isRecord } from "../sessions/is-record.js";
import { AgentFailure, type AgentStep, type AgentTurn, type AskedApproval } from "../agent/agent.js";
import { answerOf, decisionOf } from "../agent/decisions-of.js";
import { pause } from "../pause.js";
import { say, type Command, type Script } from "./script.js";
import { correct, forget, recall, remember } from "./memory.js";
import { callAny, callProduct, tellSkills } from "./product.js";
import { otherSessions } from "./sessions.js";
import { askedQuestions } from "./questions.js";
import { drawing } from "./drawing.js";
import { answersText, goalText, help, longText } from "./texts.js";
import { cutWhole } from "../sessions/cut-whole.js";

/** Upper limit of a command's number. */
const most = { tools: 50, tokens: 100_000, tokensPerSecond: 5_000, seconds: 86_400 } as const;

export const commands: Readonly<Record<string, Command>> = {
  help: () => say(help),
  say: ({ args }) => say(args),
  long: writeLong,
  reason: reason,
  tool: runTool,
  tools: runTools,
  "tool-fail": failTool,
  approve: (script) => approve(script, 1),
  approvals: (script) => approve(script, count(script.args, 2, most.tools)),
  ask: ask,
  fail: fail,
  silence: ({ turn, signal, args }) => wait(turn, signal, count(args, 1, most.seconds) * 1_000),
  title: setTitle,
  file: tellFiles,
  image: drawImage,
  child: startChild,
  goal: setGoal,
  event: writeEvent,
  session: otherSessions,
  remember: remember,
  recall: recall,
  correct: correct,
  forget: forget,
  skills: tellSkills,
  mcp: callProduct,
  call: callAny,
};

/** Waits without writing. */
async function* wait(turn: AgentTurn, signal: AbortSignal, ms: number): AsyncGenerator<AgentStep, void, void> {
  if (ms > 0) await pause(turn.clock, ms, signal);
  yield* [];
}

/** Writes in steps of at least 20 ms, so that a high rate costs no more timers than a low one. */
async function* writeLong({ turn, signal, args }: Script): AsyncGenerator<AgentStep, void, void> {
  const [tokens = "", rate = ""] = args.split(/\s+/);
  const words = longText(count(tokens, 200, most.tokens));
  const perSecond = count(rate, 50, most.tokensPerSecond);
  const perStep = Math.max(1, Math.round(perSecond / 50));
  for (let at = 0; at < words.length; at += perStep) {
    if (at > 0) await pause(turn.clock, (perStep / perSecond) * 1_000, signal);
    yield { type: "text", text: words.slice(at, at + perStep).join("") };
  }
  yield { type: "message" };
}

async function* reason({ args }: Script): AsyncGenerator<AgentStep, void, void> {
  const words = /^\d+$/.test(args) ? longText(count(args, 10, most.tokens)) : [args];
  for (const text of words) yield { type: "reasoning", text };
}

async function* runTool(script: Script): AsyncGenerator<AgentStep, void, void> {
  const { name, value } = nameAndJson(script.args);
  const id = script.id();
  yield { type: "tool", id, name, arguments: value };
  yield* wait(script.turn, script.signal, milliseconds(value));
  yield { type: "tool-output", id, output: { ok: true, ...(isRecord(value) && value) } };
}

/** All are started before the first ends; they end in another order than they began. */
async function* runTools({ args, id }: Script): AsyncGenerator<AgentStep, void, void> {
  const all = Array.from({ length: count(args, 3, most.tools) }, (_, n) => n);
  for (const n of all) yield { type: "tool", id: id(n), name: `tool_${n + 1}`, arguments: { n: n + 1 } };
  for (const n of all.toReversed()) yield { type: "tool-output", id: id(n), output: { ok: true, n: n + 1 } };
}

async function* failTool(script: Script): AsyncGenerator<AgentStep, void, void> {
  const { name, value } = nameAndJson(script.args);
  const id = script.id();
  yield { type: "tool", id, name, arguments: value };
  yield {
    type: "tool-output",
    id,
    output: { isError: true, message: `${name} failed, as requested.` },
    failed: true,
  };
}

/** Calls tools that need approval: an approved call runs, a rejected one reports the rejection. */
async function* approve({ turn, args, id }: Script, calls: number): AsyncGenerator<AgentStep, void, void> {
  const { name, value } = calls === 1 ? nameAndJson(args) : { name: "tool", value: {} };
  const approvals = Array.from({ length: calls }, (_, n): AskedApproval => ({
    id: id(n),
    name: calls === 1 ? name : `${name}_${n + 1}`,
    arguments: value,
  }));
  if (approvals.some((approval) => decisionOf(turn.past, approval.id) === null)) {
    for (const { id: callId, name: toolName, arguments: given } of approvals) {
      yield { type: "tool", id: callId, name: toolName, arguments: given };
    }
    yield { type: "ask", approvals };
    return;
  }
  for (const approval of approvals) yield* followDecision(turn, approval);
}

async function* followDecision(turn: AgentTurn, approval: AskedApproval): AsyncGenerator<AgentStep, void, void> {
  const { id, name } = approval;
  const decision = decisionOf(turn.past, id);
  if (decision?.decision === "approve") {
    yield { type: "tool-output", id, output: { ok: true, ...(isRecord(approval.arguments) && approval.arguments) } };
    yield* say(`\`${name}\` was approved and has run.`);
    return;
  }
  const why = decision?.message === undefined ? "no reason was given" : decision.message;
  yield { type: "tool-output", id, output: { isError: true, rejected: true, message: why }, failed: true };
  yield* say(`\`${name}\` was rejected and has not run: ${why}`);
}

async function* ask({ turn, args, id }: Script): AsyncGenerator<AgentStep, void, void> {
  const asked = askedQuestions(args, id());
  const response = answerOf(turn.past, asked.id);
  if (response === null) yield { type: "ask", questions: [asked] };
  else yield* say(answersText(asked.questions, response));
}

async function* fail({ args }: Script): AsyncGenerator<AgentStep, void, void> {
  const [when = "before", code = "scripted_failure"] = args.split(/\s+/).filter(Boolean);
  if (when === "middle") yield { type: "text", text: "I begin to answer, and then " };
  throw new AgentFailure("The scripted agent failed, as requested.", { code, retryable: true });
}

async function* setTitle({ args }: Script): AsyncGenerator<AgentStep, void, void> {
  const title = cutWhole(args, 200);
  if (title !== "") yield { type: "title", title };
  yield* say(title === "" ? "A title needs a text: `/title Plans for May`." : `The title is **${title}**.`);
}

async function* startChild({ args, id }: Script): AsyncGenerator<AgentStep, void, void> {
  yield { type: "child", id: id(), message: args === "" ? "Say hello." : args };
  yield* say("I started a separate conversation for it.");
}

async function* tellFiles({ turn }: Script): AsyncGenerator<AgentStep, void, void> {
  const lines = turn.files.map(
    ({ filename, contentType, sizeBytes }) => `- ${filename}, ${contentType}, ${sizeBytes} bytes`,
  );
  yield* say(lines.length === 0 ? "No file came with that message." : `These files came:\n\n${lines.join("\n")}`);
}

/** Draws a picture, stores it as a file and references it in a tool's output. */
async function* drawImage({ turn, args, id }: Script): AsyncGenerator<AgentStep, void, void> {
  const alt = args === "" ? "Sunrise" : args;
  yield { type: "tool", id: id(), name: "draw_image", arguments: { prompt: alt } };
  const image = await turn.saveFile({ filename: "drawing.bmp", contentType: "image/bmp", bytes: drawing(320, 180) });
  yield { type: "tool-output", id: id(), output: { type: "image", alt, image } };
  yield* say("The picture is drawn.");
}

/** `/goal <text>` sets one, `/goal done` completes it, `/goal` alone shows it. */
async function* setGoal({ turn, args, id }: Script): AsyncGenerator<AgentStep, void, void> {
  const goal = await turn.goal();
  if (args === "") {
    yield* say(goal === null ? "There is no goal. Give one: `/goal Plan the trip`." : goalText(goal));
  } else if (args !== "done") {
    yield { type: "goal", id: id(), text: args };
    const isSet = (await turn.goal())?.text === args;
    yield* say(
      isSet ? `I'm working towards this now: **${args}**` : "The goal was set for me, and I may not change it.",
    );
  } else if (goal === null || goal.status === "completed") {
    yield* say("There is no goal to complete.");
  } else {
    yield { type: "goal-done", id: id(), evidence: "The scripted agent was told that it is done." };
    yield* say(`The goal is reached: **${goal.text}**`);
  }
}

async function* writeEvent({ args }: Script): AsyncGenerator<AgentStep, void, void> {
  const { name, value } = nameAndJson(args);
  yield { type: "event", eventType: name, payload: value };
}

/** A name and a JSON value; other text becomes a JSON string. */
function nameAndJson(args: string): { name: string; value: unknown } {
  const [, name = "tool", text = ""] = /^(\S+)\s*(.*)$/s.exec(args) ?? [];
  if (text === "") return { name, value: {} };
  try {
    return { name, value: JSON.parse(text) };
  } catch {
    return { name, value: { text } };
  }
}

/** A tool with `ms` in its arguments takes that long. */
function milliseconds(value: unknown): number {
  const ms = isRecord(value) ? value["ms"] : undefined;
  return typeof ms === "number" && ms > 0 ? Math.min(ms, most.seconds * 1_000) : 0;
}

function count(text: string, normal: number, max: number): number {
  const value = Number(text);
  return text !== "" && Number.isFinite(value) && value > 0 ? Math.min(value, max) : normal;
}
