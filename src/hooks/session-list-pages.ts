/** Refreshes a list of sessions at a bounded cost: its first pages are read again, and further loaded ones stay. */
import type { SessionOrder } from "../wire/protocol/session-bodies.js";
import type { Session } from "../wire/protocol/session.js";
import type { SessionPage } from "../wire/protocol/session-lists.js";
import type { ListPlace, SessionPages } from "./session-list-cache.js";

/** Number of pages that a refresh reads again. */
const mostRead = 3;

export const firstPlace: ListPlace = { index: 0, cursor: undefined };

export function placeAfter({ nextCursor }: SessionPage, before: readonly SessionPage[]): ListPlace | undefined {
  return nextCursor === null ? undefined : { index: before.length, cursor: nextCursor };
}

/** Reads a page, or returns the loaded one if a refresh does not reach as far. */
export async function readPage(
  known: SessionPages | undefined,
  place: ListPlace,
  order: SessionOrder,
  read: (place: ListPlace) => Promise<SessionPage>,
): Promise<SessionPage> {
  const loaded = known?.pages ?? [];
  const kept = place.index < mostRead ? undefined : loaded[place.index];
  if (kept) return kept;
  const page = await read(place);
  const isLastRead = place.index === mostRead - 1 && loaded.length > mostRead;
  return isLastRead ? withPushedBack(page, loaded.slice(0, mostRead), order) : page;
}

/** Adds the sessions that newer ones have pushed behind this page: the pages after it do not contain them. */
function withPushedBack(page: SessionPage, before: readonly SessionPage[], order: SessionOrder): SessionPage {
  const last = page.sessions.at(-1);
  if (!last || page.nextCursor === null) return page;
  const listed = new Set(page.sessions.map(({ id }) => id));
  const timeOf = ({ createdAt, updatedAt }: Session) => (order === "updated" ? updatedAt : createdAt);
  const isBehind = (session: Session) => timeOf(session) <= timeOf(last) && !listed.has(session.id);
  const pushedBack = before.flatMap(({ sessions }) => sessions.filter(isBehind));
  return pushedBack.length === 0 ? page : { ...page, sessions: [...page.sessions, ...pushedBack] };
}
