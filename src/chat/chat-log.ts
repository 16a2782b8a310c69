// budget: one reducer; its rules share the log, and most are a few lines
/**
 * The log of one conversation: a pure fold over the followed stream, which may begin with a history page
 * (`chat-history`).
 *
 * Folding is idempotent, so a stream may begin before the end of the page. Local messages that are not in the log yet
 * are in the outbox; `chat-state` combines both for display.
 */
import {
  emptyDecisions,
  foldDecisionPending,
  foldDecisionResumed,
  foldDecisionSettled,
  findDecision,
  foldDecisionTurnEnded,
  needsDecision,
  type DecisionBook,
} from "../conversation/decisions/decision-book.js";
import { isOver } from "../conversation/decisions/decision-facts.js";
import { notWaited, waitedField, waitedUntil, type Waited } from "../foundation/waited.js";
import type {
  ChatChunk,
  DoneChunk,
  MessageChunk,
  PendingChunk,
  SettledChunk,
  TurnChunk,
} from "../wire/protocol/chat-chunk.js";
import type { ChatMessage } from "./chat-message.js";
import {
  approveCall,
  denyCall,
  emptyTurn,
  endTurn,
  reduceTurn,
  runApproved,
  stopTurn,
  type Turn,
  type TurnOutcome,
} from "./turn.js";

/** The turn that runs or waits for a decision. */
export interface RunningTurn {
  readonly turnId: string;
  readonly turn: Turn;
  readonly createdAt: string;
  /** Whether its `started` was seen; until then chunks belong to an earlier turn. */
  readonly begun: boolean;
  readonly waited: Waited;
}

/** A user's message whose turn has not begun. */
export interface WaitingMessage extends ChatMessage {
  /** The key that it was sent with. Absent from older handlers. */
  readonly clientEventId?: string | undefined;
}

export interface ChatLog {
  readonly sessionId: string | null;
  readonly workspaceId: string | null;
  readonly created: boolean;
  readonly sessionStatus: string | null;
  /** Messages of turns that have begun, oldest first, without the running turn's answer. */
  readonly messages: readonly ChatMessage[];
  /** The sequence that an older page ends before; null when there is none. */
  readonly older: number | null;
  /** Users' messages whose turn has not begun, in the order they will run. */
  readonly waiting: readonly WaitingMessage[];
  readonly running: RunningTurn | null;
  readonly decisions: DecisionBook;
  /** The turn that ended last while we followed. */
  readonly ended: { readonly turnId: string; readonly outcome: TurnOutcome } | null;
}

export const emptyLog: ChatLog = {
  sessionId: null,
  workspaceId: null,
  created: false,
  sessionStatus: null,
  messages: [],
  older: null,
  waiting: [],
  running: null,
  decisions: emptyDecisions,
  ended: null,
};

/** Applies one chunk of the followed stream. `now` is an ISO time. */
export function foldChunk(log: ChatLog, chunk: ChatChunk, now: string): ChatLog {
  const next = applyChunk(log, chunk, now);
  const { running } = next;
  if (!running || running === log.running) return next;
  const waited = waitedUntil(running.waited, running.turn.phase === "waiting", now);
  return waited === running.waited ? next : { ...next, running: { ...running, waited } };
}

function applyChunk(log: ChatLog, chunk: ChatChunk, now: string): ChatLog {
  switch (chunk.type) {
    case "message":
      return foldMessage(log, chunk, now);
    case "turn":
      return foldTurn(log, chunk, now);
    case "settled":
      return foldSettled(log, chunk);
    case "pending":
      return foldPending(log, chunk);
    case "done":
      return foldDone(log, chunk, now);
    case "text":
    case "tool":
      return foldOutput(log, chunk);
  }
}

/**
 * Starts a message's turn: the first chunk of its own answer has arrived. Replaces a running turn without an id from
 * the history, which is the same turn.
 */
export function foldOwnTurn(
  log: ChatLog,
  { clientEventId, ...sent }: Pick<MessageChunk, "text" | "resources"> & { readonly clientEventId: string },
  turnId: string,
  now: string,
): ChatLog {
  const free = log.running?.begun === false ? { ...log, running: null } : log;
  const told = foldMessage(
    free,
    { type: "message", role: "user", id: clientEventId, clientEventId, turnId, ...sent },
    now,
  );
  return foldTurn(told, { type: "turn", turnId, state: "started" }, now);
}

/** Records a failed turn from the stream. */
export function foldFailure(log: ChatLog, turnId: string | null, message: string, now: string): ChatLog {
  const { running } = log;
  if (!running?.begun || (turnId !== null && turnId !== running.turnId)) return log;
  return settle(log, running, now, "failed", message);
}

