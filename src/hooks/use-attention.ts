import { useEffect, useRef } from "react";
import { createStore, type StoreApi } from "zustand/vanilla";
import { useStore } from "zustand/react";
import { listen } from "../foundation/listen.js";
import { attend, calm, type AttentionBook, type AttentionEntry, type AttentionFacts } from "../session/attention.js";
import type { Messages } from "../strings/catalogue.js";
import type { SessionRow } from "../session/session-rows.js";
import type { AttentionAdapter } from "./attention-adapters.js";
import { useServiceContext, type ServiceContextValue } from "./service-context.js";
import { shareOpenSessions } from "./shared-controller.js";
import { useStrings } from "./use-strings.js";

/** Options of `useAttention`. */
export interface UseAttentionOptions {
  /** Sessions to watch besides those that are open on the page: the rows of `useSessions`. @default none */
  readonly sessions?: readonly SessionRow[] | undefined;
  /** Ids of the sessions that are shown now. @default all that are open on the page */
  readonly inView?: readonly string[] | undefined;
  /** Further places that show attention. Keep the list's identity: a removed adapter is cleared. @default none */
  readonly adapters?: readonly AttentionAdapter[] | undefined;
}

/** Result of `useAttention`. */
export interface Attention {
  readonly count: number;
  /** Sessions that wait for a decision, and those that ended unseen; oldest first. */
  readonly entries: readonly AttentionEntry[];
}

const noSessions: readonly SessionRow[] = [];
const noAdapters: readonly AttentionAdapter[] = [];

/**
 * The sessions that need the person, shown in the adapters too. A session in view on a visible page is left out.
 *
 * @example
 * const adapters = useMemo(() => [titleAttention(), badgeAttention()], []);
 * const { count } = useAttention({ sessions, adapters });
 */
export function useAttention(options: UseAttentionOptions = {}): Attention {
  const { sessions = noSessions, inView, adapters = noAdapters } = options;
  const context = useServiceContext();
  const book = shareAttention(context);
  const sessionsOpen = shareOpenSessions(context);
  const open = useStore(sessionsOpen.store);
  const { entries } = useStore(book);
  const viewed = inView?.join(" ");
  useEffect(() => sessionsOpen.attend(), [sessionsOpen]);

  useEffect(() => {
    const look = () => {
      // A live state is newer than the list's; a chat's state has no title.
      const facts = new Map<string, AttentionFacts>(sessions.map((row) => [row.sessionId, row]));
      for (const { sessionId, status, title } of open.values()) {
        facts.set(sessionId, { sessionId, status, title: title ?? facts.get(sessionId)?.title ?? null });
      }
      const ids = viewed === undefined ? new Set(open.keys()) : new Set(viewed.split(" "));
      const isVisible = document.visibilityState === "visible";
      book.setState(
        attend(book.getState(), [...facts.values()], (id) => isVisible && ids.has(id)),
        true,
      );
    };
    look();
    return listen([document, "visibilitychange", look]);
  }, [book, open, sessions, viewed]);

  useAdapters(entries, adapters, useStrings().attention);
  return { count: entries.length, entries };
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
    for (const adapter of adapters) adapter.show({ entries, added, strings });
  }, [entries, adapters, strings]);
  useEffect(() => {
    for (const adapter of adapters) users.set(adapter, usersOf(adapter) + 1);
    return () => {
      for (const adapter of adapters) {
        users.set(adapter, usersOf(adapter) - 1);
        if (usersOf(adapter) === 0) adapter.clear();
      }
    };
  }, [adapters]);
}

/** How many components show attention in an adapter: the last one that leaves clears it. */
const users = new WeakMap<AttentionAdapter, number>();
const usersOf = (adapter: AttentionAdapter) => users.get(adapter) ?? 0;

function shareAttention({ scope }: ServiceContextValue): StoreApi<AttentionBook> {
  const { store } = scope.share("attention", () => ({
    store: createStore<AttentionBook>()(() => calm),
    dispose() {},
  }));
  return store;
}
