/** A tab's view in the reference's terms: the same for both doors. */
import type { ChatMessage, ChatToolState } from "../../../src/chat/chat-message.js";
import type { ChatState } from "../../../src/chat/chat-types.js";
import type { Decision } from "../../../src/conversation/decisions/decision.js";
import type { SessionControllerState } from "../../../src/session/session-types.js";
import { itemsOf, type TimelineGroup } from "../../../src/timeline/groups.js";
import type { TimelineItem } from "../../../src/timeline/items.js";
import type { Row, Shown } from "../../faults/support/reference.js";
import { withoutQuestions } from "../../support/without-questions.js";

export interface TabView extends Shown {
  readonly connection: string;
  readonly isRestoring: boolean;
  readonly isRunning: boolean;
  readonly isMissing: boolean;
  readonly isUnreachable: boolean;
  readonly error: Error | null;
  readonly decisions: readonly Decision[];
  /** By its key: a message that is not the log's yet. */
  readonly deliveries: ReadonlyMap<string, string>;
}

export function chatView(state: ChatState): TabView {
  const rows = state.messages.filter((message) => !isOnlyQuestions(message)).flatMap(messageRows);
  const sent = state.messages.filter(({ delivery }) => delivery !== undefined && delivery !== "sent");
  const deliveries = new Map(sent.map(({ id, delivery }) => [id, delivery as string]));
  return { ...standing(state), rows, deliveries };
}

export function sessionView(state: SessionControllerState): TabView {
  const deliveries = new Map<string, string>();
  for (const item of [...state.settled, ...state.live].flatMap(itemsOf)) {
    if (item.kind === "user-message" && item.delivery) deliveries.set(item.reconciliationKey, item.delivery.state);
  }
  return { ...standing(state), rows: sessionRows(state), deliveries };
}

type Standing = Pick<
  SessionControllerState,
  "connection" | "isRestoring" | "isRunning" | "isMissing" | "isUnreachable" | "error" | "queue" | "pending"
>;

function standing(state: Standing) {
  const { connection, isRestoring, isRunning, isMissing, isUnreachable, error, queue, pending } = state;
  const isOpen = ({ state: { name } }: Decision) => ["pending", "failed", "unknown"].includes(name);
  return {
    connection,
    isRestoring,
    isRunning,
    isMissing,
    isUnreachable,
    error,
    decisions: pending,
    queue: queue.map(({ text }) => text),
    open: pending.filter(isOpen).map(({ id }) => id),
  };
}

/** The reference has no row for a complete answer that consists of questions. */
function isOnlyQuestions({ role, parts, state }: ChatMessage): boolean {
  return role === "assistant" && state === "complete" && parts.every(({ type }) => type === "question");
}

/** A turn without output has the row of its end behind its message. */
function messageRows(message: ChatMessage): Row[] {
  const row = messageRow(message);
  return message.unansweredAt === undefined ? [row] : [row, { role: "assistant", state: "complete", parts: [] }];
}

function messageRow({ role, parts, state, delivery }: ChatMessage): Row {
  const told = withoutQuestions(parts).map((part) =>
    part.type === "text" ? part.text : `[${part.name} ${statusOf(part.state)}]`,
  );
  const standsAs = role === "user" ? (delivery === "sent" ? undefined : delivery) : state;
  return standsAs === undefined ? { role, parts: told } : { role, state: standsAs, parts: told };
}

/** In rows and in the reference, a call that waits for an approval is complete. */
function statusOf(state: ChatToolState): string {
  return state === "waiting" || state === "approved" ? "complete" : state;
}

/** The rows of a turn, in any of its groups. */
interface TurnRows {
  readonly parts: string[];
  state: string | undefined;
  isAfterText: boolean;
}

function sessionRows({ settled, live }: SessionControllerState): Row[] {
  const rows: { readonly turn?: TurnRows; readonly row?: Row }[] = [];
  const turns = new Map<string, TurnRows>();
  const turnOf = (id: string | null): TurnRows => {
    const known = turns.get(id ?? "");
    if (known) return known;
    const turn = { parts: [], state: undefined, isAfterText: false };
    turns.set(id ?? "", turn);
    rows.push({ turn });
    return turn;
  };
  const tellItem = (item: TimelineItem) => {
    if (item.kind === "user-message") {
      const state = item.delivery?.state;
      rows.push({ row: { role: "user", parts: [item.text], ...(state !== undefined && { state }) } });
    }
    if (item.kind === "notice" && (item.tone === "failed" || item.tone === "cancelled"))
      turnOf(item.turnId).state = item.tone;
    if (item.kind === "human-input" && item.response.outcome === "cancelled") turnOf(item.turnId).state = "cancelled";
    if (item.kind === "agent-message") tellText(turnOf(item.turnId), item.text);
    if (item.kind === "tool-call") {
      const turn = turnOf(item.turnId);
      turn.parts.push(`[${item.name} ${item.cancelled ? "cancelled" : item.status}]`);
      turn.isAfterText = false;
    }
  };
  const tellGroup = (group: TimelineGroup) => {
    const items = itemsOf(group);
    items.forEach(tellItem);
    const turnId = items.map((item) => ("turnId" in item ? item.turnId : null)).find((id) => id !== null);
    if (group.kind === "turn" && turnId) turnOf(turnId).state = group.outcome;
  };
  [...settled, ...live].forEach(tellGroup);
  return rows.flatMap(({ row, turn }): Row[] => {
    if (row) return [row];
    const { parts, state } = turn as TurnRows;
    if (parts.length === 0 && state === undefined) return [];
    // The timeline does not show the end of every turn.
    return [{ role: "assistant", parts, ...(state !== undefined && { state }) }];
  });
}

function tellText(turn: TurnRows, text: string): void {
  if (turn.isAfterText) turn.parts.push(`${turn.parts.pop()}\n\n${text}`);
  else turn.parts.push(text);
  turn.isAfterText = true;
}
