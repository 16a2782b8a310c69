/**
 * Folds the chunks of one answer into the reader's view.
 *
 * Pure: the same chunks give the same turn, and an unchanged part keeps its identity, so a memoised row renders again
 * only when its own part changed. `chat-log` decides which chunks belong to the turn, the controller when to render.
 */
import { lengthen } from "../foundation/growing-text.js";
import { approvedCallId, readApproval, type Denial } from "../wire/protocol/decisions.js";
import type { ChatChunk, ChatPending, SettledChunk, ToolChunk, ToolStatus } from "../wire/protocol/chat-chunk.js";
import type { ChatPart, ChatQuestionPart, ChatToolState } from "./chat-message.js";

export type TurnOutcome = "complete" | "failed" | "cancelled";

/** `stopped`: in this window. The log may still receive output from before the stop. */
type TurnPhase = "streaming" | "waiting" | "stopped";

/** A turn that has not ended. One that waits for a person continues after the answer. */
export interface Turn {
  readonly phase: TurnPhase;
  /** In display order, which is the order in which they began. */
  readonly parts: readonly ChatPart[];
  /** Ids of approved calls, until all calls of the turn are decided. */
  readonly approved?: readonly string[] | undefined;
  /** Places of the calls without a result that a request for an approval interrupted. */
  readonly halted?: readonly number[] | undefined;
}

/** The turn before its first chunk. */
export const emptyTurn: Turn = { phase: "streaming", parts: [] };

/** Applies one chunk. The caller ends the turn (`endTurn`). */
export function reduceTurn(turn: Turn, chunk: ChatChunk): Turn {
  switch (chunk.type) {
    case "text":
      return { ...turn, phase: goOn(turn.phase), parts: appendText(turn.parts, chunk.text) };
    case "tool":
      return putTool({ ...turn, phase: goOn(turn.phase) }, chunk);
    case "pending":
      return wait(turn, chunk.pending);
    case "done":
      return chunk.reply.status === "pending" ? wait(turn, chunk.reply.pending) : turn;
    case "turn":
      return chunk.state === "started" ? { ...turn, phase: goOn(turn.phase) } : turn;
    case "settled":
      return { ...turn, parts: putQuestion(turn.parts, chunk) };
    case "message":
      return turn;
  }
}

/** The parts of a turn that has ended; what still ran reaches an end with it. */
export function endTurn(turn: Turn, outcome: TurnOutcome): readonly ChatPart[] {
  if (outcome !== "complete") return cancelCalls(turn);
  return setCalls(turn.parts, "complete", (part) => isRunning(part) || isHeld(part));
}

/** Marks the turn as stopped by the user; its text stays. */
export function stopTurn(turn: Turn): Turn {
  return { phase: "stopped", parts: cancelCalls(turn) };
}

/** Marks a rejected call as denied at once, before the agent reports it. */
export function denyCall(turn: Turn, callId: string, denial: Denial): Turn {
  const index = turn.parts.findLastIndex((part) => part.type === "tool" && part.callId === callId);
  const part = turn.parts[index];
  if (part?.type !== "tool" || part.state === "output-denied") return turn;
  return { ...turn, parts: turn.parts.with(index, { ...part, state: "output-denied", denial }) };
}

/** Remembers an approved call. It runs once no other one of the turn waits for an approval (`runApproved`). */
export function approveCall(turn: Turn, callId: string): Turn {
  const parts = setCalls(turn.parts, "approved", (part) => part.state === "waiting" && part.callId === callId);
  return { ...turn, parts, approved: [...(turn.approved ?? []), callId] };
}

/** Shows the approved calls without an output as running. */
export function runApproved(turn: Turn): Turn {
  const { approved, ...rest } = turn;
  if (!approved || turn.phase === "stopped") return turn;
  const parts = setCalls(turn.parts, "running", (part) => isUnrun(part) && approved.includes(part.callId ?? ""));
  return { ...rest, parts };
}

function goOn(phase: TurnPhase): TurnPhase {
  return phase === "stopped" ? phase : "streaming";
}

function wait(turn: Turn, pending: ChatPending | null): Turn {
  // The stop was applied here first. In the log it follows the request, and cancels the same calls.
  if (turn.phase === "stopped") return turn;
  const asked: Turn = { ...turn, phase: "waiting" };
  return pending?.kind === "approval" ? halt(asked, pending) : asked;
}

/** As in the timeline: nothing runs while an approval is waited for. */
function halt(turn: Turn, pending: ChatPending): Turn {
  const running = turn.parts.flatMap((part, at) => (part.type === "tool" && isRunning(part) ? [at] : []));
  return {
    ...turn,
    parts: markWaiting(setCalls(turn.parts, "complete", isRunning), pending),
    halted: [...(turn.halted ?? []), ...running],
  };
}