/**
 * Marks a turn as stopped by the user. If it does not run here, the stream reports whether it was withdrawn or stopped
 * after its start.
 */
export function foldStopped(log: ChatLog, turnId: string): ChatLog {
  const { running } = log;
  if (running?.turnId !== turnId) return log;
  const decisions = foldDecisionTurnEnded(log.decisions, turnId);
  return { ...log, decisions, running: { ...running, turn: stopTurn(running.turn) } };
}

function foldMessage(log: ChatLog, chunk: MessageChunk, now: string): ChatLog {
  const known = (message: ChatMessage) => isOfPerson(message, chunk.turnId);
  if (log.waiting.some(known) || log.messages.findLast(known)) return log;
  const message: WaitingMessage = {
    id: chunk.clientEventId ?? chunk.id,
    role: "user",
    parts: [{ type: "text", text: chunk.text }],
    turnId: chunk.turnId,
    createdAt: now,
    delivery: "sent",
    ...(chunk.clientEventId !== undefined && { clientEventId: chunk.clientEventId }),
    ...(chunk.actor && { actor: chunk.actor }),
    ...(chunk.resources && { resources: chunk.resources }),
  };
  const waiting = chunk.delivery === "steer" ? [message, ...log.waiting] : [...log.waiting, message];
  return { ...log, created: true, waiting };
}

function foldTurn(log: ChatLog, chunk: TurnChunk, now: string): ChatLog {
  const { running } = log;
  if (chunk.state === "queued") return foldQueued(log, chunk);
  if (chunk.state === "ended") {
    if (running?.turnId !== chunk.turnId) return withdraw(log, chunk.turnId);
    const outcome = running.turn.phase === "stopped" ? "cancelled" : "complete";
    return running.begun ? settle(log, running, now, outcome) : log;
  }
  if (running?.turnId === chunk.turnId) return resume(log, running, chunk);
  if (hasEnded(log, chunk.turnId)) return log;
  const free = running ? settle(log, running, now, "cancelled") : log;
  return {
    ...free,
    sessionStatus: "running",
    messages: [...free.messages, ...free.waiting.filter((message) => message.turnId === chunk.turnId).map(begun)],
    waiting: free.waiting.filter((message) => message.turnId !== chunk.turnId),
    running: { turnId: chunk.turnId, turn: emptyTurn, createdAt: now, begun: true, waited: notWaited },
    decisions: foldDecisionResumed(free.decisions, chunk.turnId),
  };
}

/** The message as it is listed: its id is the key already. */
function begun(waiting: WaitingMessage): ChatMessage {
  const { clientEventId: _, ...message } = waiting;
  return message;
}

function foldQueued(log: ChatLog, { turnId, isNext, ...chunk }: TurnChunk): ChatLog {
  const beforeTurnId = isNext ? log.waiting[0]?.turnId : chunk.beforeTurnId;
  if (beforeTurnId === undefined) return log.running ? log : { ...log, sessionStatus: "queued" };
  const waiting = moved(log.waiting, turnId, beforeTurnId);
  return waiting === log.waiting ? log : { ...log, waiting };
}

/** Moves the message of a turn before that of another, or to the end with null. The same list where one is missing. */
function moved(waiting: ChatLog["waiting"], turnId: string, beforeTurnId: string | null): ChatLog["waiting"] {
  const message = waiting.find((one) => one.turnId === turnId);
  const others = waiting.filter((one) => one !== message);
  const at = beforeTurnId === null ? others.length : others.findIndex((one) => one.turnId === beforeTurnId);
  return message && at >= 0 ? others.toSpliced(at, 0, message) : waiting;
}

/** The turn started again after a decision or a recovery, or was known only from the history. */
function resume(log: ChatLog, running: RunningTurn, chunk: TurnChunk): ChatLog {
  const turn = reduceTurn(running.turn, chunk);
  const decisions = running.begun ? foldDecisionResumed(log.decisions, running.turnId) : log.decisions;
  return { ...log, sessionStatus: goesOn(log, decisions), decisions, running: { ...running, turn, begun: true } };
}

/** Status while the turn goes on. With an open decision, the stream only repeats what was before that decision. */
function goesOn(log: ChatLog, decisions: DecisionBook): ChatLog["sessionStatus"] {
  return needsDecision(decisions) ? log.sessionStatus : "running";
}

