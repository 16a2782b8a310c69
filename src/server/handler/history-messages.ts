/**
 * Turns a log into the messages of a history. Pure; the rows come from the timeline's own fold, so that a reload
 * shows the same as the page before it.
 */
import type { ChatHistoryMessage, ChatHistoryPart } from "../../wire/protocol/chat-bodies.js";
import { filesField } from "../../wire/protocol/file-resource.js";
import { isRecord } from "../../wire/protocol/read-fields.js";
import type { SessionEvent } from "../../wire/protocol/session-event.js";
import { buildTimeline } from "../../timeline/build-timeline.js";
import type { CallStatus, ItemOf } from "../../timeline/items.js";
import { isOfAnswer, type AnswerItem } from "./answer-rows.js";
import { turnOf } from "./fold-turn.js";

/** A message, and its place in the log: that of its turn, which runs after the turns before it. */
export interface PlacedMessage {
  readonly message: ChatHistoryMessage;
  /** Where its turn starts. 0 when the message of its turn is before the first event that was read. */
  readonly first: number;
  readonly last: number;
}

export interface PlacedHistory {
  readonly placed: readonly PlacedMessage[];
  /** The end, as far as it was read, of the last turn that ran and whose message was not read. 0 without one. */
  readonly unreadUntil: number;
}

interface Span {
  /** The message, or `turn.queued` where the message is no message of a person. 0 when it was not read. */
  sent: number;
  /** The sequence of the first sign that the turn runs. */
  begun: number | undefined;
  /** Another turn ran between message and start, so the message is placed at the start. */
  hasWaited: boolean;
  startedAt: string | undefined;
  last: number;
}

/** One assistant message a turn, in the order they are shown. Events ascend by sequence. */
export function historyMessages(events: readonly SessionEvent[]): PlacedHistory {
  const byId = new Map(events.map((event) => [event.id, event]));
  const spans = turnSpans(events);
  const drafts: Draft[] = [];
  const answers = new Map<string | null, AnswerDraft>();
  /** Ends of turns that completed without any output, by turn id. */
  const silent = new Map<string, ItemOf<"turn-end">>();
  for (const item of buildTimeline(events)) {
    if (item.kind === "user-message") {
      drafts.push({ user: item });
      answers.delete(null);
    } else if (isOfAnswer(item)) {
      addToAnswer(item, partOf(item, byId.get(item.id)), answers, drafts);
      if (item.kind === "turn-end" && item.turnId !== null && !answers.has(item.turnId)) silent.set(item.turnId, item);
    }
  }
  const placed = drafts.flatMap((draft) => {
    if (draft.user) {
      const turnId = draft.user.turnId ?? "";
      return userMessage(draft.user, byId.get(draft.user.id), silent.get(turnId), spans.get(turnId));
    }
    return assistantMessage(draft.answer, byId.get(draft.answer.item.id), spans);
  });
  return { placed, unreadUntil: unreadUntil(spans) };
}

type Draft =
  | { readonly user: ItemOf<"user-message">; readonly answer?: undefined }
  | { readonly answer: AnswerDraft; readonly user?: undefined };

interface AnswerDraft {
  readonly item: AnswerItem;
  readonly parts: ChatHistoryPart[];
  end?: ItemOf<"turn-end">;
}

function addToAnswer(
  item: AnswerItem,
  part: ChatHistoryPart | undefined,
  answers: Map<string | null, AnswerDraft>,
  drafts: Draft[],
): void {
  const brokeOff = item.kind === "turn-end" && item.outcome !== "complete";
  let answer = answers.get(item.turnId);
  // A turn that failed or was stopped before any output is included too.
  if (answer === undefined && (part !== undefined || brokeOff)) {
    answer = { item, parts: [] };
    answers.set(item.turnId, answer);
    drafts.push({ answer });
  }
  if (part) answer?.parts.push(part);
  if (answer && item.kind === "turn-end") answer.end = item;
}

function partOf(item: AnswerItem, event: SessionEvent | undefined): ChatHistoryPart | undefined {
  if (item.kind === "turn-end") return undefined;
  if (item.kind === "agent-message") return item.text === "" ? undefined : { type: "text", text: item.text };
  if (item.kind === "human-input") {
    const { requestId, response, answers, actor } = item;
    return { type: "question", requestId, outcome: response.outcome, answers, ...(actor && { actor }) };
  }
  // The stream shows a worker by the call that started it.
  const call = item.kind === "worker" ? callOf(event) : { ...item, input: item.arguments };
  return {
    type: "tool",
    name: call.name,
    status: item.cancelled ? "cancelled" : toolStatus[item.status],
    ...(item.callId !== null && { callId: item.callId }),
    ...(isThere(call.input) && { input: call.input }),
    ...(item.kind === "tool-call" && isThere(item.output) && { output: item.output }),
    ...(item.denial && { denied: item.denial }),
  };
}

