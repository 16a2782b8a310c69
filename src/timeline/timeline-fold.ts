import type { SessionEvent } from "../protocol/session-event.js";
import type { TimelineGroup } from "./groups.js";
import type { TimelineItem } from "./items.js";

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

export interface TimelineFold {
  /** Folds newer events in. Events at or before the last sequence folded are skipped. */
  push(events: readonly SessionEvent[]): void;
  /** Folds a page of older events in. Items and groups that stay equal keep their identity. */
  prepend(events: readonly SessionEvent[]): void;
  getItems(): readonly TimelineItem[];
  getGroups(): TimelineGroups;
}

export function createTimelineFold(_options: TimelineFoldOptions = {}): TimelineFold {
  throw new Error("not yet");
}
