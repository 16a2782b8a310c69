/**
 * Lists the sessions that the host's rule lets the person open. Pages are filled and cursors are sealed, so that
 * neither reveals a hidden session, nor whether a search matches one.
 */
import type { SessionPage } from "../../wire/protocol/session-lists.js";
import type { Session } from "../../wire/protocol/session.js";
import { isAllowedSession } from "./authorize.js";
import type { Passage } from "./passage.js";
import { ProxyRefusal } from "./proxy-error.js";
import { passChanged, send, type Answered } from "./send-on.js";

/** Sessions a page of the service, whatever the caller's limit: it must not decide how far a request looks. */
const upstreamLimit = 100;
/** Pages of the service that one request reads. */
const mostPages = 5;
const usualLimit = 100;
const largestLimit = 500;
/** Sealed places have one length, as the length would reveal how far the service's list was read (characters). */
const placeLength = 512;

/** Where a page ended. */
interface Place {
  /** The service's cursor of the page to read on from; null is the first. */
  readonly cursor: string | null;
  /** The last session shown of that page; null for none. */
  readonly last: Pick<Session, "id" | "createdAt"> | null;
}

export async function listVisible(passage: Passage): Promise<Response> {
  const asked = new URL(passage.request.url).searchParams;
  const parent = asked.get("parentSessionId");
  // A list of children would reveal a hidden session.
  if (parent !== null && parent !== "null" && !(await mayOpen(passage, parent))) {
    return passChanged(passage, { value: null, text: "", headers: new Headers() }, pageOf([], null));
  }
  return collect(passage, limitOf(asked.get("limit")), await readPlace(passage, asked.get("cursor")));
}

async function collect(passage: Passage, limit: number, place: Place): Promise<Response> {
  const found: { readonly session: Session; readonly cursor: string | null }[] = [];
  let { cursor } = place;
  let answered: Answered | undefined;
  let pinned: readonly Session[] = [];
  const isFirst = place.cursor === null && place.last === null;
  for (let read = 0; read < mostPages && found.length <= limit; read += 1) {
    answered = await send(passage, { query: { limit: String(upstreamLimit), cursor: cursor ?? undefined } });
    const { sessions, nextCursor, pinned: pins } = answered.value as SessionPage;
    if (isFirst && cursor === null) pinned = await allowed(passage, pins);
    const behind = sessions.filter((session) => isBehind(session, place.last));
    for (const session of await allowed(passage, behind)) found.push({ session, cursor });
    cursor = nextCursor;
    if (cursor === null) break;
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  let next: Place | null = null;
  if (found.length > limit && last) next = { cursor: last.cursor, last: last.session };
  else if (cursor !== null) next = { cursor, last: null };
  const sessions = shown.map(({ session }) => session);
  const page = { ...pageOf(sessions, next && (await sealPlace(passage, next))), pinned };
  return passChanged(passage, answered ?? { value: null, text: "", headers: new Headers() }, page);
}

/** @throws {ProxyRefusal} (400) with the service's own code. */
function limitOf(text: string | null): number {
  if (text === null) return usualLimit;
  if (/^0*[1-9]\d{0,14}$/.test(text)) return Math.min(Number(text), largestLimit);
  throw new ProxyRefusal(400, "validation_failed", '"limit" must be a whole number from 1.');
}

function pageOf(sessions: readonly Session[], nextCursor: string | null): SessionPage {
  return { pinned: [], sessions, nextCursor };
}

/** In the service's order: newest first. */
function isBehind({ id, createdAt }: Session, last: Place["last"]): boolean {
  if (last === null) return true;
  return createdAt < last.createdAt || (createdAt === last.createdAt && id < last.id);
}

async function allowed({ context, service, options }: Passage, sessions: readonly Session[]): Promise<Session[]> {
  const may = await Promise.all(sessions.map((session) => isAllowedSession(session, context, service.source, options)));
  return sessions.filter((_session, index) => may[index]);
}

function sealPlace({ service }: Passage, { cursor, last }: Place): Promise<string> {
  const text = JSON.stringify([cursor, last?.id ?? null, last?.createdAt ?? null]);
  return service.seal(text.padEnd(placeLength));
}

/** @throws {ProxyRefusal} (400) with code `cursor_invalid`. */
async function readPlace({ service }: Passage, sealed: string | null): Promise<Place> {
  if (sealed === null) return { cursor: null, last: null };
  const text = await service.unseal(sealed);
  if (text === null) {
    throw new ProxyRefusal(400, "cursor_invalid", "The cursor is none of this list. Start again without it.");
  }
  const [cursor, id, createdAt] = JSON.parse(text) as readonly (string | null)[];
  return { cursor: cursor ?? null, last: id != null && createdAt != null ? { id, createdAt } : null };
}

async function mayOpen(passage: Passage, sessionId: string): Promise<boolean> {
  try {
    await passage.openSession(sessionId);
    return true;
  } catch (error) {
    if (error instanceof ProxyRefusal && error.status === 404) return false;
    throw error;
  }
}
