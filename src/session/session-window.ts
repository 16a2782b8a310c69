/**
 * The loaded part of a session's log, and its display. While it ends at the log's end, it grows with the log and drops
 * its oldest turns. Loading older pages drops the newest turns; then live events are not added.
 */
import { excess, isOver, type Extent } from "../conversation/bounded-window.js";
import { lastSequenceOf, readEvent, type EventRead, type SessionEvent } from "../wire/protocol/session-event.js";
import { cleanCuts } from "../timeline/clean-cuts.js";
import { eventSize } from "../timeline/retained-log.js";
import type { ReadingFold } from "../timeline/timeline-fold.js";

/** A running turn is kept whole up to twice the limits. `count`: events of the log that the window covers. */
export const windowLimits: Extent = { count: 10_000, size: 8 * 1024 * 1024 };

export interface OlderPage {
  readonly events: readonly SessionEvent[];
  readonly hasOlder: boolean;
}

export interface NewestPage {
  readonly events: readonly SessionEvent[];
  /** The last live sequence at the time of the request. */
  readonly cursor: number;
}

export interface WindowFacts {
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  readonly windowTruncated: boolean;
}

interface ReadSessionEvent {
  readonly event: SessionEvent;
  readonly read: EventRead;
}

export interface SessionWindow {
  readonly facts: () => WindowFacts;
  /** The first and the last sequence that are loaded; null before the first page. */
  readonly range: () => { readonly first: number; readonly last: number } | null;
  /** Takes a live event. */
  readonly take: (event: SessionEvent, read?: EventRead) => void;
  /** Folds new events; the timeline is current afterwards. */
  readonly fold: () => void;
  /** Keeps live events from now on, to be joined to a requested page. */
  readonly expectPage: () => void;
  /** Starts over with this page, of which at least the first `kept` events are shown. */
  readonly show: (page: NewestPage & OlderPage, kept?: number) => void;
  /** Drops every event. */
  readonly clear: () => void;
  readonly addOlder: (page: OlderPage) => void;
  readonly addNewer: (page: NewestPage) => void;
  /** The id of the row of the event with this sequence, or of the row before it. */
  readonly rowAt: (sequence: number) => string | null;
}

/** Target size after a cut, as a share of the limit, so that not every event causes a cut. */
const leeway = 0.9;

const noFacts: WindowFacts = { hasOlder: false, hasNewer: false, windowTruncated: false };

export function createSessionWindow(timeline: ReadingFold, limits: Extent): SessionWindow {
  let incoming: ReadSessionEvent[] = [];
  /** Live events since a page was requested; null without a request, or after too many. */
  let arrived: ReadSessionEvent[] | null = null;
  let facts = noFacts;
  /** Number of covered events at the last attempt to cut the head, so that not every event causes an attempt. */
  let triedAt = 0;

  function fold(): void {
    for (const { event, read } of incoming) timeline.pushRead(event, read);
    incoming = [];
    if (!facts.hasNewer) dropHead();
  }

  function dropHead(): void {
    const range = timeline.getRange();
    const covered = range ? range.last + 1 - range.first : 0;
    if (!isOver({ count: covered, size: timeline.getSize() }, limits)) triedAt = 0;
    else if (covered >= triedAt) {
      triedAt = covered + Math.ceil(limits.count * (1 - leeway));
      const events = timeline.getEvents();
      const cut = headCut(events, timeline.getSize(), limits);
      if (cut === 0) return;
      timeline.dropBefore(events[cut]?.sequence ?? 0);
      facts = { ...facts, hasOlder: true, windowTruncated: true };
      triedAt = 0;
    }
  }

  /**
   * Either no event is missing before the live ones, or a turn that continues outside the window must not appear to
   * run.
   */
  function joinOrTrim(cursor: number, kept: number): void {
    const missing = arrived;
    arrived = null;
    const { last } = timeline.getRange() ?? { last: cursor };
    const hasNewer = !missing || last < cursor;
    facts = { ...facts, hasNewer };
    if (hasNewer) {
      const all = timeline.getEvents();
      const cut = cleanCuts(all).findLast((index) => index > kept);
      if (cut !== undefined) timeline.replace(all.slice(0, cut));
    } else {
      incoming = missing;
      fold();
    }
  }

  return {
    facts: () => facts,
    range: () => timeline.getRange(),
    take(event, read = readEvent(event)) {
      const next = { event, read };
      if (!facts.hasNewer) incoming.push(next);
      if (arrived && arrived.push(next) > limits.count) arrived = null;
    },
    fold,
    expectPage() {
      arrived = [];
    },
    show({ events, hasOlder, cursor }, kept = 0) {
      const reads = new Map(incoming.map(({ event, read }) => [event, read]));
      incoming = [];
      timeline.replace(events, reads);
      facts = { ...facts, hasOlder };
      joinOrTrim(cursor, kept);
    },
    clear() {
      incoming = [];
      arrived = null;
      facts = noFacts;
      timeline.replace([]);
    },
    addOlder({ events, hasOlder }) {
      fold();
      const all = [...events, ...timeline.getEvents()];
      const cut = tailCut(all, events.length, limits);
      const isCut = cut < all.length;
      timeline.replace(isCut ? all.slice(0, cut) : all);
      facts = {
        hasOlder,
        hasNewer: facts.hasNewer || isCut,
        windowTruncated: facts.windowTruncated || isCut,
      };
      arrived = null;
    },
    addNewer({ events, cursor }) {
      const kept = timeline.getEvents().length;
      timeline.push(events);
      joinOrTrim(cursor, kept);
      dropHead();
    },
    rowAt(sequence) {
      const rows = new Set(timeline.getItems().map(({ id }) => id));
      const made = (event: SessionEvent) => event.sequence <= sequence && rows.has(event.id);
      return timeline.getEvents().findLast(made)?.id ?? null;
    },
  };
}

/** The last loaded sequence; 0 without one. */
export function lastOf(events: readonly SessionEvent[]): number {
  const last = events.at(-1);
  return last ? lastSequenceOf(last) : 0;
}

/** The events between these places, one block after another. `end`: the sequence after the last event. */
function blocksOf(events: readonly SessionEvent[], cuts: readonly number[]): readonly Extent[] {
  const end = lastOf(events) + 1;
  return [0, ...cuts].map((from, block) => {
    const until = cuts[block] ?? events.length;
    const size = events.slice(from, until).reduce((sum, event) => sum + eventSize(event), 0);
    return { count: (events[until]?.sequence ?? end) - (events[from]?.sequence ?? end), size };
  });
}

/** Whole turns from the head, until the rest is a little under the limits; 0 where no turn can be dropped. */
function headCut(events: readonly SessionEvent[], size: number, limits: Extent): number {
  const cuts = cleanCuts(events).filter((cut) => cut > 0);
  const cut =
    cuts[excess(blocksOf(events, cuts), { count: limits.count * leeway, size: limits.size * leeway }) - 1] ?? 0;
  // One turn longer than the limits is shown from its middle.
  const isTooLong = cut === 0 && isOver({ count: events.length, size: size / 2 }, limits);
  return isTooLong ? Math.ceil(events.length / 2) : cut;
}

/** Whole turns from the tail, until the rest fits; the first `kept` events stay. */
function tailCut(events: readonly SessionEvent[], kept: number, limits: Extent): number {
  const cuts = cleanCuts(events).filter((cut) => cut >= Math.max(1, kept));
  const gone = excess(blocksOf(events, cuts).toReversed(), limits);
  return cuts[cuts.length - gone] ?? events.length;
}