function callOf(event: SessionEvent | undefined): { readonly name: string; readonly input: unknown } {
  const payload = isRecord(event?.payload) ? event.payload : {};
  const name = payload["name"];
  return { name: typeof name === "string" ? name : "tool", input: payload["arguments"] };
}

const toolStatus = {
  running: "started",
  complete: "completed",
  failed: "failed",
  cancelled: "cancelled",
  // Older clients have no status for a call that was not made; `denied` informs the others.
  "output-denied": "failed",
} as const satisfies Record<CallStatus, unknown>;

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function userMessage(
  item: ItemOf<"user-message">,
  event: SessionEvent | undefined,
  silentEnd: ItemOf<"turn-end"> | undefined,
  span: Span | undefined,
): PlacedMessage[] {
  const files = filesField(item.resources);
  if ((item.text === "" && !files.resources) || event === undefined) return [];
  // A page begins where its first message is, so a message that waited is where its turn starts.
  const sequence = (span && placeOf(span)) || event.sequence;
  const message: ChatHistoryMessage = {
    id: item.id,
    role: "user",
    text: item.text,
    sequence,
    turnId: item.turnId,
    ...(typeof event.clientEventId === "string" && { clientEventId: event.clientEventId }),
    ...(item.actor && { actor: item.actor }),
    ...files,
    parts: [{ type: "text", text: item.text }],
    createdAt: event.occurredAt,
    ...(silentEnd && { unansweredAt: silentEnd.occurredAt }),
  };
  // The mark needs the end of its turn, so a page has both.
  return [{ message, first: span ? placeOf(span) : sequence, last: (silentEnd && span?.last) ?? sequence }];
}

function assistantMessage(
  { item, parts, end }: AnswerDraft,
  event: SessionEvent | undefined,
  spans: ReadonlyMap<string | null, Span>,
): PlacedMessage[] {
  const span = spans.get(item.turnId);
  const sequence = event?.sequence ?? span?.last ?? 1;
  const message: ChatHistoryMessage = {
    id: item.turnId ?? item.id,
    role: "assistant",
    text: parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n\n"),
    sequence,
    turnId: item.turnId,
    parts,
    ...outcomeOf(end),
    createdAt: span?.startedAt ?? item.occurredAt,
    ...(end && { endedAt: end.occurredAt, ...(end.waitedMs !== undefined && { waitedMs: end.waitedMs }) }),
  };
  return [{ message, first: span ? placeOf(span) : sequence, last: span?.last ?? sequence }];
}

function outcomeOf(end: ItemOf<"turn-end"> | undefined): Pick<ChatHistoryMessage, "outcome" | "failureText"> {
  if (!end || end.outcome === "complete") return {};
  return { outcome: end.outcome, ...(end.failureText && { failureText: end.failureText }) };
}

function unreadUntil(spans: ReadonlyMap<string, Span>): number {
  const unread = [...spans.values()].filter(({ sent, begun }) => sent === 0 && begun !== undefined);
  return Math.max(0, ...unread.map(({ last }) => last));
}

/** 0 for a turn whose message was not read. */
function placeOf({ sent, begun, hasWaited }: Span): number {
  return hasWaited && sent > 0 ? (begun ?? sent) : sent;
}

function turnSpans(events: readonly SessionEvent[]): Map<string, Span> {
  const spans = new Map<string, Span>();
  const messages = new Map<string, number>();
  /** The last event of a turn that ran. */
  let lastWork = 0;
  let isReadBefore = false;
  for (const event of events) {
    const { sequence, type } = event;
    if (type === "user.message") messages.set(event.id, sequence);
    const turnId = turnOf(event);
    if (turnId !== null) {
      const span = spans.get(turnId) ?? { sent: 0, begun: undefined, hasWaited: false, startedAt: undefined, last: 0 };
      if (type === "turn.queued") span.sent ||= messageOf(event, messages) ?? (isReadBefore ? sequence : 0);
      else {
        if (span.begun === undefined) span.hasWaited = lastWork > span.sent;
        span.begun ??= sequence;
        lastWork = sequence;
      }
      if (type === "turn.started") span.startedAt ??= event.occurredAt;
      span.last = sequence;
      spans.set(turnId, span);
    }
    // A message directly precedes its `turn.queued`, but for the status.
    isReadBefore ||= type !== "session.status.changed";
  }
  return spans;
}

/** The sequence of the message that a `turn.queued` names, when it was read. */
function messageOf({ payload }: SessionEvent, messages: ReadonlyMap<string, number>): number | undefined {
  const trigger = isRecord(payload) ? payload["triggerEventId"] : undefined;
  return typeof trigger === "string" ? messages.get(trigger) : undefined;
}
