/**
 * The one bridge from chat messages to the rows of a timeline, so that one view shows either. Pure; the rows of a message
 * or part that did not change are the same objects as before.
 */
import { sharePieces } from "../foundation/growing-text.js";
import type { TimelineItem } from "../timeline/items.js";
import type { ChatMessage, ChatPart } from "./chat-message.js";

/** The rows of these messages, in order. */
export function toTimelineItems(messages: readonly ChatMessage[]): TimelineItem[] {
  return messages.flatMap(itemsOf);
}

/** For messages without a time. */
const noTime = new Date(0).toISOString();

const known = new WeakMap<ChatMessage, readonly TimelineItem[]>();

/** The rows of one message: a user's is one, an answer has one a part, and an end once it has one. */
export function itemsOf(message: ChatMessage): readonly TimelineItem[] {
  const items = known.get(message) ?? (message.role === "user" ? [userItem(message)] : answerItems(message));
  known.set(message, items);
  return items;
}

function userItem(message: ChatMessage): TimelineItem {
  const { delivery } = message;
  return {
    kind: "user-message",
    id: message.id,
    reconciliationKey: message.id,
    occurredAt: message.createdAt ?? noTime,
    text: message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n\n"),
    turnId: message.turnId,
    resources: [],
    ...(message.actor && { actor: message.actor }),
    ...(delivery && delivery !== "sent" && { delivery: { state: delivery, error: message.failureText } }),
  };
}

function answerItems(message: ChatMessage): readonly TimelineItem[] {
  const last = message.parts.length - 1;
  const rows = message.parts.map((part, index) => partItem(message, part, index, index === last));
  return [...rows, ...endItems(message)];
}

interface PartRow {
  readonly item: TimelineItem;
  readonly id: string;
  readonly streaming: boolean;
}

const rows = new WeakMap<ChatPart, PartRow>();

function partItem(message: ChatMessage, part: ChatPart, index: number, isLast: boolean): TimelineItem {
  const id = `${message.id}-${index}`;
  const streaming = isLast && message.state === "streaming";
  const row = rows.get(part);
  if (row && row.id === id && row.streaming === streaming) return row.item;
  const base = { id, occurredAt: message.createdAt ?? noTime, turnId: message.turnId };
  const item: TimelineItem =
    part.type === "text"
      ? { kind: "agent-message", ...base, text: part.text, streaming }
      : {
          kind: "tool-call",
          ...base,
          callId: part.callId ?? null,
          name: part.name,
          arguments: part.input,
          output: part.output,
          status: part.state,
          ...(part.denial && { denial: part.denial }),
        };
  if (part.type === "text" && item.kind === "agent-message") sharePieces(part, item);
  rows.set(part, { item, id, streaming });
  return item;
}

/** As in the timeline of a log: a turn without activity that failed or stopped has a row of its own. */
function endItems({ id, turnId, state, parts, failureText, ...message }: ChatMessage): readonly TimelineItem[] {
  if (state !== "complete" && state !== "failed" && state !== "cancelled") return [];
  const row = { turnId, occurredAt: message.endedAt ?? message.createdAt ?? noTime };
  const end: TimelineItem = {
    kind: "turn-end",
    ...row,
    id: `${id}-turn-end`,
    outcome: state,
    failureText: failureText ?? null,
  };
  if (state === "complete" || parts.some((part) => part.type === "tool")) return [end];
  return [end, { kind: "notice", ...row, id: `${id}-notice`, tone: state, text: failureText ?? "" }];
}
