/**
 * The loaded part of a session's log, and its display. While it ends at the log's end, it grows with the log and drops
 * its oldest turns. Loading older pages drops the newest turns; then live events are not added.
 */
import { excess, isOver, type Extent } from "../conversation/bounded-window.js";
import type { LogPage } from "./session-log.js";
import type { SessionControllerState } from "./session-types.js";
import { lastSequenceOf, readEvent, type EventRead, type SessionEvent } from "../wire/protocol/session-event.js";
import { cleanCuts } from "../timeline/clean-cuts.js";
import { eventSize } from "../timeline/retained-log.js";
import type { ReadingFold } from "../timeline/timeline-fold.js";

/** A running turn is kept whole up to twice the limits. `count`: events of the log that the window covers. */
export const windowLimits: Extent = { count: 10_000, size: 8 * 1024 * 1024 };

export type WindowFacts = Pick<SessionControllerState, "hasOlder" | "hasNewer" | "windowTruncated">;

interface ReadSessionEvent {
  readonly event: SessionEvent;
  readonly read: EventRead;
}

/** Target size after a cut, as a share of the limit, so that not every event causes a cut. */
const leeway = 0.9;

const noFacts: WindowFacts = { hasOlder: false, hasNewer: false, windowTruncated: false };

export type SessionWindow = ReturnType<typeof createSessionWindow>;

export function createSessionWindow(timeline: ReadingFold, limits: Extent) {
  let incoming: ReadSessionEvent[] = [];
  /** Live events since a page was requested; null without a request, or after too many. */
  let arrived: ReadSessionEvent[] | null = null;
  let facts = noFacts;
  /** Number of covered events at the last attempt to cut the head, so that not every event causes an attempt. */
  let triedAt = 0;

  /** Folds new events; the timeline is current afterwards. */
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
      const from = headCut(timeline.getEvents(), timeline.getSize(), limits);
      if (from === undefined) return;
      timeline.dropBefore(from);
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
    /** The first and the last sequence that are loaded; null before the first page. */
    range: () => timeline.getRange(),
    /** Takes a live event. */
    take(event: SessionEvent, read = readEvent(event)): void {
      const next = { event, read };
      if (!facts.hasNewer) incoming.push(next);
      if (arrived && arrived.push(next) > limits.count) arrived = null;
    },
    fold,
    /** Keeps live events from now on, to be joined to a requested page. */
    expectPage(): void {
      arrived = [];
    },
    /** Starts over with this page, of which at least the first `kept` events are shown. */
    show({ events, hasOlder }: LogPage, cursor: number, kept = 0): void {
      timeline.replace(events, new Map(incoming.map(({ event, read }) => [event, read])));
      incoming = [];
      facts = { ...facts, hasOlder };
      joinOrTrim(cursor, kept);
    },
    clear(): void {
      incoming = [];
      arrived = null;
      facts = noFacts;
      timeline.replace([]);
    },
    addOlder({ events, hasOlder }: LogPage): void {
      fold();
      const all = [...events, ...timeline.getEvents()];
      const cut = tailCut(all, events.length, limits);
      const isCut = cut < all.length;
      timeline.replace(isCut ? all.slice(0, cut) : all);
      facts = { hasOlder, hasNewer: facts.hasNewer || isCut, windowTruncated: facts.windowTruncated || isCut };
      arrived = null;
    },
    /** `cursor`: the last live sequence at the time of the request. */
    addNewer(events: readonly SessionEvent[], cursor: number): void {
      const kept = timeline.getEvents().length;
      timeline.push(events);
      joinOrTrim(cursor, kept);
      dropHead();
    },
    rowAt: (sequence: number) => rowAt(timeline, sequence),
  };
}

/** The id of the row of the event with this sequence, or of the row before it. */
function rowAt(timeline: ReadingFold, sequence: number): string | null {
  const rows = new Set(timeline.getItems().map(({ id }) => id));
  const made = (event: SessionEvent) => event.sequence <= sequence && rows.has(event.id);
  return timeline.getEvents().findLast(made)?.id ?? null;
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

/** The sequence before which whole turns are dropped, so that the rest is a little under the limits; none without one. */
function headCut(events: readonly SessionEvent[], size: number, limits: Extent): number | undefined {
  const cuts = cleanCuts(events).filter((cut) => cut > 0);
  const cut =
    cuts[excess(blocksOf(events, cuts), { count: limits.count * leeway, size: limits.size * leeway }) - 1] ?? 0;
  // One turn longer than the limits is shown from its middle.
  const isTooLong = cut === 0 && isOver({ count: events.length, size: size / 2 }, limits);
  const first = isTooLong ? Math.ceil(events.length / 2) : cut;
  return first === 0 ? undefined : events[first]?.sequence;
}

/** Whole turns from the tail, until the rest fits; the first `kept` events stay. */
function tailCut(events: readonly SessionEvent[], kept: number, limits: Extent): number {
  const cuts = cleanCuts(events).filter((cut) => cut >= Math.max(1, kept));
  const gone = excess(blocksOf(events, cuts).toReversed(), limits);
  return cuts[cuts.length - gone] ?? events.length;
}
