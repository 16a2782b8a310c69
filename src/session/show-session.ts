/** Combines the log with local messages for display. Pure; unchanged groups and lists keep their identity. */
import { needsDecision, pendingDecisions, type DecisionBook } from "../conversation/decisions/decision-book.js";
import type { SharedView } from "../conversation/conversation-state.js";
import { showActivity, type Activity } from "../conversation/show-activity.js";
import { keepList, remember } from "../foundation/keep.js";
import type { OutboxEntry } from "../conversation/outbox/outbox.js";
import type { Actor } from "../wire/protocol/decisions.js";
import type { SessionTurn } from "../wire/protocol/session.js";
import { itemsOf, type SingleGroup, type TimelineGroup } from "../timeline/groups.js";
import type { Delivery } from "../timeline/items.js";
import type { TimelineGroups } from "../timeline/timeline-fold.js";
import type { LogFacts, WaitingMessage } from "./log-facts.js";
import type { QueuedTurn, SessionControllerState } from "./session-state.js";
import type { WindowFacts } from "./session-window.js";

export interface SessionFacts {
  readonly log: LogFacts;
  readonly groups: TimelineGroups;
  readonly book: DecisionBook;
  /** Messages that neither the timeline shows nor the queue. */
  readonly outbox: readonly OutboxEntry[];
  /** Displayed unchanged. `queueSnapshot`: the service's latest, in run order. */
  readonly shown: SharedView &
    WindowFacts &
    Pick<SessionControllerState, "sessionId" | "workspaceId" | "created" | "connectionSince" | "queueSnapshot">;
}

export function showSession(facts: SessionFacts, last?: SessionControllerState): SessionControllerState {
  const { log, groups, book, outbox, shown } = facts;
  const all = waitingTurns(log, shown.queueSnapshot?.items ?? []);
  // The first one without a running turn is at its answer's place; the others are in the queue.
  const next = all.slice(0, log.runningTurnId !== null || log.isPaused ? 0 : 1);
  const listed = all.slice(next.length).map(({ turn }) => turn);
  // A message in flight belongs after the newest page, which history does not show.
  const rows = shown.hasNewer ? [] : [...next.map(waitingRow), ...outbox.map(outboxRow)];
  return {
    ...shown,
    ...showActivity({
      turn: stateOf(facts),
      isNext: next.length > 0,
      needsInput: needsDecision(book),
      outbox,
      error: shown.error,
    }),
    sessionStatus: log.status,
    title: log.title,
    settled: groups.settled,
    live: keepList(last?.live, rows.length === 0 ? groups.live : [...groups.live, ...rows]),
    pending: pendingDecisions(book),
    queue: keepList(last?.queue, listed),
    isPaused: log.isPaused,
    resumeOptions: log.isPaused ? log.resumeOptions : noOptions,
  };
}

function stateOf({ log, groups }: SessionFacts): Activity["turn"] {
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

interface Waiting {
  readonly turn: QueuedTurn;
  readonly resources?: readonly unknown[] | undefined;
  readonly occurredAt: string;
}

/** The service's order where it is known; later turns of the log follow, removed ones are omitted. */
function waitingTurns(log: LogFacts, queue: readonly SessionTurn[]): readonly Waiting[] {
  const ordered = queue.flatMap((turn): Waiting[] => {
    const message = log.waiting.get(turn.id);
    if (message) return [waitingMessage(message)];
    return log.knows(turn.id) || turn.status !== "queued" ? [] : [waitingTurn(turn)];
  });
  const told = new Set(queue.map(({ id }) => id));
  const since = [...log.waiting.values()].filter(({ turnId }) => !told.has(turnId));
  return [...ordered, ...since.map(waitingMessage)];
}

const waitings = new WeakMap<object, Waiting>();

function waitingMessage(message: WaitingMessage): Waiting {
  const { turnId, text, clientEventId, actor, occurredAt, resources } = message;
  return remember(waitings, message, () => ({
    turn: { turnId, text, ...(clientEventId !== null && { clientEventId }), ...(actor && { actor }) },
    occurredAt,
    resources,
  }));
}

/** One whose message is older than the log that is loaded. */
function waitingTurn(turn: SessionTurn): Waiting {
  return remember(waitings, turn, () => ({
    turn: { turnId: turn.id, text: turn.prompt },
    occurredAt: turn.createdAt,
  }));
}

const rowsOf = new WeakMap<object, SingleGroup>();
const deliveryOf = { sending: "sending", accepted: "queued", failed: "failed", unknown: "unknown" } as const;

function outboxRow(entry: OutboxEntry): SingleGroup {
  const { clientEventId, text, turnId, createdAt: occurredAt, resources, state, error } = entry;
  const delivery = { state: deliveryOf[state], ...(error !== undefined && { error }) };
  return remember(rowsOf, entry, () =>
    messageRow({ key: clientEventId, text, turnId, occurredAt, resources, delivery }),
  );
}

function waitingRow(waiting: Waiting): SingleGroup {
  const { turn, occurredAt, resources } = waiting;
  const key = turn.clientEventId ?? turn.turnId;
  return remember(rowsOf, waiting, () =>
    messageRow({ ...turn, key, occurredAt, resources, delivery: { state: "queued" } }),
  );
}

function messageRow(facts: {
  readonly key: string;
  readonly text: string;
  readonly turnId: string | null;
  readonly occurredAt: string;
  readonly resources?: readonly unknown[] | undefined;
  readonly delivery: Delivery;
  readonly actor?: Actor | undefined;
}): SingleGroup {
  const { key, text, turnId, occurredAt, resources = [], delivery, actor } = facts;
  const item = { kind: "user-message", id: key, reconciliationKey: key, text, turnId, occurredAt, delivery } as const;
  return { kind: "item", item: { ...item, resources, ...(actor && { actor }) } };
}
