/**
 * The sessions that need the person, shared by the hooks of one identity: the book, and the read that keeps it true.
 * Lists show some sessions alone: the read finds those that wait beyond them, and those that are gone.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { getSession, listSessionPage } from "../api/routes/sessions.js";
import { calm, forgetSessions, type AttentionBook } from "../session/attention.js";
import type { SessionRow } from "../session/session-rows.js";
import { unlessGone } from "../session/unless-gone.js";
import type { SessionPage } from "../wire/protocol/session-lists.js";
import type { Session } from "../wire/protocol/session.js";
import type { ServiceConnection } from "../api/service-connection.js";
import type { ServiceContextValue } from "./service-context.js";
import { sessionListKey, type SessionPages } from "./session-list-cache.js";
import { shareQueryClient } from "./session-record.js";
import { shareClient } from "./session-source.js";
import { shareOpenSessions } from "./shared-controller.js";

export interface AttentionSource {
  readonly store: StoreApi<AttentionBook>;
  /** Rows of the lists that are watched, by the hook that watches them. */
  readonly watched: Map<object, readonly SessionRow[]>;
  /** Records of lists that a later read has contradicted. */
  readonly outdated: WeakSet<Session>;
  /** Sessions that only panels of their own entries show, by the hook that found them: such a panel hides no entry. */
  readonly entryPanels: Map<string, object>;
}

export function shareAttention({ scope }: Pick<ServiceContextValue, "scope">): AttentionSource {
  return scope.share("attention", () => {
    const store = createStore<AttentionBook>()(() => calm);
    const watched = new Map<object, readonly SessionRow[]>();
    const entryPanels = new Map<string, object>();
    const dispose = () => {
      store.setState(calm, true);
      for (const kept of [watched, entryPanels]) kept.clear();
    };
    return { store, watched, outdated: new WeakSet<Session>(), entryPanels, dispose };
  });
}

/** Removes a session that this person deleted or archived. */
export function forgetAttention(context: Pick<ServiceContextValue, "scope">, sessionId: string): void {
  const { store } = shareAttention(context);
  store.setState(forgetSessions(store.getState(), new Set([sessionId])), true);
}

/** Most sessions of a page, most pages that one read lists, and most sessions that it looks up besides. */
const mostOfPage = 100;
const mostPages = 5;
const mostLookedUp = 10;

/** Begins as the key of a list, so that it is read again and changed with the lists. */
export function waitingKey(context: ServiceContextValue, workspaceId: string | undefined): readonly unknown[] {
  return [...sessionListKey(context, workspaceId), "", false, "requires_action", 0, "attention"];
}

/** Lists the sessions that wait, however old: the service's filter, page by page. */
async function listWaiting(client: ServiceConnection, workspaceId: string | undefined, signal: AbortSignal) {
  const waiting: Session[] = [];
  let cursor: string | undefined;
  for (let read = 0; read < mostPages; read += 1) {
    const asked = { workspaceId, status: "requires_action", limit: mostOfPage, cursor };
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const { pinned, sessions, nextCursor } = await listSessionPage(client, asked, { signal });
    waiting.push(...pinned, ...sessions);
    if (nextCursor === null) return { waiting, isWhole: true };
    cursor = nextCursor;
  }
  return { waiting, isWhole: false };
}

/** Reads the sessions that wait, looks up those that no list covers, and removes those that need nobody any more. */
export async function readWaiting(
  context: ServiceContextValue,
  workspaceId: string | undefined,
  signal: AbortSignal,
): Promise<SessionPage> {
  const client = shareClient(context);
  const { store, watched, outdated } = shareAttention(context);
  const { entries } = store.getState();
  const rows = [...watched.values()].flat();
  const { waiting, isWhole } = await listWaiting(client, workspaceId, signal);
  const listed = new Set(waiting.map(({ id }) => id));
  const open = shareOpenSessions(context).store.getState();
  const covered = new Set(rows.map(({ sessionId }) => sessionId));
  const unsure = entries.filter(({ sessionId, reason }) => {
    if (listed.has(sessionId) || open.has(sessionId)) return false;
    return reason === "decision" || !covered.has(sessionId);
  });
  // A row that is in use stays: the person has just answered there.
  const known = shareQueryClient(context).getQueryData<SessionPages>(waitingKey(context, workspaceId));
  const inUse = (known?.pages ?? []).flatMap(({ sessions }) => sessions).filter(({ id }) => open.has(id));
  const asked = [
    ...unsure.filter(({ reason }) => reason !== "decision" || !isWhole).map(({ sessionId }) => sessionId),
    ...inUse.map(({ id }) => id).filter((id) => !listed.has(id)),
  ].slice(-mostLookedUp);
  const found = await Promise.all(
    asked.map((sessionId) => getSession(client, { sessionId, workspaceId }, { signal }).catch(unlessGone)),
  );
  const kept = found.filter((session) => session && session.archived !== true) as readonly Session[];
  if (isWhole) {
    for (const { record } of rows) {
      if (record.status === "requires_action" && !listed.has(record.id)) outdated.add(record);
    }
  }
  const gone = new Set(unsure.map(({ sessionId }) => sessionId));
  for (const { id } of kept) gone.delete(id);
  store.setState(forgetSessions(store.getState(), gone), true);
  return { pinned: [], sessions: [...waiting, ...kept], nextCursor: null };
}
