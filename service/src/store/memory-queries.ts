import type { SessionEvent, SessionOrder } from "@service/sdk/protocol";
import type { SessionRecord, TurnRecord } from "./records.js";
import type { EventPage, EventQuery, SessionQuery, TurnQuery } from "./store.js";

/** The queries of the store contract, answered over plain arrays. */

interface Dated {
  readonly createdAt: string;
  readonly id: string;
}

export function oldestFirst(a: Dated, b: Dated): number {
  return compare(a.createdAt, b.createdAt) || compare(a.id, b.id);
}

export function newestFirst(a: Dated, b: Dated): number {
  return oldestFirst(b, a);
}

/** A session's place in a list's order. */
const placeIn = (order: SessionOrder | undefined, { createdAt, updatedAt, id }: SessionRecord): Dated => ({
  createdAt: order === "updated" ? updatedAt : createdAt,
  id,
});

/** Compares two sessions by a list's order. */
export function inOrder({ order }: SessionQuery): (a: SessionRecord, b: SessionRecord) => number {
  return (a, b) => newestFirst(placeIn(order, a), placeIn(order, b));
}

export function isWanted(session: SessionRecord, query: SessionQuery): boolean {
  const { behind, order, search, endUser } = query;
  const isBehind =
    behind === undefined || newestFirst(placeIn(order, session), { createdAt: behind.at, id: behind.id }) > 0;
  const hasWord =
    search === undefined ||
    [session.title ?? "", session.initialMessage].some((text) => text.toLowerCase().includes(search.toLowerCase()));
  const isUsers =
    endUser === undefined || (session.endUser?.source === endUser.source && session.endUser.id === endUser.id);
  return isWhere(session, query) && isBehind && hasWord && isUsers && isMadeBy(session, query);
}

function isWhere(session: SessionRecord, query: SessionQuery): boolean {
  const { archivedOnly = false, withArchived = false, status, isPinned } = query;
  const isOneOf = (["workspaceId", "organizationId", "rootSessionId"] as const).every(
    (name) => query[name] === undefined || query[name] === session[name],
  );
  const isShown = (withArchived && !archivedOnly) || (session.archivedAt !== null) === archivedOnly;
  const isPinWanted = isPinned === undefined || isPinned === ((session.pinnedAt ?? null) !== null);
  return isOneOf && isShown && isPinWanted && (status === undefined || status === session.status);
}

function isMadeBy(session: SessionRecord, query: SessionQuery): boolean {
  return (
    (query.parentSessionId === undefined || session.parentSessionId === query.parentSessionId) &&
    (query.createdByKind === undefined || session.createdBy.kind === query.createdByKind) &&
    (query.createdBySubjectId === undefined || session.createdBy.subjectId === query.createdBySubjectId)
  );
}

/** `events` is the whole log of a session, so sequence n is at index n - 1. */
export function eventPage(events: readonly SessionEvent[], query: EventQuery): EventPage {
  const { after = 0, before = Infinity, take = "oldest", limit } = query;
  const isMatch = eventMatcher(query);
  const found: SessionEvent[] = [];
  const first = Math.max(0, after);
  const last = Math.min(events.length, before - 1) - 1;
  const step = take === "oldest" ? 1 : -1;
  // One more than requested shows whether there is a next page.
  for (let at = step === 1 ? first : last; at >= first && at <= last && found.length <= limit; at += step) {
    const event = events[at];
    if (event !== undefined && isMatch(event)) found.push(event);
  }
  const page = found.slice(0, limit);
  return { events: step === 1 ? page : page.toReversed(), hasMore: found.length > limit };
}

function eventMatcher({ includeTypes, excludeTypes, turnId }: EventQuery): (event: SessionEvent) => boolean {
  const include = includeTypes && new Set(includeTypes);
  const exclude = new Set(excludeTypes);
  return (event) =>
    !exclude.has(event.type) && include?.has(event.type) !== false && (turnId === undefined || event.turnId === turnId);
}

export function turnsByQuery(turns: readonly TurnRecord[], query: TurnQuery): TurnRecord[] {
  const { statuses, order } = query;
  const wanted = turns.filter((turn) => statuses === undefined || statuses.includes(turn.status));
  switch (order) {
    case "position":
      return wanted.toSorted((a, b) => a.position - b.position || oldestFirst(a, b)).slice(0, query.limit);
    case "newest":
      return wanted.toSorted(newestFirst).slice(0, query.limit);
    case "started":
      return wanted
        .filter((turn) => turn.startedAt !== null)
        .toSorted((a, b) => compare(b.startedAt ?? "", a.startedAt ?? "") || compare(b.id, a.id))
        .slice(0, query.limit);
    default:
      return order satisfies never;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
