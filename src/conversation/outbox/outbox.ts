/**
 * Messages of this device that the log of one conversation does not show yet, in the order they were sent. Stored in the
 * identity's storage, so that a message with an unknown outcome survives a reload. Conversations of one page that show
 * the same session share them.
 */
import type { ScopedStorage } from "../../identity/scoped-storage.js";
import type { OutboxEntry } from "./outbox-entry.js";
import { dropPlace, keepPlace, knownPlace, placeOf } from "./session-places.js";
import { createSharedOutbox, type OutboxListener, type SharedOutbox } from "./shared-outbox.js";

export type Outbox = ReturnType<typeof createOutbox>;

interface OutboxOptions {
  /** Without a storage, nothing survives a reload. */
  readonly storage: ScopedStorage | undefined;
  /** Where they are stored until the session is known. */
  readonly storageKey: string;
  /** The messages that are stored under a key. @default those of this conversation alone */
  readonly share?: ShareOutbox | undefined;
  /** Whether the door can send a message. One that it cannot is left to other conversations. @default true */
  readonly takes?: ((entry: OutboxEntry) => boolean) | undefined;
  /** Called with the key of a message that another conversation brought, and the log has shown. */
  readonly onKnown?: ((clientEventId: string) => void) | undefined;
  /** Whether the log is followed, and so will show what another conversation's log shows. @default false */
  readonly isFollowing?: (() => boolean) | undefined;
  readonly onChange: (entries: readonly OutboxEntry[]) => void;
}

/** Returns the same object for the same key. */
export type ShareOutbox = (storageKey: string) => SharedOutbox;

/** A message that joins was sent a moment ago. */
const mostKnown = 100;

export function createOutbox(options: OutboxOptions) {
  const { storage, storageKey, takes = () => true, isFollowing = () => false, onKnown, onChange } = options;
  const share = options.share ?? ((key) => createSharedOutbox(storage, key));
  /** Undefined until it is used: no storage is read in rendering. */
  let shared: SharedOutbox | undefined;
  let leave = () => {};
  let isOver = false;
  let entries: readonly OutboxEntry[] = [];
  /** Messages that the log of another conversation shows, and this one's not yet. */
  let expected: readonly OutboxEntry[] = [];
  /** Keys of the newest messages that the log shows. */
  const known = new Set<string>();
  const find = (id: string) => entries.find(({ clientEventId }) => clientEventId === id);
  const others = (id: string) => (entry: OutboxEntry) => entry.clientEventId !== id;

  const listen: OutboxListener = (news) => {
    if (news?.kind === "shown" && isFollowing() && find(news.entry.clientEventId)) expected = [...expected, news.entry];
    look();
    if (news?.kind === "joined") for (const id of known) if (find(id)) onKnown?.(id);
  };

  function look(): void {
    if (isOver) return;
    const last = entries;
    entries = [...expected, ...open().entries().filter(takes)];
    const isSame = last.length === entries.length && last.every((entry, index) => entry === entries[index]);
    if (isSame) entries = last;
    else onChange(entries);
  }

  function open(): SharedOutbox {
    return shared ?? enter(knownPlace(storage, storageKey) ?? storageKey);
  }

  function enter(key: string): SharedOutbox {
    leave();
    shared = share(key);
    leave = shared.watch(listen);
    return shared;
  }

  return {
    entries: () => entries,
    find,
    add: (entry: OutboxEntry) => open().change([...open().entries(), entry]),
    /** Does nothing for an unknown id. */
    update: (id: string, facts: Partial<OutboxEntry>): void => {
      if (!find(id)) return;
      const changed = open()
        .entries()
        .map((entry) => (entry.clientEventId === id ? { ...entry, ...facts } : entry));
      open().change(changed);
    },
    /** Drops a message, in every conversation. */
    remove(id: string): void {
      if (!find(id)) return;
      expected = expected.filter(others(id));
      open().change(open().entries().filter(others(id)));
    },
    /** The log shows this message. Another conversation that shows the session keeps it until its own log does. */
    shown(id: string): void {
      addNewest(known, id);
      if (!find(id)) return;
      expected = expected.filter(others(id));
      open().shown(id, listen);
      look();
    },
    /** Restores the messages stored before the reload. */
    restore(): void {
      open().restore();
      look();
    },
    /** Shares the messages of this session from now on; those of this conversation join them. */
    join(sessionId: string): void {
      const from = open();
      const place = placeOf(sessionId);
      if (from.storageKey === place) return;
      keepPlace(storage, storageKey, place);
      from.moveTo(enter(place));
      look();
    },
    /** Messages in flight, by key; also those that another conversation sends. */
    deliveries: () => open().deliveries,
    /** Forgets everything without changing what is stored: the conversation has ended. */
    end(): void {
      isOver = true;
      leave();
      [entries, expected] = [[], []];
      known.clear();
    },
    /** Drops everything, including stored messages. */
    clear(): void {
      expected = [];
      open().clear();
      dropPlace(storage, open().storageKey);
      look();
    },
  };
}

/** Adds a key as the newest, and drops the oldest beyond the most. */
function addNewest(known: Set<string>, id: string): void {
  known.delete(id);
  known.add(id);
  const [oldest] = known;
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}
