/**
 * The messages of one session that are under way on one page. A page may show a session through several conversations, as a
 * chat and as a session: each shows them, may send, retry or discard any of them, and none sends one that another is sending.
 */
import type { ScopedStorage } from "../../identity/scoped-storage.js";
import { cut, type Delivery } from "./delivery.js";
import { readEntries, type OutboxEntry } from "./outbox-entry.js";

export type SharedOutbox = ReturnType<typeof createSharedOutbox>;

export type OutboxListener = (news?: OutboxNews) => void;

export type OutboxNews =
  /** The log of another conversation shows this message, which was removed. */
  | { readonly kind: "shown"; readonly entry: OutboxEntry }
  /** Another conversation has joined, with messages that logs may show already. */
  | { readonly kind: "joined" };

/** Most stored messages; older ones are dropped from the storage, but not from the page. */
const mostStored = 50;

/** @param storage Without one, nothing survives a reload. */
export function createSharedOutbox(storage: ScopedStorage | undefined, storageKey: string) {
  let entries: readonly OutboxEntry[] = [];
  /**
   * Stored messages that are not restored yet; kept, as a message may be typed before that. Undefined until they are
   * read.
   */
  let older: readonly OutboxEntry[] | undefined;
  const listeners = new Set<OutboxListener>();
  const deliveries = new Map<string, Delivery>();
  const readStored = () => readEntries(storage?.get(storageKey) ?? null);
  const isNew = ({ clientEventId: id }: OutboxEntry) => !entries.some(({ clientEventId }) => clientEventId === id);

  function store(next: readonly OutboxEntry[]): void {
    entries = next;
    older ??= readStored();
    const kept = [...older.filter(isNew), ...entries];
    if (kept.length > 0) storage?.set(storageKey, JSON.stringify(kept.slice(-mostStored)));
    else storage?.remove(storageKey);
  }
  const change = (next: readonly OutboxEntry[], news?: OutboxNews) => {
    store(next);
    for (const listener of listeners) listener(news);
  };
  const empty = () => {
    older = [];
    deliveries.clear();
    change([]);
  };
  /** Adds the messages stored before the reload. */
  const restore = () => {
    const stored = (older ?? readStored()).filter(isNew);
    older = [];
    // An accepted message is sent again with its key, which returns its entry in the log.
    const taken = stored.map((entry): OutboxEntry => {
      return entry.state === "accepted" ? { ...entry, state: "sending" } : entry;
    });
    if (taken.length > 0) change([...taken, ...entries]);
  };

  return {
    /** Where they are stored. */
    storageKey,
    entries: () => entries,
    change,
    /** Removes a message that the log of one conversation shows; `by` is its listener. */
    shown(id: string, by: OutboxListener): void {
      const gone = entries.find(({ clientEventId }) => clientEventId === id);
      if (!gone) return;
      store(entries.filter((entry) => entry !== gone));
      const news = { kind: "shown", entry: gone } as const;
      for (const listener of listeners) listener(listener === by ? undefined : news);
    },
    restore,
    deliveries,
    /** Calls the listener after each change until the returned function is called. */
    watch(listener: OutboxListener): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Moves everything, stored messages as well, to another one. */
    moveTo(other: {
      readonly entries: () => readonly OutboxEntry[];
      readonly change: typeof change;
      readonly restore: () => void;
      readonly deliveries: Map<string, Delivery>;
    }): void {
      restore();
      other.restore();
      const known = new Set(other.entries().map(({ clientEventId }) => clientEventId));
      const moved = entries.filter(({ clientEventId }) => !known.has(clientEventId));
      for (const [id, delivery] of deliveries) if (!known.has(id)) other.deliveries.set(id, delivery);
      empty();
      other.change([...other.entries(), ...moved], { kind: "joined" });
    },
    /** Forgets everything without changing the storage: its identity has ended. */
    dispose(): void {
      entries = [];
      older = [];
      deliveries.clear();
      listeners.clear();
    },
    /** Drops everything, including stored messages and those in flight. */
    clear(): void {
      const given = [...deliveries.values()];
      empty();
      given.forEach(cut);
    },
  };
}
