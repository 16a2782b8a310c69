/**
 * Where the messages of a chat are stored whose session this device has seen: it may send before its first page is there,
 * and be followed on the page by its session.
 */
import { readStoredList } from "../../foundation/read-stored-list.js";
import type { ScopedStorage } from "../../identity/scoped-storage.js";

const storageKey = "outbox/places";
/** How many are remembered, the newest. */
const most = 50;

const places = "outbox/session/";

/** Where the messages of a session are stored. */
export function placeOf(sessionId: string): string {
  return places + sessionId;
}

export function knownPlace(storage: ScopedStorage | undefined, chat: string): string | undefined {
  return read(storage).find(([name]) => name === chat)?.[1];
}

export function keepPlace(storage: ScopedStorage | undefined, chat: string, place: string): void {
  const known = read(storage);
  if (known.some((pair) => pair[0] === chat && pair[1] === place)) return;
  write(storage, [...known.filter(([name]) => name !== chat), [chat, place]]);
}

/** Forgets a session that was deleted. */
export function dropPlace(storage: ScopedStorage | undefined, place: string): void {
  const known = read(storage);
  const left = known.filter((pair) => pair[1] !== place);
  if (left.length < known.length) write(storage, left);
}

type Pair = readonly [chat: string, place: string];

function write(storage: ScopedStorage | undefined, pairs: readonly Pair[]): void {
  if (pairs.length > 0) storage?.set(storageKey, JSON.stringify(pairs.slice(-most)));
  else storage?.remove(storageKey);
}

function read(storage: ScopedStorage | undefined): readonly Pair[] {
  return readStoredList(storage?.get(storageKey), isPair);
}

function isPair(value: unknown): value is Pair {
  return Array.isArray(value) && typeof value[0] === "string" && String(value[1]).startsWith(places);
}
