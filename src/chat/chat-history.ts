/** Folds a restored page into the log, so that the followed stream continues without a hole or a repeat. Pure. */
import { foldDecisionSnapshot } from "../conversation/decisions/decision-book.js";
import type { ChatHistory, ChatHistoryMessage } from "../wire/protocol/chat-bodies.js";
import type { ChatLog, RunningTurn } from "./chat-log.js";
import type { ChatMessage, ChatPart } from "./chat-message.js";
import { isUnnamed, joinTexts, joinTurns, runningTurnOf } from "./older-handler.js";
import { messagesOf, type ReadBack } from "./read-back.js";
import { emptyTurn, type TurnOutcome } from "./turn.js";

/**
 * Returns the log of the history page; messages equal to known ones keep their identity. `sent`: the turn of a local
 * message that the log did not show before.
 */
export function foldHistory(log: ChatLog, history: ChatHistory, now: string, sent: string | null = null): ChatLog {
  const runningId = runningTurnOf(history);
  const awaited = log.running?.turnId ?? sent;
  const queued = history.queued ?? [];
  const isQueued = new Set(queued.map((entry) => entry.turnId));
  const told = history.messages.filter(
    (message) =>
      !(message.turnId && isQueued.has(message.turnId)) &&
      !(message.role === "assistant" && message.turnId === runningId && runningId),
  );
  const page = keepKnown(log.messages, joinTurns(told.map(historyMessage)));
  const readBack = history.hasOlder ? messagesBefore(log.messages, history) : [];
  const messages = [...readBack, ...page];
  return {
    sessionId: history.sessionId,
    workspaceId: history.workspaceId ?? log.workspaceId,
    created: history.created,
    sessionStatus: history.status,
    messages,
    older: readBack.length > 0 ? log.older : olderThan(history),
    waiting: queued.map(({ text, clientEventId, ...entry }) => ({
      id: clientEventId ?? entry.turnId,
      role: "user",
      parts: [{ type: "text", text }],
      clientEventId,
      ...entry,
    })),
    running: runningId === null ? null : runningFrom(runningId, history, now),
    decisions: foldDecisionSnapshot(log.decisions, history.pending, {
      turnId: runningId,
      sessionId: history.sessionId,
    }),
    ended: awaited === runningId ? log.ended : (endOf(awaited, messages, runningId) ?? log.ended),
  };
}

/** The running turn. The stream brings its answer from the beginning. */
function runningFrom(turnId: string, { turn }: ChatHistory, now: string): RunningTurn {
  return {
    turnId,
    turn: emptyTurn,
    createdAt: turn?.startedAt ?? now,
    begun: false,
    waited: { since: turn?.waitingSince ?? null, ms: turn?.waitedMs ?? 0 },
  };
}

/** The known messages before the first one that the page also has; none when it has none of them. */
export function messagesBefore(known: readonly ChatMessage[], { messages }: ChatHistory): readonly ChatMessage[] {
  const told = new Set(messages.map(idOf));
  const place = known.findIndex(({ id }) => told.has(id));
  return known.slice(0, Math.max(0, place));
}

/** The messages of a page that are not loaded yet. */
export function messagesOfPage(log: ChatLog, back: ReadBack, page: ChatHistory): readonly ChatMessage[] {
  const known = new Set([...messagesOf(back), ...log.messages, ...log.waiting].map(({ id }) => id));
  return joinTurns(page.messages.map(historyMessage)).filter(({ id }) => !known.has(id));
}

/** Reads the page below `before`; with `from`, all messages from there on, in several requests if necessary. */
export async function readBelow(
  read: (before: number) => Promise<ChatHistory>,
  before: number,
  from?: number,
): Promise<ChatHistory> {
  const page = await read(before);
  const older = olderThan(page);
  // A page that reaches no further back would cause an endless loop.
  if (older !== null && older >= before) return { ...page, hasOlder: false };
  if (from === undefined) return page;
  const rest = older === null || older <= from ? [] : (await readBelow(read, older, from)).messages;
  return { ...page, messages: [...rest, ...page.messages.filter(({ sequence }) => sequence >= from)] };
}

/** Value of `before` for the next older page; null when there is none. */
export function olderThan({ messages, hasOlder }: ChatHistory): number | null {
  return (hasOlder && messages[0]?.sequence) || null;
}

/** The end of an awaited turn, when the page has it. */
function endOf(turnId: string | null, messages: readonly ChatMessage[], runningId: string | null): ChatLog["ended"] {
  if (turnId !== null && isUnnamed(turnId)) return runningId ? null : { turnId, outcome: "complete" };
  const last = turnId && messages.findLast((message) => message.turnId === turnId);
  // The answer of a running turn is not among these messages.
  if (!last || (last.role === "user" && last.unansweredAt === undefined)) return null;
  return { turnId, outcome: (last.state as TurnOutcome | undefined) ?? "complete" };
}

/** Reuses the loaded message if it is equal. */
function keepKnown(known: readonly ChatMessage[], told: readonly ChatMessage[]): readonly ChatMessage[] {
  if (known.length === 0) return told;
  const byId = new Map(known.map((message) => [message.id, message]));
  return told.map((message) => {
    const old = byId.get(message.id);
    return old && JSON.stringify(old) === JSON.stringify(message) ? old : message;
  });
}

/**
 * The cursor to follow from, so that no event is missing between page and stream: a running turn is streamed from its
 * start.
 */
export function followCursor(history: ChatHistory): string {
  if (history.turn) return String(Math.max(0, history.turn.sequence - 1));
  return history.cursor ?? String(history.lastSequence ?? 0);
}

function idOf({ role, id, clientEventId, turnId, sequence }: ChatHistoryMessage): string {
  return (role === "user" ? clientEventId : turnId) ?? id ?? `sequence-${sequence}`;
}

function historyMessage(message: ChatHistoryMessage): ChatMessage {
  const { id: _, clientEventId: __, sequence: ___, role, parts, text, turnId = null, outcome, ...facts } = message;
  return {
    id: idOf(message),
    role,
    parts: parts ? joinTexts(parts.map(historyPart)) : [{ type: "text", text }],
    turnId,
    ...facts,
    ...(role === "user" ? { delivery: "sent" } : { state: outcome ?? "complete" }),
  };
}

const historyStates = { started: "running", completed: "complete", failed: "failed", cancelled: "cancelled" } as const;

function historyPart(part: NonNullable<ChatHistoryMessage["parts"]>[number]): ChatPart {
  if (part.type !== "tool") return part;
  const { status, denied, ...rest } = part;
  if (denied) return { ...rest, state: "output-denied", denial: denied };
  return { ...rest, state: historyStates[status] };
}
