/** Combines the log with local messages for display. Pure; unchanged messages keep their identity. */
import { needsDecision, pendingDecisions } from "../conversation/decisions/decision-book.js";
import type { SharedView } from "../conversation/conversation-state.js";
import { showActivity, type Activity } from "../conversation/show-activity.js";
import { keepList, remember } from "../foundation/keep.js";
import { answerMessage, type ChatLog, type RunningTurn, type WaitingMessage } from "./chat-log.js";
import type { ChatMessage } from "./chat-message.js";
import type { ChatState } from "./chat-types.js";
import { messagesOf, newerOf, nothingRead, olderOf, type ReadBack } from "./read-back.js";
import { filesField } from "../wire/protocol/file-resource.js";
import type { OutboxEntry } from "../conversation/outbox/outbox-entry.js";
import { splitOutbox, type SplitOutbox } from "../conversation/split-outbox.js";
import type { QueuedPrompt } from "../conversation/view/session-view.js";

export interface ChatFacts {
  readonly log: ChatLog;
  readonly outbox: readonly OutboxEntry[];
  /** Older pages before the log's own messages. @default none */
  readonly back?: ReadBack | undefined;
}

/** The state of these facts; reuses equal parts of `last`. */
export function showChat(facts: ChatFacts, shared: SharedView, last?: ChatState): ChatState {
  const { log, outbox, back = nothingRead } = facts;
  const { running, waiting } = log;
  const active = running !== null && running.turn.phase.name !== "stopped" ? running : null;
  // The first waiting message is shown where its answer will be; the others are shown in the queue.
  const next = running ? undefined : waiting[0];
  const needsInput = needsDecision(log.decisions);
  const { error } = shared;
  const activity = showActivity({ turn: stateOf(active), isNext: next !== undefined, needsInput, outbox, error });
  const older = messagesOf(back);
  const hasNewer = newerOf(back) !== null;
  const sent = splitOutbox(outbox, running !== null || next !== undefined);
  const messages = hasNewer ? older : [...older, ...followedMessages(log, active, next, sent)];
  return {
    ...shared,
    ...activity,
    messages: keepList(last?.messages, messages),
    hasOlder: olderOf(back, log.older) !== null,
    hasNewer,
    settledCount: older.length + (hasNewer ? 0 : settledCountOf(log)),
    pending: pendingDecisions(log.decisions),
    needsInput,
    queue: keepList(last?.queue, [...waiting.slice(next ? 1 : 0).map(queued), ...sent.queue]),
    sessionStatus: log.sessionStatus,
    sessionId: log.sessionId,
    workspaceId: log.workspaceId,
    created: log.created,
    runningTurnId: active?.turnId ?? null,
    isStreaming: activity.status === "streaming",
  };
}

function followedMessages(
  { messages, running }: ChatLog,
  active: RunningTurn | null,
  next: ChatMessage | undefined,
  sent: SplitOutbox,
): readonly ChatMessage[] {
  return [
    ...messages,
    ...(running && (running.turn.parts.length > 0 || active) ? [runningMessage(running)] : []),
    ...(next ? [next] : []),
    ...sent.rows.map((entry) => outboxMessage(entry, running !== null, sent.isHeld(entry))),
  ];
}

function stateOf(active: RunningTurn | null): Activity["turn"] {
  if (!active || active.turn.phase.name !== "streaming") return active && "waiting";
  return active.turn.parts.length > 0 ? "writing" : "begun";
}

/** The running turn's own message directly precedes its answer, so only the end is checked. */
function settledCountOf({ messages, running }: ChatLog): number {
  if (!running) return messages.length;
  return messages.findLastIndex((message) => message.turnId !== running.turnId) + 1;
}

const prompts = new WeakMap<WaitingMessage, QueuedPrompt>();

function queued(message: WaitingMessage): QueuedPrompt {
  const { id, turnId, parts, actor, clientEventId } = message;
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return remember(prompts, message, () => ({
    turnId: turnId ?? id,
    text,
    ...(clientEventId !== undefined && { clientEventId }),
    ...(actor && { actor }),
  }));
}

const answers = new WeakMap<RunningTurn, ChatMessage>();

function runningMessage(running: RunningTurn): ChatMessage {
  return remember(answers, running, () => answerMessage(running));
}

type Rows = WeakMap<OutboxEntry, ChatMessage>;
const rows: Readonly<Record<"free" | "busy" | "held", Rows>> = {
  free: new WeakMap(),
  busy: new WeakMap(),
  held: new WeakMap(),
};

function outboxMessage(entry: OutboxEntry, isBusy: boolean, isHeld: boolean): ChatMessage {
  return remember(rows[isHeld ? "held" : isBusy ? "busy" : "free"], entry, () => ({
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
