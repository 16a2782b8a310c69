import type { HumanInputRequest } from "../protocol/decisions.js";
import { isActivity, turnIdOf } from "./item-facts.js";
import type { RunStatus, TimelineItem } from "./items.js";

/**
 * The mutable index behind the fold. Handlers find the row they mean through it without walking the history, and
 * replace that row's item; items themselves are never written to.
 */

/** The place of a row: it stays while its item is replaced. */
export interface Slot {
  item: TimelineItem;
  /** Whether its group was handed out as settled. */
  settled: boolean;
}

export interface TurnRecord {
  readonly id: string | null;
  /** Time of `turn.queued`, until the queue phase is written. */
  queuedAt: string | null;
  /** The message that began the turn, hidden until the turn starts. */
  hidden: TimelineItem | null;
  /** That message's row, while only evidence, and no `turn.started`, has placed it. */
  placedByEvidence: Slot | null;
  queued: boolean;
  begun: boolean;
  started: boolean;
  ended: boolean;
  /** How many activity rows it has. */
  activity: number;
  lastMessage: Slot | null;
  openCompaction: Slot | null;
  /** Rows that run, oldest first. */
  readonly running: Set<Slot>;
  readonly phases: Map<string, Slot>;
}

export interface OpenRequest {
  readonly request: HumanInputRequest;
  /** The row that says that input is waited for. */
  readonly notice: Slot;
}

type RunningItem = Extract<TimelineItem, { readonly status: RunStatus }>;

export class FoldState {
  readonly slots: Slot[] = [];
  /** Call id → its newest row. */
  readonly calls = new Map<string, Slot>();
  /** Calls that other rows stand for. */
  readonly hiddenCalls = new Set<string>();
  readonly requests = new Map<string, OpenRequest>();
  /** Messages that stand where they were sent, by event id, until a `turn.queued` names their turn. */
  readonly unqueued = new Map<string, { readonly slot: Slot; readonly interrupted: Slot | null }>();
  /** The newest status announced. */
  lastStatus: string | null = null;
  /** The one row that deltas may extend. */
  streaming: Slot | null = null;
  /** Counts changes, so that readers know when what they derived is old. */
  version = 0;
  /** Set when something settled was touched after all. */
  disturbed = false;
  private readonly turns = new Map<string | null, TurnRecord>();

  turn(id: string | null | undefined): TurnRecord {
    const key = id ?? null;
    let turn = this.turns.get(key);
    if (!turn) {
      turn = newTurn(key);
      this.turns.set(key, turn);
    }
    return turn;
  }

  isEnded(turnId: string | null): boolean {
    return turnId === null || this.turns.get(turnId)?.ended === true;
  }

  /** Rows that run: of one turn, or of all when the turn is not known; oldest first. */
  running(turnId: string | null): Slot[] {
    if (turnId !== null) return [...this.turn(turnId).running];
    return [...this.turns.values()].flatMap((turn) => [...turn.running]);
  }

  push(item: TimelineItem): Slot {
    const slot: Slot = { item, settled: false };
    this.place(slot);
    if (isActivity(item)) this.turn(turnIdOf(item)).activity += 1;
    return slot;
  }

  /** Whether it is a message that no turn was queued for yet, which is taken back when one is. */
  isUnqueued(slot: Slot): boolean {
    return this.unqueued.get(slot.item.id)?.slot === slot;
  }

  update(slot: Slot, item: TimelineItem): void {
    this.version += 1;
    if (slot.settled) this.disturbed = true;
    slot.item = item;
    this.index(slot);
  }

  moveToEnd(slot: Slot, item: TimelineItem): void {
    this.take(slot);
    slot.item = item;
    this.place(slot);
  }

  remove(slot: Slot): void {
    this.take(slot);
    const turn = this.turn(turnIdOf(slot.item));
    turn.running.delete(slot);
    if (isActivity(slot.item)) turn.activity -= 1;
  }

  isLast(slot: Slot): boolean {
    return this.slots.at(-1) === slot;
  }

  endStreaming(): void {
    const slot = this.streaming;
    this.streaming = null;
    if (slot && isStreamable(slot.item)) this.update(slot, { ...slot.item, streaming: false });
  }

  /** Puts a running row into a final state. */
  finish(slot: Slot, status: Exclude<RunStatus, "running">): void {
    const item = slot.item as RunningItem;
    this.update(slot, { ...item, status });
  }

  private place(slot: Slot): void {
    this.endStreaming();
    this.version += 1;
    slot.settled = false;
    // A row of a turn that has ended may belong to a group that was handed out as settled.
    const turnId = turnIdOf(slot.item);
    if (turnId === null ? slot.item.kind === "turn-end" : this.isEnded(turnId)) this.disturbed = true;
    this.slots.push(slot);
    this.index(slot);
  }

  private take(slot: Slot): void {
    this.version += 1;
    // Rows that are taken are young, so the search from the end is short.
    const at = this.slots.lastIndexOf(slot);
    // What stood behind a settled row may be what kept its group from growing.
    if (slot.settled || (this.slots[at - 1]?.settled && !this.isUnqueued(slot))) this.disturbed = true;
    if (this.streaming === slot) this.streaming = null;
    this.slots.splice(at, 1);
  }

  private index(slot: Slot): void {
    const { item } = slot;
    if (isStreamable(item)) {
      if (item.streaming) this.streaming = slot;
      else if (this.streaming === slot) this.streaming = null;
      return;
    }
    if (!("status" in item) || item.kind === "session-status") return;
    const { running } = this.turn(item.turnId);
    if (item.status === "running") running.add(slot);
    else running.delete(slot);
  }
}

function isStreamable(item: TimelineItem) {
  return item.kind === "agent-message" || item.kind === "reasoning";
}

function newTurn(id: string | null): TurnRecord {
  return {
    id,
    queuedAt: null,
    hidden: null,
    placedByEvidence: null,
    queued: false,
    begun: false,
    started: false,
    ended: false,
    activity: 0,
    lastMessage: null,
    openCompaction: null,
    running: new Set(),
    phases: new Map(),
  };
}