/** Marks the call that an approval is about. */
function markWaiting(parts: readonly ChatPart[], pending: ChatPending): readonly ChatPart[] {
  const callId = approvedCallId(readApproval(pending.payload) ?? {}) ?? pending.requestId;
  const index = parts.findLastIndex((part) => part.type === "tool" && part.callId === callId);
  const part = parts[index];
  if (part?.type !== "tool" || part.state !== "complete" || part.output !== undefined) return parts;
  return parts.with(index, { ...part, state: "waiting" });
}

type ToolPart = Extract<ChatPart, { readonly type: "tool" }>;

function isRunning({ state }: ToolPart): boolean {
  return state === "running";
}

/** Whether it waits for an approval, its own or another one of its turn. */
function isHeld({ state }: ToolPart): boolean {
  return state === "waiting" || state === "approved";
}

/** Whether an approval may still run it. A stream that announces the first approval alone has the other calls as complete. */
function isUnrun(part: ToolPart): boolean {
  return isHeld(part) || (part.state === "complete" && part.output === undefined);
}

function appendText(parts: readonly ChatPart[], text: string): readonly ChatPart[] {
  const last = parts.at(-1);
  if (last?.type === "text") return parts.with(parts.length - 1, lengthen(last, "text", text));
  // The handler separates two pieces of text by an empty line; here the tool call separates them.
  const first = last ? text.replace(/^\n\n/, "") : text;
  return first === "" ? parts : [...parts, { type: "text", text: first }];
}

/** Adds settled questions. An approval has no answers; its call shows the decision. */
function putQuestion(parts: readonly ChatPart[], chunk: SettledChunk): readonly ChatPart[] {
  const { requestId, outcome, answers, actor } = chunk;
  if (!answers || !isQuestionOutcome(outcome)) return parts;
  if (parts.some((part) => part.type === "question" && part.requestId === requestId)) return parts;
  return [...parts, { type: "question", requestId, outcome, answers, ...(actor && { actor }) }];
}

function isQuestionOutcome(outcome: string): outcome is ChatQuestionPart["outcome"] {
  return outcome === "answered" || outcome === "skipped" || outcome === "expired" || outcome === "cancelled";
}

const toolStates: Readonly<Record<ToolStatus, ChatToolState>> = {
  started: "running",
  completed: "complete",
  failed: "failed",
};

function putTool(turn: Turn, chunk: ToolChunk): Turn {
  const { parts } = turn;
  const index = parts.findLastIndex((part) => part.type === "tool" && isSameCall(part, chunk));
  const known = parts[index];
  const state = chunk.denied ? "output-denied" : toolStates[chunk.status];
  // A result may arrive without its start: an answer resumed after an approval begins with one.
  if (known?.type !== "tool") {
    return { ...turn, parts: [...parts, { type: "tool", name: chunk.name, state, ...call(chunk) }] };
  }
  // A call announced again is the same call; only its result ends it.
  const isOver = known.state === "output-denied" || (chunk.status === "started" && known.state !== "running");
  const next = isOver ? known.state : state;
  const put = parts.with(index, { ...known, state: next, ...call(chunk) });
  if (chunk.status === "started") return { ...turn, parts: put };
  return { ...turn, parts: put, halted: turn.halted?.filter((at) => at !== index) };
}

function call(chunk: ToolChunk): { callId?: string; input?: unknown; output?: unknown; denial?: Denial } {
  return {
    ...(chunk.callId !== undefined && { callId: chunk.callId }),
    ...(chunk.input !== undefined && { input: chunk.input }),
    ...(chunk.output !== undefined && { output: chunk.output }),
    ...(chunk.denied !== undefined && { denial: chunk.denied }),
  };
}

/** Calls are identified by id; a server without ids runs one call of a name at a time. */
function isSameCall(part: ChatPart & { type: "tool" }, chunk: ToolChunk): boolean {
  if (chunk.callId !== undefined) return part.callId === chunk.callId;
  return (
    part.callId === undefined && part.name === chunk.name && (chunk.status !== "started" || part.state === "running")
  );
}

/** Sets the state of these calls. */
function setCalls(
  parts: readonly ChatPart[],
  state: ChatToolState,
  isMeant: (part: ToolPart, at: number) => boolean,
): readonly ChatPart[] {
  return parts.map((part, at) => (part.type === "tool" && isMeant(part, at) ? { ...part, state } : part));
}

/** Cancels all calls that run or that an approval keeps from running. */
function cancelCalls({ parts, halted }: Turn): readonly ChatPart[] {
  const isHalted = ({ state }: ToolPart, at: number) => state === "complete" && halted?.includes(at) === true;
  return setCalls(parts, "cancelled", (part, at) => isRunning(part) || isHeld(part) || isHalted(part, at));
}
