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
import type { ServiceContextValue } from "./service-context.js";
import { shareClient } from "./session-source.js";
import { shareOpenSessions } from "./shared-controller.js";

export interface AttentionSource {
  readonly store: StoreApi<AttentionBook>;
  /** Rows of the lists that are watched, by the hook that watches them. */
  readonly watched: Map<object, readonly SessionRow[]>;
  /** Records of lists that a later read has contradicted. */
  readonly outdated: WeakSet<Session>;
}

export function shareAttention({ scope }: Pick<ServiceContextValue, "scope">): AttentionSource {
  return scope.share("attention", () => ({
    store: createStore<AttentionBook>()(() => calm),
    watched: new Map<object, readonly SessionRow[]>(),
    outdated: new WeakSet<Session>(),
    dispose() {},
  }));
}

/** Removes a session that this person deleted or archived. */
export function forgetAttention(context: Pick<ServiceContextValue, "scope">, sessionId: string): void {
  const { store } = shareAttention(context);
  store.setState(forgetSessions(store.getState(), new Set([sessionId])), true);
}

/** Most sessions that one read lists, and most that it looks up besides. */
const mostListed = 50;
const mostLookedUp = 10;

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
  const page = await listSessionPage(client, { workspaceId, status: "requires_action", limit: mostListed }, { signal });
  const waiting = [...page.pinned, ...page.sessions];
  const listed = new Set(waiting.map(({ id }) => id));
  const open = shareOpenSessions(context).store.getState();
  const isWhole = page.nextCursor === null;
  const covered = new Set(rows.map(({ sessionId }) => sessionId));
  const unsure = entries.filter(({ sessionId, reason }) => {
    if (listed.has(sessionId) || open.has(sessionId)) return false;
    return reason === "decision" || !covered.has(sessionId);
  });
  const asked = unsure.filter(({ reason }) => reason !== "decision" || !isWhole).slice(-mostLookedUp);
  const found = await Promise.all(
    asked.map(({ sessionId }) => getSession(client, { sessionId, workspaceId }, { signal }).catch(unlessGone)),
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
