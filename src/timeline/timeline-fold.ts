import { readEvent, type EventRead, type SessionEvent } from "../wire/protocol/session-event.js";
import { applyEvent } from "./events/table.js";
import { FoldState } from "./fold-state.js";
import { groupTimeline, single } from "./group-timeline.js";
import { itemsOf, type TimelineGroup } from "./groups.js";
import type { TimelineItem } from "./items.js";
import { keepGroups, keepItem } from "./keep-identity.js";
import { createRetainedLog, dropHead, retain, retained } from "./retained-log.js";
import { findSettled } from "./settling.js";

/** A payload that did not fit: which event, and which of its fields. */
export interface PayloadFault {
  readonly sequence: number;
  readonly type: string;
  readonly fields: readonly string[];
}

/** Options of `createTimelineFold`. */
export interface TimelineFoldOptions {
  /** Called once for each event whose payload does not fit; the event is folded all the same. */
  readonly onFault?: ((fault: PayloadFault) => void) | undefined;
}

export interface TimelineGroups {
  /** Groups that no running turn can change; keeps its identity while only the running turn changes. */
  readonly settled: readonly TimelineGroup[];
  readonly live: readonly TimelineGroup[];
}

/** The rows of a log, or of a window of it. Rows and groups that an event did not touch keep their identity. */
export interface TimelineFold {
  /** Folds newer events in. Events at or before the last sequence folded are skipped. */
  push(events: readonly SessionEvent[]): void;
  /** Folds a page of older events in. Items and groups that stay equal keep their identity. */
  prepend(events: readonly SessionEvent[]): void;
  /** Replaces all events by these, in ascending order. Items and groups that stay equal keep their identity. */
  replace(events: readonly SessionEvent[]): void;
  /**
   * Drops the events before this sequence. Cheap where no group has rows on both sides; remaining rows do not change.
   */
  dropBefore(sequence: number): void;
  /** Costs a copy of the list after each change; `getGroups` costs the running turn only. */
  getItems(): readonly TimelineItem[];
  getGroups(): TimelineGroups;
  /** The folded events, with runs of deltas merged. Returns the same list until they change. */
  getEvents(): readonly SessionEvent[];
  /** The first and the last folded sequence; null when no event is folded. */
  getRange(): { readonly first: number; readonly last: number } | null;
  /** Approximate size of the folded events (characters of JSON). */
  getSize(): number;
}

/** A fold that also accepts events that are already parsed. */
export interface ReadingFold extends TimelineFold {
  /** Like `push`, for one event that was parsed on arrival. */
  pushRead(event: SessionEvent, read: EventRead): void;
  /** Like `replace`; `reads` has earlier results of parsing these events. */
  replace(events: readonly SessionEvent[], reads?: ReadonlyMap<SessionEvent, EventRead>): void;
}

/** Makes a fold that turns the events of one session into rows of a timeline, a few events at a time. */
export function createTimelineFold(options: TimelineFoldOptions = {}): TimelineFold {
  return createReadingFold(options);
}

export function createReadingFold(options: TimelineFoldOptions = {}): ReadingFold {
  return new Fold(options.onFault);
}

class Fold implements ReadingFold {
  private readonly onFault: TimelineFoldOptions["onFault"];
  private log = createRetainedLog();
  private events: readonly SessionEvent[] | null = [];
  private state = new FoldState();
  private settled: readonly TimelineGroup[] = [];
  private settledSlots = 0;
  private groups: TimelineGroups = { settled: [], live: [] };
  private groupsVersion = 0;
  private groupsStructure = 0;
  private items: readonly TimelineItem[] = [];
  private itemsVersion = 0;

  constructor(onFault: TimelineFoldOptions["onFault"]) {
    this.onFault = onFault;
  }

  push(events: readonly SessionEvent[]): void {
    for (const event of events) {
      if (event.sequence > this.log.lastSequence) this.add(event, readEvent(event), this.onFault);
    }
  }

  pushRead(event: SessionEvent, read: EventRead): void {
    if (event.sequence > this.log.lastSequence) this.add(event, read, this.onFault);
  }

  prepend(events: readonly SessionEvent[]): void {
    const first = this.log.events[0]?.sequence ?? Infinity;
    const older = events.filter((event) => event.sequence < first).toSorted((a, b) => a.sequence - b.sequence);
    if (older.length > 0) this.replace([...older, ...this.getEvents()]);
  }

  replace(events: readonly SessionEvent[], reads?: ReadonlyMap<SessionEvent, EventRead>): void {
    const before = this.state;
    const known = this.getRange() ?? { first: Infinity, last: 0 };
    this.state = new FoldState();
    this.log = createRetainedLog();
    for (const event of events) {
      const isTold = event.sequence >= known.first && event.sequence <= known.last;
      this.add(event, reads?.get(event) ?? readEvent(event), isTold ? undefined : this.onFault);
    }
    this.events = null;
    this.takeOver(before);
  }

