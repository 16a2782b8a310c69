/** Combines the log with local messages for display. Pure; unchanged groups and lists keep their identity. */
import type { DecisionBook } from "../conversation/decisions/decision-book.js";
import type { SharedView } from "../conversation/conversation-state.js";
import { showActivity, type Activity, type ShownActivity } from "../conversation/show-activity.js";
import { keepList, remember } from "../foundation/keep.js";
import type { OutboxEntry } from "../conversation/outbox/outbox-entry.js";
import type { SessionTurn } from "../wire/protocol/session.js";
import { itemsOf, type SingleGroup, type TimelineGroup } from "../timeline/groups.js";
import type { Delivery, TimelineItem } from "../timeline/items.js";
import type { TimelineGroups } from "../timeline/timeline-fold.js";
import type { LoggedSession, WaitingMessage } from "./logged-session.js";
import type { SessionControllerState } from "./session-types.js";
import type { WindowFacts } from "./session-window.js";

export interface SessionFacts {
  readonly log: LoggedSession;
  readonly groups: TimelineGroups;
  readonly book: DecisionBook;
  /** Messages that neither the timeline shows nor the queue. */
  readonly outbox: readonly OutboxEntry[];
  /** Displayed unchanged. */
  readonly shown: SharedView &
    WindowFacts &
    Pick<SessionControllerState, "sessionId" | "workspaceId" | "created" | "connectionSince">;
}

export function showSession(facts: SessionFacts, last?: SessionControllerState): SessionControllerState {
  const { log, groups, book, outbox, shown } = facts;
  const waiting = waitingTurns(log, outbox);
  const activity = { turn: stateOf(facts), waiting, isBlocked: log.isBlocked, book, outbox, error: shown.error };
  const { next, rows: sent, view } = showActivity(activity, (message) => message, last?.queue);
  const told = toldRows(facts);
  // A message in flight belongs after the newest page, which history does not show.
  const rows = shown.hasNewer ? [] : [...(next ? [waitingRow(next)] : []), ...sent.map(outboxRow)];
  return {
    ...shown,
    ...view,
    queueSnapshot: log.queue,
    sessionStatus: log.status,
    title: log.title,
    settled: groups.settled,
    live: keepList(last?.live, rows.length === 0 ? told : [...told, ...rows]),
    isPaused: log.isPaused,
    resumeOptions: log.isPaused ? log.resumeOptions : noOptions,
  };
}

/** The log's live rows. A message of this device stays where it is until its turn is queued. */
function toldRows({ log: { writtenKey }, groups: { live }, outbox }: SessionFacts): readonly TimelineGroup[] {
  if (!outbox.some(({ clientEventId }) => clientEventId === writtenKey)) return live;
  return live.filter((group) => group.kind !== "item" || keyOf(group.item) !== writtenKey);
}

const keyOf = (item: TimelineItem) => (item.kind === "user-message" ? item.reconciliationKey : null);

function stateOf({ log, groups }: SessionFacts): Activity<unknown>["turn"] {
  if (log.runningTurnId === null) return null;
  if (log.status === "requires_action") return "waiting";
  return groups.live.some(isOutput) ? "writing" : "begun";
}

/** Whether the agent has written or done something in this group. */
function isOutput(group: TimelineGroup): boolean {
  const items = group.kind === "item" ? [group.item] : itemsOf(group);
  return items.some(({ kind }) => kind !== "user-message" && kind !== "startup-phase");
}

const noOptions: SessionControllerState["resumeOptions"] = [];

/**
 * The service's order where it is known; later turns of the log follow, removed ones are omitted. A turn that the log
 * does not have yet may be that of a message in flight, which is shown by itself. Only the text links the two.
 */
function waitingTurns(log: LoggedSession, outbox: readonly OutboxEntry[]): readonly WaitingMessage[] {
  const queue = log.queue?.items ?? [];
  const inFlight = outbox.map(({ text }) => text);
  const ordered = queue.flatMap((turn): readonly WaitingMessage[] => {
    const message = log.waiting.get(turn.id);
    if (message) return [message];
    if (log.knows(turn.id) || turn.status !== "queued") return [];
    const own = inFlight.indexOf(turn.prompt);
    if (own >= 0) inFlight.splice(own, 1);
    return own >= 0 ? [] : [waitingTurn(turn)];
  });
  const told = new Set(queue.map(({ id }) => id));
  const all = [...ordered, ...[...log.waiting.values()].filter(({ turnId }) => !told.has(turnId))];
  const isNext = ({ turnId }: WaitingMessage) => turnId === log.steered;
  // The service's order may be older than the log.
  return all.some(isNext) ? [...all.filter(isNext), ...all.filter((one) => !isNext(one))] : all;
}

const older = new WeakMap<SessionTurn, WaitingMessage>();

/** One whose message is older than the log that is loaded. */
function waitingTurn(turn: SessionTurn): WaitingMessage {
  const { id: turnId, prompt: text, createdAt: occurredAt } = turn;
  return remember(older, turn, () => ({ turnId, text, clientEventId: null, occurredAt }));
}

const rowsOf = new WeakMap<object, SingleGroup>();
const heldRowsOf = new WeakMap<object, SingleGroup>();
const deliveryOf = { sending: "sending", accepted: "queued", failed: "failed", unknown: "unknown" } as const;

function outboxRow({ entry, isHeld }: ShownActivity<WaitingMessage>["rows"][number]): SingleGroup {
  const { state, error, isRefused, createdAt: occurredAt } = entry;
  const delivery = {
    state: deliveryOf[state],
    ...(error !== undefined && { error }),
    ...(isRefused && { isRefused }),
    ...(isHeld && { isHeld }),
  };
  return remember(isHeld ? heldRowsOf : rowsOf, entry, () => messageRow({ ...entry, occurredAt }, delivery));
}

function waitingRow(message: WaitingMessage): SingleGroup {
  return remember(rowsOf, message, () => messageRow(message, { state: "queued" }));
}

function messageRow(
  message: Omit<WaitingMessage, "turnId"> & { readonly turnId: string | null },
  delivery: Delivery,
): SingleGroup {
  const { clientEventId, turnId, text, occurredAt, resources = [], actor } = message;
  const id = clientEventId ?? turnId ?? "";
  const item = { kind: "user-message", id, reconciliationKey: id, text, turnId, occurredAt, delivery } as const;
  return { kind: "item", item: { ...item, resources, ...(actor && { actor }) } };
}
