import { lengthen, piecesOf, sharePieces } from "../../foundation/growing-text.js";
import { reasoningText } from "../../wire/protocol/event-payloads.js";
import type { EventOf, SessionEvent } from "../../wire/protocol/session-event.js";
import { isRecord } from "../../wire/protocol/read-fields.js";
import { cleanPiece, withoutCitations } from "../citations.js";
import type { FoldState } from "../fold-state.js";
import type { TimelineItem } from "../items.js";
import { rowOf, type Handler } from "./handler.js";

/** Messages of people and of the agent. */

export const userMessage: Handler<"user.message"> = (state, event) => {
  const interrupted = state.streaming;
  const slot = state.push(workerCompletion(event) ?? message(event));
  state.unqueued.set(event.id, { slot, interrupted });
};

export const messageDelta: Handler<"agent.message.delta"> = (state, event) => {
  const turn = state.turn(event.turnId);
  // A mark that something else interrupts is never closed.
  const begun = streams(state, event, "agent-message") ? turn.heldMark : "";
  const { text, held } = cleanPiece(begun, event.payload.text);
  turn.heldMark = held;
  extend(state, event, "agent-message", text);
};

export const reasoningDelta: Handler<"agent.reasoning.delta"> = (state, event) => {
  const text = reasoningText(event.payload);
  if (text === "" && event.payload.text === undefined) return;
  extend(state, event, "reasoning", text);
};

/** The service reports this per message and again at the end of the turn; skips duplicates. */
export const messageCompleted: Handler<"agent.message.completed"> = (state, event) => {
  const text = withoutCitations(event.payload.text || (event.payload.preview ?? ""));
  const turn = state.turn(event.turnId);
  turn.heldMark = "";
  const slot = turn.lastMessage;
  const old = slot?.item;
  if (slot && old?.kind === "agent-message" && isSame(old, event, text)) {
    // For two equal texts, the one that the log keeps.
    const longer = text.length > old.text.length || text === old.text ? text : old.text;
    const item = { ...old, text: longer, streaming: false, occurredAt: event.occurredAt };
    if (longer === old.text) {
      piecesOf(old)?.settle(longer);
      sharePieces(old, item);
    }
    if (state.isLast(slot)) state.update(slot, item);
    else state.moveToEnd(slot, item);
  } else if (text !== "") {
    const row = { ...rowOf(event), kind: "agent-message", text, streaming: false } as const;
    turn.lastMessage = state.push(row);
  }
};

function isSame(
  old: Extract<TimelineItem, { kind: "agent-message" }>,
  event: EventOf<"agent.message.completed">,
  text: string,
): boolean {
  // A text truncated for its size is not a new message: its deltas contain it whole.
  const cut = isRecord(event.payload.truncation);
  return old.streaming || cut || text.startsWith(old.text) || old.text.startsWith(text);
}

type Streamed = "agent-message" | "reasoning";

/** The row that a delta extends; null where it begins one. */
function streams(state: FoldState, event: SessionEvent, kind: Streamed) {
  const last = state.streaming;
  const isIt = last && state.isLast(last) && last.item.kind === kind && last.item.turnId === rowOf(event).turnId;
  return isIt ? (last as typeof last & { item: Extract<TimelineItem, { kind: Streamed }> }) : null;
}

function extend(state: FoldState, event: SessionEvent, kind: Streamed, text: string): void {
  const last = streams(state, event, kind);
  if (last !== null) {
    state.extend(last, lengthen(last.item, "text", text));
    return;
  }
  const row = rowOf(event);
  const slot = state.push({ ...row, kind, text, streaming: true });
  if (kind === "agent-message") state.turn(row.turnId).lastMessage = slot;
}

function message(event: EventOf<"user.message">): TimelineItem {
  const { payload } = event;
  return {
    ...rowOf(event),
    kind: "user-message",
    reconciliationKey: event.clientEventId ?? event.id,
    text: payload.text,
    resources: payload.resources ?? [],
    ...(payload.tools !== undefined && { tools: payload.tools }),
    ...(payload.actor !== undefined && { actor: payload.actor }),
    ...(payload.annotations !== undefined && { annotations: payload.annotations }),
    ...(payload.presentation !== undefined && { presentation: payload.presentation }),
  };
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** A message that only reports how a child session ended; null for an ordinary one. */
function workerCompletion(event: EventOf<"user.message">): TimelineItem | null {
  const report = event.payload.childCompletion;
  if (!isRecord(report)) return null;
  const { childSessionId, status } = report;
  if (typeof childSessionId !== "string" || !uuid.test(childSessionId)) return null;
  if (typeof status !== "string" || status.trim() === "") return null;
  const goal = isRecord(report["goal"]) ? report["goal"] : {};
  const word = (name: string) => (typeof goal[name] === "string" ? goal[name] : null);
  return {
    ...rowOf(event),
    kind: "worker-completion",
    childSessionId,
    childStatus: status,
    goalStatus: word("status"),
    goalText: word("text"),
    evidence: word("evidence"),
    pausedReason: word("pausedReason"),
    text: event.payload.text,
  };
}
