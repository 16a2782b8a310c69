// budget: one index that every handler shares; its parts change together
import { sharePieces } from "../foundation/growing-text.js";
import { notWaited, type Waited } from "../foundation/waited.js";
import type { Denial, HumanInputRequest } from "../wire/protocol/decisions.js";
import { isActivity, isBoundary, turnIdOf } from "./item-facts.js";
import type { CallStatus, RunStatus, TimelineItem } from "./items.js";

/**
 * The mutable index behind the fold. Handlers find the row they mean through it without walking the history, and
 * replace that row's item; items themselves are never written to.
 */

/** The place of a row: it stays while its item is replaced. */
export interface Slot {
  item: TimelineItem;
  /** Whether its group was handed out as settled. */
  settled: boolean;
  /** Sequence of the event that placed the row. */
  sequence: number;
}

/** The progress of a turn that has not ended. */
type OpenPhase =
  | { readonly name: "waiting" }
  /** It runs: there is evidence, and no `turn.started`. `placed`: its message's row, while that has placed it. */
  | { readonly name: "evident"; readonly placed: Slot | null }
  | { readonly name: "started" };

/** `open`: its progress. A late event still counts for that. */
export type TurnPhase = OpenPhase | { readonly name: "ended"; readonly open: OpenPhase };

export interface TurnRecord {
  readonly id: string | null;
  phase: TurnPhase;
  /** Time of `turn.queued`; null where that is not here. */
  queuedAt: string | null;
  /** The message that began the turn, hidden until the turn starts. */
  hidden: TimelineItem | null;
  /** Sequence of the newest event about it. */
  lastSequence: number;
  lastMessage: Slot | null;
  /** The beginning of a citation mark in the message that streams. */
  heldMark: string;
  openCompaction: Slot | null;
  /** Rows that run, oldest first. */
  readonly running: Set<Slot>;
  readonly phases: Map<string, Slot>;
  /** Approval id → id of the call that it is about. */
  readonly approvals: Map<string, string>;
  /** Call id → the rejection of that call. */
  readonly denials: Map<string, Denial>;
  /** Ids of approved calls, until all calls of the turn are decided. */
  readonly approved: Set<string>;
  waited: Waited;
}

export interface OpenRequest {
  readonly request: HumanInputRequest;
  /** The row that announces the open request. */
  readonly notice: Slot;
}

type StreamableItem = Extract<TimelineItem, { readonly streaming: boolean }>;
type RunningItem = Extract<TimelineItem, { readonly status: CallStatus }>;

export class FoldState {
  readonly slots: Slot[] = [];
  /** Call id → its newest row. */
  readonly calls = new Map<string, Slot>();
  /** Calls shown by other rows, with their turn: a later turn may reuse the numbers. */
  readonly hiddenCalls = new Map<string, number>();
  readonly requests = new Map<string, OpenRequest>();
  /** Messages placed where they were sent, by event id, until a `turn.queued` names their turn. */
  readonly unqueued = new Map<string, { readonly slot: Slot; readonly interrupted: Slot | null }>();
  /** The newest status announced. */
  lastStatus: string | null = null;
  /** The one row that deltas may extend. */
  streaming: Slot | null = null;
  /** Sequence of the event that is being folded. */
  sequence = 0;
  /** Counts changes, so that readers can detect outdated derived data. */
  version = 0;
  /** Counts changes that more than lengthen the newest row's text. */
  structure = 0;
  /** Set when something settled was touched after all. */
  disturbed = false;
  /** Calls without an output that a request for an approval interrupted, until their turn ends. */
  readonly halted = new Set<Slot>();
  private readonly turns = new Map<string | null, TurnRecord>();
  private readonly runningSlots = new Set<Slot>();

  turn(id: string | null | undefined): TurnRecord {
    const key = id ?? null;
    let turn = this.turns.get(key);
    if (!turn) {
      turn = newTurn(key);
      this.turns.set(key, turn);
    }
    turn.lastSequence = this.sequence;
    return turn;
  }

  /** The text so far of the newest message of a turn that is here whole, from its place in the queue on. */
  messageText(turnId: string | null | undefined): string | undefined {
    const turn = this.turns.get(turnId ?? null);
    const item = turn && turn.queuedAt !== null ? turn.lastMessage?.item : undefined;
    return item?.kind === "agent-message" ? item.text : undefined;
  }

  isEnded(turnId: string | null): boolean {
    return turnId === null || this.turns.get(turnId)?.phase.name === "ended";
  }

  /** Whether a group of the turn that ends now has a row of what it did; rows before an answer are outside of it. */
  hasActivity(turnId: string | null): boolean {
    for (let at = this.slots.length - 1; at >= 0; at -= 1) {
      const { item } = this.slots[at] as Slot;
      if (isBoundary(item) || item.kind === "turn-end") return false;
      if (turnId !== null && turnIdOf(item) !== null && turnIdOf(item) !== turnId) return false;
      if (isActivity(item)) return true;
    }
    return false;
  }

  /** Rows that run: of one turn, or of all when the turn is not known; oldest first. */
  running(turnId: string | null): Slot[] {
    if (turnId !== null) return [...this.turn(turnId).running];
    return [...this.runningSlots];
  }

