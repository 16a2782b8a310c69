import { useEffect, useMemo, useRef } from "react";
import { callHost } from "../foundation/call-host.js";
import { useStore } from "zustand/react";
import { listen } from "../foundation/listen.js";
import { attend, type AttentionEntry, type AttentionFacts } from "../session/attention.js";
import type { Messages } from "../strings/catalogue.js";
import { sessionRows, type SessionRow } from "../session/session-rows.js";
import type { SessionPage } from "../wire/protocol/session-lists.js";
import type { Session } from "../wire/protocol/session.js";
import type { AttentionAdapter } from "./attention-adapters.js";
import { forgetAttention, readWaiting, shareAttention, waitingKey } from "./attention-source.js";
import { useServiceContext } from "./service-context.js";
import { shareListReads, type ListPlace } from "./session-list-cache.js";
import { firstPlace } from "./session-list-pages.js";
import { shareQueryClient } from "./session-record.js";
import { shareOpenSessions } from "./shared-controller.js";
import { useDrawnEntries } from "./use-drawn-entries.js";
import { useObservedPages } from "./use-observed-pages.js";
import { useStrings } from "./use-strings.js";
import { givenOptions } from "./given-options.js";

/** Options of `useAttention`. */
export interface UseAttentionOptions {
  /**
   * Sessions to watch besides those that are open on the page: the rows of `useSessions`. With them, sessions that wait
   * beyond the loaded pages are read too, whenever the lists are. @default none
   */
  readonly sessions?: readonly SessionRow[] | undefined;
  /** The workspace of `sessions`. @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Ids of the sessions that are shown now. @default all that are open on the page, except in a panel of their own entry */
  readonly inView?: readonly string[] | undefined;
  /** Further places that show attention. Keep the list's identity: a removed adapter is cleared. @default none */
  readonly adapters?: readonly AttentionAdapter[] | undefined;
}

/** Result of `useAttention`. */
export interface Attention {
  readonly count: number;
  /** Sessions that wait for a decision, and those that ended unseen; oldest first. */
  readonly entries: readonly AttentionEntry[];
  /**
   * Rows of the sessions that need the person and are not among `sessions`, as their page of the list is not loaded. A row
   * stays while its session is open. Empty without `sessions`.
   */
  readonly unlisted: readonly SessionRow[];
}

const noSessions: readonly SessionRow[] = [];
const noWrites: ReadonlyMap<string, string> = new Map();
const noAdapters: readonly AttentionAdapter[] = [];

/**
 * The sessions that need the person, shown in the adapters too. A session in view on a visible page is left out. One that
 * waits when its panel is closed is followed until it is decided.
 *
 * @example
 * const adapters = useMemo(() => [titleAttention(), badgeAttention()], []);
 * const { count } = useAttention({ sessions, adapters });
 */
export function useAttention(options: UseAttentionOptions = {}): Attention {
  const given = givenOptions(options);
  const { sessions = noSessions, workspaceId, inView, adapters = noAdapters } = given;
  const context = useServiceContext();
  const source = shareAttention(context);
  const sessionsOpen = shareOpenSessions(context);
  const open = useStore(sessionsOpen.store);
  const newest = useStore(sessionsOpen.newest);
  const entries = useDrawnEntries(source, sessionsOpen);
  const waiting = useWaiting(given.sessions !== undefined, workspaceId);
  const viewed = inView?.join(" ");
  useEffect(() => sessionsOpen.attend(), [sessionsOpen]);

  useEffect(() => {
    const key = {};
    source.watched.set(key, sessions);
    return () => void source.watched.delete(key);
  }, [source, sessions]);

  useEffect(() => {
    const look = () => {
      const facts = factsOf(sessions, waiting, source.outdated);
      // Live facts are newer than the list's; a chat's have no title.
      for (const { sessionId, status, title, isOld } of newest.values()) {
        const listed = facts.get(sessionId);
        if (listed ? isOld : !open.has(sessionId)) continue;
        facts.set(sessionId, { sessionId, status, title: title ?? listed?.title ?? null });
      }
      const { entryPanels } = source;
      const shown = [...open.keys()].filter((id) => !entryPanels.has(id));
      const ids = new Set(viewed?.split(" ") ?? shown);
      const isVisible = document.visibilityState === "visible";
      const book = attend(source.store.getState(), [...facts.values()], (id) => isVisible && ids.has(id));
      const needed = new Set(book.entries.map(({ sessionId }) => sessionId));
      for (const id of entryPanels.keys()) if (!needed.has(id)) entryPanels.delete(id);
      source.store.setState(book, true);
    };
    look();
    return listen([document, "visibilitychange", look]);
  }, [source, open, newest, sessions, waiting, viewed]);

  useLeftSessions(entries, given.sessions === undefined);
  useAdapters(entries, adapters, useStrings().attention);
  const unlisted = useMemo(() => {
    const listed = new Set(sessions.map(({ sessionId }) => sessionId));
    const others = waiting.filter(({ id }) => !listed.has(id));
    return sessionRows([others], { open: newest, pending: noWrites, archived: false });
  }, [sessions, waiting, newest]);
  return { count: entries.length, entries, unlisted };
}

