import { lastSequenceOf, readEvent, type SessionEvent } from "../protocol/session-event.js";
import { applyEvent } from "./events/table.js";
import { FoldState } from "./fold-state.js";
import { groupTimeline } from "./group-timeline.js";
import type { TimelineGroup } from "./groups.js";
import type { TimelineItem } from "./items.js";
import { keepGroups, keepItem } from "./keep-identity.js";
import { retain } from "./retained-log.js";
import { findSettled } from "./settling.js";

/** A payload that did not fit: which event, and which of its fields. */
export interface PayloadFault {
  readonly sequence: number;
  readonly type: string;
  readonly fields: readonly string[];
}

export interface TimelineFoldOptions {
  /** Called once for each event whose payload does not fit; the event is folded all the same. */
  readonly onFault?: ((fault: PayloadFault) => void) | undefined;
}

export interface TimelineGroups {
  /** Groups that no running turn can change; keeps its identity while only the running turn changes. */
  readonly settled: readonly TimelineGroup[];
  readonly live: readonly TimelineGroup[];
}

/** The rows of a log that grows. What an event did not touch keeps its identity, rows and groups alike. */
export interface TimelineFold {
  /** Folds newer events in. Events at or before the last sequence folded are skipped. */
  push(events: readonly SessionEvent[]): void;
  /** Folds a page of older events in. Items and groups that stay equal keep their identity. */
  prepend(events: readonly SessionEvent[]): void;
  /** Costs a copy of the list after each change; `getGroups` costs the running turn only. */
  getItems(): readonly TimelineItem[];
  getGroups(): TimelineGroups;
}

export function createTimelineFold(options: TimelineFoldOptions = {}): TimelineFold {
  return new Fold(options.onFault);
}

class Fold implements TimelineFold {
  private readonly onFault: TimelineFoldOptions["onFault"];
  private readonly log: SessionEvent[] = [];
  private state = new FoldState();
  private settled: readonly TimelineGroup[] = [];
  private settledSlots = 0;
  private groups: TimelineGroups = { settled: [], live: [] };
  private groupsVersion = 0;
  private items: readonly TimelineItem[] = [];
  private itemsVersion = 0;

  constructor(onFault: TimelineFoldOptions["onFault"]) {
    this.onFault = onFault;
  }

  push(events: readonly SessionEvent[]): void {
    for (const event of events) {
      const last = this.log.at(-1);
      if (last && event.sequence <= lastSequenceOf(last)) continue;
      retain(this.log, event);
      this.apply(event, this.onFault);
    }
  }

  prepend(events: readonly SessionEvent[]): void {
    const first = this.log[0]?.sequence ?? Infinity;
    const older = events.filter((event) => event.sequence < first).toSorted((a, b) => a.sequence - b.sequence);
    if (older.length === 0) return;
    const before = this.state;
    const newer = this.log.splice(0);
    this.state = new FoldState();
    this.push(older);
    for (const event of newer) this.apply(event);
    this.log.push(...newer);
    this.takeOver(before);
  }

  getItems(): readonly TimelineItem[] {
    if (this.itemsVersion !== this.state.version) {
      this.items = this.state.slots.map((slot) => slot.item);
      this.itemsVersion = this.state.version;
    }
    return this.items;
  }

  getGroups(): TimelineGroups {
    if (this.groupsVersion !== this.state.version) {
      this.groupsVersion = this.state.version;
      this.groups = this.regroup();
    }
    return this.groups;
  }

  private apply(event: SessionEvent, onFault?: TimelineFoldOptions["onFault"]): void {
    const read = readEvent(event);
    if (!read) return;
    if (read.faults.length > 0) onFault?.({ sequence: event.sequence, type: event.type, fields: read.faults });
    applyEvent(this.state, read.value);
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
      this.settled = [...this.settled, ...groups.slice(0, done.groups)];
    }
    return { settled: this.settled, live: groups.slice(done.groups) };
  }

  private unsettle(): void {
    for (const slot of this.state.slots) slot.settled = false;
    this.state.disturbed = false;
    this.settledSlots = 0;
    this.settled = [];
  }

  /** After a refold: the rows that came out as before are the rows of before. */
  private takeOver(before: FoldState): void {
    const known = new Map(before.slots.map((slot) => [slot.item.id, slot.item]));
    for (const slot of this.state.slots) slot.item = keepItem(slot.item, known.get(slot.item.id));
    this.state.version += before.version + 1;
    this.state.disturbed = true;
  }
}
