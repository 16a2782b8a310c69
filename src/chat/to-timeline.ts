/**
 * Converts chat messages to rows of a timeline, so that one view shows both. Pure; unchanged messages and parts keep
 * their row objects.
 */
import { sharePieces } from "../foundation/growing-text.js";
import { remember } from "../foundation/keep.js";
import type { TimelineItem, ToolCallItem } from "../timeline/items.js";
import type { ChatMessage, ChatPart, ChatToolState } from "./chat-message.js";

/** The rows of these messages, in order. */
export function toTimelineItems(messages: readonly ChatMessage[]): TimelineItem[] {
  return messages.flatMap(itemsOf);
}

/** For messages without a time. */
const noTime = new Date(0).toISOString();

const known = new WeakMap<ChatMessage, readonly TimelineItem[]>();

/**
 * The rows of one message: one for a user's message; for an answer one per part, and one for its end. A turn without
 * output has the rows of its beginning and end after the user's message.
 */
export function itemsOf(message: ChatMessage): readonly TimelineItem[] {
  return remember(known, message, () => {
    if (message.role === "assistant") return answerItems(message);
    return [userItem(message), ...silentItems(message)];
  });
}

function silentItems({ turnId, createdAt, unansweredAt }: ChatMessage): readonly TimelineItem[] {
  if (unansweredAt === undefined || turnId === null) return [];
  const row = { turnId, occurredAt: unansweredAt, outcome: "complete", failureText: null } as const;
  return [beginItem(turnId, turnId, createdAt ?? unansweredAt), { kind: "turn-end", id: `${turnId}-turn-end`, ...row }];
}

function userItem(message: ChatMessage): TimelineItem {
  const { delivery, failureText, isRefused, isHeld, resources = [] } = message;
  return {
    kind: "user-message",
    id: message.id,
    reconciliationKey: message.id,
    occurredAt: message.createdAt ?? noTime,
    text: message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n\n"),
    turnId: message.turnId,
    resources,
    ...(message.actor && { actor: message.actor }),
    ...(delivery && delivery !== "sent" && { delivery: { state: delivery, error: failureText, isRefused, isHeld } }),
  };
}

function answerItems(message: ChatMessage): readonly TimelineItem[] {
  const lastText = message.parts.findLastIndex(({ type }) => type === "text");
  const rows = message.parts.map((part, index) => partItem(message, part, index, growthOf(message, index, lastText)));
  return [...beginItems(message), ...rows, ...endItems(message)];
}

/** As in a session's log, a turn that failed or was stopped without a tool call has a row of its beginning (`queue`). */
function beginItems({ id, turnId, state, parts, createdAt }: ChatMessage): readonly TimelineItem[] {
  if ((state !== "failed" && state !== "cancelled") || createdAt === undefined) return [];
  if (parts.some((part) => part.type === "tool")) return [];
  return [beginItem(id, turnId, createdAt)];
}

function beginItem(id: string, turnId: string | null, at: string): TimelineItem {
  const time = { occurredAt: at, startedAt: at, completedAt: at, durationMs: 0 };
  const row = { kind: "startup-phase", phase: "queue", status: "complete", outcome: null } as const;
  return { ...row, ...time, id: `${id}-begin`, turnId };
}

interface PartRow {
  readonly item: TimelineItem;
  readonly id: string;
  readonly growth: Growth;
}

type Growth = "streaming" | "cut off" | "complete";

const rows = new WeakMap<ChatPart, PartRow>();

function partItem(message: ChatMessage, part: ChatPart, index: number, growth: Growth): TimelineItem {
  const id = `${message.id}-${index}`;
  const row = rows.get(part);
  if (row && row.id === id && row.growth === growth) return row.item;
  const base = { id, occurredAt: message.createdAt ?? noTime, turnId: message.turnId };
  const item = itemOfPart(part, base, growth);
  if (part.type === "text" && item.kind === "agent-message") sharePieces(part, item);
  rows.set(part, { item, id, growth });
  return item;
}

function growthOf({ state, parts }: ChatMessage, index: number, lastText: number): Growth {
  if (state === "streaming" && index === parts.length - 1) return "streaming";
  return (state === "failed" || state === "cancelled") && index === lastText ? "cut off" : "complete";
}

type ItemBase = Pick<TimelineItem & { readonly turnId: string | null }, "id" | "occurredAt" | "turnId">;

function itemOfPart(part: ChatPart, base: ItemBase, growth: Growth): TimelineItem {
  switch (part.type) {
    case "text":
      return {
        kind: "agent-message",
        ...base,
        text: part.text,
        streaming: growth === "streaming",
        ...(growth === "cut off" && { cutOff: true }),
      };
    case "question":
      return {
        kind: "human-input",
        ...base,
        requestId: part.requestId,
        questions: [],
        response:
          part.outcome === "answered" ? { outcome: part.outcome, answers: part.answers } : { outcome: part.outcome },
        answers: part.answers,
        ...(part.actor && { actor: part.actor }),
      };
    case "tool":
      return {
        kind: "tool-call",
        ...base,
        callId: part.callId ?? null,
        name: part.name,
        arguments: part.input,
        output: part.output,
        ...statusOf(part.state),
        ...(part.state === "running" && { runsSince: null }),
        ...(part.denial && { denial: part.denial }),
      };
  }
}

/** In a row, as in a session's log, a call that waits is complete and marked. */
function statusOf(state: ChatToolState): Pick<ToolCallItem, "status" | "waits" | "approved"> {
  if (state === "waiting") return { status: "complete", waits: true };
  if (state === "approved") return { status: "complete", waits: true, approved: true };
  return { status: state };
}

/** A turn that failed or stopped without any other row has a notice. */
function endItems({ id, turnId, state, parts, failureText, ...message }: ChatMessage): readonly TimelineItem[] {
  if (state !== "complete" && state !== "failed" && state !== "cancelled") return [];
  const row = { turnId, occurredAt: message.endedAt ?? message.createdAt ?? noTime };
  const end: TimelineItem = {
    kind: "turn-end",
    ...row,
    id: `${id}-turn-end`,
    outcome: state,
    failureText: failureText ?? null,
    ...(message.waitedMs !== undefined && { waitedMs: message.waitedMs }),
  };
  const hasRows = message.createdAt !== undefined || parts.some((part) => part.type === "tool");
  if (state === "complete" || hasRows) return [end];
  return [end, { kind: "notice", ...row, id: `${id}-notice`, tone: state, text: failureText ?? "" }];
}