  dropBefore(sequence: number): void {
    const events = retained(this.log);
    const first = events.findIndex((event) => event.sequence >= sequence);
    const count = first < 0 ? events.length : first;
    if (count === 0) return;
    const dropped = this.countSettledBefore(sequence);
    if (dropped === null) {
      this.replace(events.slice(count));
      return;
    }
    this.events = null;
    dropHead(this.log, count);
    this.settledSlots -= this.state.dropBefore(sequence);
    this.settled = this.settled.slice(dropped);
    this.getGroups();
  }

  getItems(): readonly TimelineItem[] {
    if (this.itemsVersion !== this.state.version) {
      this.items = this.state.slots.map((slot) => slot.item);
      this.itemsVersion = this.state.version;
    }
    return this.items;
  }

  getGroups(): TimelineGroups {
    const { version, structure, streaming } = this.state;
    if (this.groupsVersion !== version) {
      const isLonger = this.groupsStructure === structure && streaming;
      this.groups = isLonger ? this.lengthen(streaming.item) : this.regroup();
      this.groupsVersion = version;
      this.groupsStructure = structure;
    }
    return this.groups;
  }

  getEvents(): readonly SessionEvent[] {
    this.events ??= [...retained(this.log)];
    return this.events;
  }

  getRange(): { readonly first: number; readonly last: number } | null {
    const [first] = this.log.events;
    return first ? { first: first.sequence, last: this.log.lastSequence } : null;
  }

  getSize(): number {
    return this.log.size;
  }

  private add(event: SessionEvent, read: EventRead, onFault: TimelineFoldOptions["onFault"]): void {
    this.events = null;
    const isTold = event.type === "agent.message.completed";
    const shown = isTold ? this.state.messageText(event.turnId) : undefined;
    this.apply(event, read, onFault);
    retain(this.log, event, shown, this.state.streaming?.item);
  }

  private apply(event: SessionEvent, read: EventRead, onFault: TimelineFoldOptions["onFault"]): void {
    if (!read) return;
    if (read.faults.length > 0) onFault?.({ sequence: event.sequence, type: event.type, fields: read.faults });
    // Nothing can be read from a malformed piece of text; it begins no row.
    if (read.faults.length > 0 && isPiece(event.type)) return;
    this.state.sequence = event.sequence;
    applyEvent(this.state, read.value);
  }

  /** Only the newest row has more text: only its group is new. */
  private lengthen(item: TimelineItem): TimelineGroups {
    const { settled, live } = this.groups;
    const last = live.length - 1;
    return { settled, live: live.map((group, index) => (index === last ? withNewest(group, item) : group)) };
  }

  private regroup(): TimelineGroups {
    const { state } = this;
    const old = state.disturbed ? [...this.groups.settled, ...this.groups.live] : this.groups.live;
    if (state.disturbed) this.unsettle();
    const slots = state.slots.slice(this.settledSlots);
    const items = slots.map((slot) => slot.item);
    const groups = keepGroups(groupTimeline(items, this.settled.at(-1)), old);
    const done = findSettled(state, slots, groups);
    if (done.groups > 0) {
      for (const slot of slots.slice(0, done.slots)) slot.settled = true;
      this.settledSlots += done.slots;
      this.settled = this.settled.concat(groups.slice(0, done.groups));
    }
    return { settled: this.settled, live: groups.slice(done.groups) };
  }

  private unsettle(): void {
    for (const slot of this.state.slots) slot.settled = false;
    this.state.disturbed = false;
    this.settledSlots = 0;
    this.settled = [];
  }

  /** Number of settled groups before this cut, or null when it splits one or lies behind the settled part. */
  private countSettledBefore(sequence: number): number | null {
    this.getGroups();
    const old = new Set<TimelineItem>();
    for (const slot of this.state.slots) if (slot.sequence < sequence) old.add(slot.item);
    const count = this.settled.findIndex((group) => !itemsOf(group).some((item) => old.has(item)));
    if (count < 0) return null;
    return this.settled.slice(0, count).every((group) => itemsOf(group).every((item) => old.has(item))) ? count : null;
  }

  /** After a refold, equal rows keep the old objects. */
  private takeOver(before: FoldState): void {
    const known = new Map(before.slots.map((slot) => [slot.item.id, slot.item]));
    for (const slot of this.state.slots) slot.item = keepItem(slot.item, known.get(slot.item.id));
    this.state.version += before.version + 1;
    this.state.structure += before.structure + 1;
    this.state.disturbed = true;
  }
}

/** A group that runs, with its newest row as it is now. */
function withNewest(group: TimelineGroup, item: TimelineItem): TimelineGroup {
  return group.kind === "activity" ? { ...group, items: [...group.items.slice(0, -1), item] } : single(item);
}

function isPiece(type: string): boolean {
  return type === "agent.message.delta" || type === "agent.reasoning.delta";
}
