/** Combines the log with local messages for display. Pure; unchanged messages keep their identity. */
import { needsDecision } from "../conversation/decisions/decision-book.js";
import type { SharedView } from "../conversation/conversation-state.js";
import { showActivity, type Activity, type ShownActivity } from "../conversation/show-activity.js";
import { keepList, remember } from "../foundation/keep.js";
import { answerMessage, type ChatLog, type RunningTurn, type WaitingMessage } from "./chat-log.js";
import type { ChatMessage } from "./chat-message.js";
import type { ChatState } from "./chat-types.js";
import { messagesOf, newerOf, nothingRead, olderOf, type ReadBack } from "./read-back.js";
import { filesField } from "../wire/protocol/file-resource.js";
import type { OutboxEntry } from "../conversation/outbox/outbox-entry.js";

/** The state of this log, after the messages of `back`; reuses equal parts of `last`. */
export function showChat(
  log: ChatLog,
  outbox: readonly OutboxEntry[],
  shared: SharedView,
  back: ReadBack = nothingRead,
  last?: ChatState,
): ChatState {
  const { running, waiting, decisions: book } = log;
  const active = running !== null && running.turn.phase !== "stopped" ? running : null;
  const facts = { turn: stateOf(active), waiting, isBlocked: running !== null, book, outbox, error: shared.error };
  const activity = showActivity(facts, wordsOf, last?.queue);
  const older = messagesOf(back);
  const hasNewer = newerOf(back) !== null;
  const messages = hasNewer ? older : [...older, ...followedMessages(log, active, activity)];
  return {
    ...shared,
    ...activity.view,
    messages: keepList(last?.messages, messages),
    hasOlder: olderOf(back, log.older) !== null,
    hasNewer,
    settledCount: older.length + (hasNewer ? 0 : settledCountOf(log)),
    needsInput: needsDecision(book),
    sessionStatus: log.sessionStatus,
    sessionId: log.sessionId,
    workspaceId: log.workspaceId,
    created: log.created,
    runningTurnId: active?.turnId ?? null,
    isStreaming: activity.view.status === "streaming",
  };
}

function followedMessages(
  { messages, running }: ChatLog,
  active: RunningTurn | null,
  { next, rows }: ShownActivity<WaitingMessage>,
): readonly ChatMessage[] {
  return [
    ...messages,
    ...(running && (running.turn.parts.length > 0 || active) ? [runningMessage(running)] : []),
    ...(next ? [next] : []),
    ...rows.map(({ entry, isHeld }) => outboxMessage(entry, running !== null, isHeld)),
  ];
}

function stateOf(active: RunningTurn | null): Activity<unknown>["turn"] {
  if (!active || active.turn.phase !== "streaming") return active && "waiting";
  return active.turn.parts.length > 0 ? "writing" : "begun";
}

/** The running turn's own message directly precedes its answer, so only the end is checked. */
function settledCountOf({ messages, running }: ChatLog): number {
  if (!running) return messages.length;
  return messages.findLastIndex((message) => message.turnId !== running.turnId) + 1;
}

function wordsOf({ id, turnId, parts, actor, clientEventId }: WaitingMessage) {
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return { turnId: turnId ?? id, text, actor, clientEventId };
}

const answers = new WeakMap<RunningTurn, ChatMessage>();

function runningMessage(running: RunningTurn): ChatMessage {
  return remember(answers, running, () => answerMessage(running));
}

type Rows = WeakMap<OutboxEntry, ChatMessage>;
const rowsOf: Readonly<Record<"free" | "busy" | "held", Rows>> = {
  free: new WeakMap(),
  busy: new WeakMap(),
  held: new WeakMap(),
};

function outboxMessage(entry: OutboxEntry, isBusy: boolean, isHeld: boolean): ChatMessage {
  return remember(rowsOf[isHeld ? "held" : isBusy ? "busy" : "free"], entry, () => ({
    id: entry.clientEventId,
    role: "user",
    parts: [{ type: "text", text: entry.text }],
    turnId: entry.turnId,
    createdAt: entry.createdAt,
    ...filesField(entry.resources),
    delivery: entry.state === "accepted" ? (isBusy ? "queued" : "sent") : entry.state,
    ...(entry.error !== undefined && { failureText: entry.error }),
    ...(entry.isRefused && { isRefused: true }),
    ...(isHeld && { isHeld }),
    ...(entry.nextAttemptAt !== undefined && { nextAttemptAt: entry.nextAttemptAt }),
  }));
}
