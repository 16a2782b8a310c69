import { isRecord } from "../wire/protocol/read-fields.js";
import type { SessionEvent } from "../wire/protocol/session-event.js";

/**
 * Where a log can be cut in two so that no row and no group of one part depends on the other: before a message, where no
 * turn has events on both sides. A part that is folded alone then shows what the whole shows of it.
 */

/** Types of the events that end a turn. */
export const turnEnds: ReadonlySet<string> = new Set([
  "turn.completed",
  "turn.failed",
  "turn.cancelled",
  "turn.superseded",
]);
/** Effect of each event of a compaction, which may be requested before it starts. */
const compactionSteps: ReadonlyMap<string, "begins" | "goes on" | "ends"> = new Map([
  ["session.context.compaction.requested", "begins"],
  ["session.context.compaction.started", "goes on"],
  ["session.context.compacted", "ends"],
  ["session.context.compaction.skipped", "ends"],
]);

/** First and last event about one subject. */
interface Reach {
  first: number;
  last: number;
}

interface Span extends Reach {
  isBegun: boolean;
  hasStarted: boolean;
  /** An event about it precedes its start, so its rows are placed before its message. */
  isEarly: boolean;
  hasEnded: boolean;
}

/**
 * The places, ascending, before which these events can be cut; 0 when nothing in them reaches back beyond their first.
 * A turn whose beginning or end is not among them is taken to go on outside.
 */
export function cleanCuts(events: readonly SessionEvent[]): number[] {
  const begun = [...spans(events), ...compactions(events)].toSorted((a, b) => b.first - a.first);
  const cuts: number[] = [];
  /** How far the turns go that began before. */
  let reach = -1;
  for (const [index, event] of events.entries()) {
    for (let span = begun.at(-1); span && span.first < index; span = begun.at(-1)) {
      reach = Math.max(reach, span.last);
      begun.pop();
    }
    if (reach < index && isBeginning(event)) cuts.push(index);
  }
  return cuts;
}

/** A message of a person ends every group; a child's report does not. */
function isBeginning({ type, payload }: SessionEvent): boolean {
  if (type === "user.message") return !isRecord(payload) || payload["childCompletion"] === undefined;
  return type === "session.created";
}

function spans(events: readonly SessionEvent[]): readonly Reach[] {
  const isWhole = events[0]?.sequence === 1;
  const messages = new Map<string, number>();
  const known = new Map<string, Span>();
  for (const [index, event] of events.entries()) {
    if (event.type === "user.message") messages.set(event.id, index);
    for (const name of subjects(event)) {
      const span = known.get(name) ?? spanFrom(index, isWhole);
      known.set(name, span);
      span.last = index;
      if (event.type === "turn.queued") begin(span, event, messages);
      else if (event.type === "turn.started") span.hasStarted = true;
      else if (turnEnds.has(event.type)) span.hasEnded = true;
      else if (!span.hasStarted) span.isEarly = true;
    }
  }
  const found = [...known.values()].map((span) => ({
    ...span,
    first: span.isBegun ? span.first - (span.isEarly ? 1 : 0) : -1,
    last: span.hasEnded ? span.last : events.length,
  }));
  // The event that names a message's turn follows the message directly.
  const end = events.length - 1;
  if (events[end]?.type !== "user.message") return found;
  return [...found, { first: end, last: events.length }];
}

function spanFrom(index: number, isBegun: boolean): Span {
  return { first: index, last: index, isBegun, hasStarted: false, isEarly: false, hasEnded: false };
}

function begin(span: Span, { payload }: SessionEvent, messages: ReadonlyMap<string, number>): void {
  span.isBegun = true;
  const sent = isRecord(payload) && messages.get(String(payload["triggerEventId"]));
  if (typeof sent === "number") span.first = Math.min(span.first, sent);
}

/** The turns that an event concerns. */
function subjects({ turnId, type, payload }: SessionEvent): readonly string[] {
  const named = type.startsWith("turn.") && isRecord(payload) ? payload["turnId"] : undefined;
  return [turnId, named].filter((name): name is string => typeof name === "string" && name !== "");
}

/** The compactions of no turn: no turn's end ends them. */
function compactions(events: readonly SessionEvent[]): readonly Reach[] {
  const found: Reach[] = [];
  // Before a part of a log one may have begun.
  let first = events[0]?.sequence === 1 ? null : -1;
  for (const [index, { type, turnId }] of events.entries()) {
    const step = turnId ? undefined : compactionSteps.get(type);
    if (!step) continue;
    if (step !== "begins") found.push({ first: first ?? index, last: index });
    if (step === "ends") first = null;
    else if (first === null || first < 0) first = index;
  }
  if (first !== null && first >= 0) found.push({ first, last: events.length });
  return found;
}