function foldOutput(log: ChatLog, chunk: ChatChunk): ChatLog {
  const { running } = log;
  if (!running?.begun) return log;
  const turn = reduceTurn(running.turn, chunk);
  if (turn === running.turn) return log;
  const next = { ...log, running: { ...running, turn } };
  if (running.turn.phase !== "waiting") return next;
  const decisions = foldDecisionResumed(log.decisions, running.turnId);
  return { ...next, sessionStatus: goesOn(log, decisions), decisions };
}

function foldPending(log: ChatLog, chunk: PendingChunk): ChatLog {
  const { running } = log;
  if (!running?.begun || running.turn.phase === "stopped") return log;
  return {
    ...log,
    sessionStatus: "requires_action",
    running: { ...running, turn: reduceTurn(running.turn, chunk) },
    decisions: foldDecisionPending(log.decisions, chunk.pending, {
      turnId: running.turnId,
      ...(log.sessionId !== null && { sessionId: log.sessionId }),
    }),
  };
}

function foldSettled(log: ChatLog, chunk: SettledChunk): ChatLog {
  const decisions = foldDecisionSettled(log.decisions, chunk);
  const { running } = log;
  if (!running) return { ...log, decisions };
  const asked = findDecision(log.decisions, chunk.requestId);
  const callId = (asked?.kind === "approval" ? asked.callId : undefined) ?? chunk.requestId;
  const decided = settleTurn(running.turn, callId, chunk);
  const waits = decisions.decisions.some((decision) => decision.kind === "approval" && !isOver(decision));
  return { ...log, decisions, running: { ...running, turn: waits ? decided : runApproved(decided) } };
}

function settleTurn(turn: Turn, callId: string, chunk: SettledChunk): Turn {
  if (chunk.outcome === "approve") return approveCall(turn, callId);
  if (chunk.outcome === "reject") return denyCall(turn, callId, chunk.actor ? { actor: chunk.actor } : {});
  return reduceTurn(turn, chunk);
}

function foldDone(log: ChatLog, chunk: DoneChunk, now: string): ChatLog {
  const { reply } = chunk;
  const known = { ...log, created: true, sessionId: reply.sessionId, workspaceId: reply.workspaceId };
  const { running } = log;
  if (!running?.begun || (reply.turnId !== null && reply.turnId !== running.turnId)) return known;
  if (reply.status === "pending") return { ...known, running: { ...running, turn: reduceTurn(running.turn, chunk) } };
  return settle(known, running, now, reply.status === "cancelled" ? "cancelled" : "complete");
}

/** Moves the running turn's answer to the messages. Instead of a complete answer without parts, its message is marked. */
function settle(log: ChatLog, running: RunningTurn, now: string, outcome: TurnOutcome, failureText?: string): ChatLog {
  const parts = endTurn(running.turn, outcome);
  const isAnswered = parts.length > 0 || outcome !== "complete";
  const answer: ChatMessage = {
    ...answerMessage(running),
    parts,
    state: outcome,
    ...(failureText !== undefined && { failureText }),
    endedAt: now,
    ...waitedField(waitedUntil(running.waited, false, now)),
  };
  return {
    ...log,
    running: null,
    sessionStatus: log.waiting.length > 0 ? "queued" : "idle",
    messages: isAnswered
      ? [...log.messages, answer]
      : log.messages.map((message) =>
          isOfPerson(message, running.turnId) ? { ...message, unansweredAt: now } : message,
        ),
    decisions: foldDecisionTurnEnded(log.decisions, running.turnId),
    ended: { turnId: running.turnId, outcome },
  };
}

/** The message that a running turn's answer is shown as. */
export function answerMessage({ turnId, turn: { phase, parts }, createdAt }: RunningTurn): ChatMessage {
  const state = phase === "stopped" ? "cancelled" : phase;
  return { id: turnId, role: "assistant", parts, turnId, createdAt, state };
}

/** Removes the message of a turn that ended before it started. */
function withdraw(log: ChatLog, turnId: string): ChatLog {
  if (!log.waiting.some((message) => message.turnId === turnId)) return log;
  const waiting = log.waiting.filter((message) => message.turnId !== turnId);
  return { ...log, waiting, sessionStatus: log.running || waiting.length > 0 ? log.sessionStatus : "idle" };
}

function hasEnded(log: ChatLog, turnId: string): boolean {
  const last = log.messages.findLast((message) => message.turnId === turnId);
  return last !== undefined && (last.role === "assistant" || last.unansweredAt !== undefined);
}

function isOfPerson({ role, turnId }: ChatMessage, of: string): boolean {
  return role === "user" && turnId === of;
}