/** How often the sessions that wait are read while the page is visible (ms): as often as lists are. */
const refreshMs = 30_000;

const noRecords: readonly Session[] = [];

/** The sessions that wait, in lists or not, and those of them that are open since. */
function useWaiting(isWanted: boolean, workspaceId: string | undefined): readonly Session[] {
  const context = useServiceContext();
  const isEnabled = isWanted && context.scope.identity !== null;
  const { data } = useObservedPages<SessionPage, ListPlace>(shareQueryClient(context), {
    queryKey: waitingKey(context, workspaceId),
    queryFn: ({ signal }) => readWaiting(context, workspaceId, signal),
    onAsk: shareListReads(context),
    initialPageParam: firstPlace,
    getNextPageParam: () => undefined,
    enabled: isEnabled,
    refetchInterval: refreshMs,
  });
  return (isEnabled && data?.pages[0]?.sessions) || noRecords;
}

/** Follows the sessions that waited when they were left: without a list, nothing else reports that they were decided. */
function useLeftSessions(entries: readonly AttentionEntry[], isAlone: boolean): void {
  const context = useServiceContext();
  const { scope } = context;
  const sessionsOpen = shareOpenSessions(context);
  const open = useStore(sessionsOpen.store);
  const waiting = entries.filter(({ sessionId, reason }) => reason === "decision" && !open.has(sessionId));
  const ids = isAlone ? waiting.map(({ sessionId }) => sessionId).join(" ") : "";
  useEffect(() => {
    if (ids === "") return undefined;
    const ends = ids.split(" ").map((id) => sessionsOpen.follow(id, () => forgetAttention({ scope }, id)));
    return () => ends.forEach((end) => end());
  }, [sessionsOpen, scope, ids]);
}

/** The newest facts of each session, by id. */
function factsOf(
  rows: readonly SessionRow[],
  waiting: readonly Session[],
  outdated: WeakSet<Session>,
): Map<string, AttentionFacts> {
  const current = rows.filter(({ record, isArchived }) => !isArchived && !outdated.has(record));
  const facts = new Map<string, AttentionFacts>(current.map((row) => [row.sessionId, row]));
  const ages = new Map(current.map((row) => [row.sessionId, row.updatedAt]));
  for (const { id, status, title, updatedAt, archived } of waiting) {
    if (archived === true || (ages.get(id) ?? "") >= updatedAt) continue;
    facts.set(id, { sessionId: id, status, title });
  }
  return facts;
}

function useAdapters(
  entries: readonly AttentionEntry[],
  adapters: readonly AttentionAdapter[],
  strings: Messages["attention"],
): void {
  const told = useRef<readonly AttentionEntry[]>([]);
  useEffect(() => {
    const added = entries.filter((entry) => !told.current.includes(entry));
    told.current = entries;
    for (const adapter of adapters) callHost(() => adapter.show({ entries, added, strings }));
  }, [entries, adapters, strings]);
  useEffect(() => {
    for (const adapter of adapters) users.set(adapter, usersOf(adapter) + 1);
    return () => {
      for (const adapter of adapters) {
        users.set(adapter, usersOf(adapter) - 1);
        if (usersOf(adapter) === 0) callHost(() => adapter.clear());
      }
    };
  }, [adapters]);
}

/** How many components show attention in an adapter: the last one that leaves clears it. */
const users = new WeakMap<AttentionAdapter, number>();
const usersOf = (adapter: AttentionAdapter) => users.get(adapter) ?? 0;