  push(item: TimelineItem): Slot {
    const slot: Slot = { item, settled: false, sequence: 0 };
    this.place(slot);
    return slot;
  }

  /** Whether it is a message that no turn was queued for yet, which is taken back when one is. */
  isUnqueued(slot: Slot): boolean {
    return this.unqueued.get(slot.item.id)?.slot === slot;
  }

  /** Whether a later event may move the row: its turn is not queued or not started yet. */
  mayMove(slot: Slot): boolean {
    if (this.isUnqueued(slot)) return true;
    const phase = this.turns.get(turnIdOf(slot.item))?.phase;
    return phase?.name === "evident" && phase.placed === slot;
  }

  /** More text in the row that streams: the cheapest change, as there are so many. */
  extend(slot: Slot, item: TimelineItem): void {
    this.version += 1;
    slot.item = item;
  }

  update(slot: Slot, item: TimelineItem): void {
    this.changed();
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
    this.runningSlots.delete(slot);
    this.halted.delete(slot);
  }

  /** Drops the rows before a clean cut of the log. Returns the number of rows dropped. */
  dropBefore(sequence: number): number {
    const isOld = (slot: Slot) => slot.sequence < sequence;
    // Rows are in the order of the events that placed them.
    const count = this.slots.findIndex((slot) => !isOld(slot));
    this.changed();
    this.slots.splice(0, count);
    for (const [key, turn] of this.turns) if (key !== null && turn.lastSequence < sequence) this.turns.delete(key);
    for (const [id, slot] of this.calls) if (isOld(slot)) this.calls.delete(id);
    for (const [id, hiddenAt] of this.hiddenCalls) if (hiddenAt < sequence) this.hiddenCalls.delete(id);
    for (const [id, { notice }] of this.requests) if (isOld(notice)) this.requests.delete(id);
    for (const [id, { slot }] of this.unqueued) if (isOld(slot)) this.unqueued.delete(id);
    for (const slot of this.halted) if (isOld(slot)) this.halted.delete(slot);
    return count;
  }

  private changed(): void {
    this.version += 1;
    this.structure += 1;
  }

  isLast(slot: Slot): boolean {
    return this.slots.at(-1) === slot;
  }

  endStreaming(): void {
    if (this.streaming) this.setStreaming(this.streaming, false);
  }

  setStreaming(slot: Slot, streaming: boolean): void {
    this.change(slot, { streaming });
  }

  /** The text is complete, and may end anywhere. */
  cutOff(slot: Slot): void {
    this.change(slot, { cutOff: true });
  }

  private change(slot: Slot, facts: Partial<Pick<StreamableItem, "streaming" | "cutOff">>): void {
    const before = slot.item as StreamableItem;
    const item = { ...before, ...facts };
    sharePieces(before, item);
    this.update(slot, item);
  }

  /** Puts a running row into a final state. */
  finish(slot: Slot, status: Exclude<RunStatus, "running">): void {
    const item = slot.item as RunningItem;
    this.update(slot, { ...item, status });
  }

  private place(slot: Slot): void {
    this.endStreaming();
    this.changed();
    slot.settled = false;
    slot.sequence = this.sequence;
    // A row of a turn that has ended may belong to a group that was handed out as settled.
    const turnId = turnIdOf(slot.item);
    if (turnId === null ? slot.item.kind === "turn-end" : this.isEnded(turnId)) this.disturbed = true;
    this.slots.push(slot);
    this.index(slot);
  }

  private take(slot: Slot): void {
    this.changed();
    // Rows that are taken are young, so the search from the end is short.
    const at = this.slots.lastIndexOf(slot);
    // The row in front of a settled row may have kept its group from growing; so may a row before a turn's end.
    const keptApart = this.slots[at - 1]?.settled && !this.isUnqueued(slot);
    if (slot.settled || keptApart || this.slots.slice(at + 1).some(isTurnEnd)) this.disturbed = true;
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
    for (const set of [running, this.runningSlots]) {
      if (item.status === "running") set.add(slot);
      else set.delete(slot);
    }
  }
}

export function openPhase({ phase }: TurnRecord): OpenPhase {
  return phase.name === "ended" ? phase.open : phase;
}

/** Takes a turn on, also one that has ended already. */
export function reach(turn: TurnRecord, open: OpenPhase): void {
  turn.phase = turn.phase.name === "ended" ? { name: "ended", open } : open;
}

export function endPhase(turn: TurnRecord): void {
  turn.phase = { name: "ended", open: openPhase(turn) };
}

function isTurnEnd({ item }: Slot): boolean {
  return item.kind === "turn-end";
}

function isStreamable(item: TimelineItem): item is StreamableItem {
  return item.kind === "agent-message" || item.kind === "reasoning";
}

function newTurn(id: string | null): TurnRecord {
  return {
    id,
    phase: { name: "waiting" },
    queuedAt: null,
    hidden: null,
    lastSequence: 0,
    lastMessage: null,
    heldMark: "",
    openCompaction: null,
    running: new Set(),
    phases: new Map(),
    approvals: new Map(),
    denials: new Map(),
    approved: new Set(),
    waited: notWaited,
  };
}
