/**
 * Messages of this device that the log does not show yet, in the order they were sent. Stored in the identity's
 * storage, so that a message with an unknown outcome survives a reload.
 */
import type { ConnectionState } from "../../foundation/connection.js";
import type { Lost } from "../../foundation/reach.js";
import type { ScopedStorage } from "../../identity/scoped-storage.js";

/** Extras of a message, with the service's names. */
export interface MessageExtras {
  /** Files: `{ kind: "file", fileId, … }`. */
  readonly resources?: readonly unknown[] | undefined;
  readonly annotations?: readonly unknown[] | undefined;
  /** The model of its turn. @default the session's own */
  readonly model?: string | undefined;
  /** @default the session's own */
  readonly reasoningEffort?: string | undefined;
  /** @default the session's own */
  readonly latencyMode?: string | undefined;
}

/** Immutable; a change makes a new entry. */
export interface OutboxEntry extends MessageExtras {
  readonly clientEventId: string;
  readonly text: string;
  readonly delivery: "send" | "steer";
  /** `accepted`: the service has it, and the log shows it or soon will. */
  readonly state: "sending" | "accepted" | "failed" | "unknown";
  readonly turnId: string | null;
  /** ISO time. */
  readonly createdAt: string;
  /** Time of the next automatic retry (ms since 1970); undefined when none is scheduled. */
  readonly nextAttemptAt?: number | undefined;
  /** Error of the last attempt, as a message for the person. */
  readonly error?: string | undefined;
  /** Whether the service refuses the message as it is, so that sending it again cannot help. */
  readonly isRefused?: boolean | undefined;
}

export interface Outbox {
  readonly entries: () => readonly OutboxEntry[];
  readonly find: (clientEventId: string) => OutboxEntry | undefined;
  readonly add: (entry: OutboxEntry) => void;
  /** Does nothing for an unknown id. */
  readonly update: (clientEventId: string, facts: Partial<OutboxEntry>) => void;
  readonly remove: (clientEventId: string) => void;
  /** Removes the message of a turn that started, or ended before its start. */
  readonly removeTurn: (turnId: string) => void;
  /** Restores the messages stored before the reload, and returns them. */
  readonly restore: () => readonly OutboxEntry[];
  /** Drops everything, including stored messages. */
  readonly clear: () => void;
}

/** Most stored messages; older ones are dropped from the storage, but not from the page. */
const mostStored = 50;

export interface OutboxOptions {
  /** Without a storage, nothing survives a reload. */
  readonly storage: ScopedStorage | undefined;
  readonly storageKey: string;
  readonly onChange: (entries: readonly OutboxEntry[]) => void;
}

export function createOutbox({ storage, storageKey, onChange }: OutboxOptions): Outbox {
  let entries: readonly OutboxEntry[] = [];
  /**
   * Stored messages that are not restored yet; kept, as a message may be typed before that. Undefined until they are
   * read.
   */
  let older: readonly OutboxEntry[] | undefined;
  const readStored = () => readEntries(storage?.get(storageKey) ?? null);
  const find = (id: string) => entries.find(({ clientEventId }) => clientEventId === id);

  function change(next: readonly OutboxEntry[]): void {
    entries = next;
    older ??= readStored();
    const kept = [...older.filter((entry) => !find(entry.clientEventId)), ...entries];
    if (kept.length > 0) storage?.set(storageKey, JSON.stringify(kept.slice(-mostStored)));
    else storage?.remove(storageKey);
    onChange(entries);
  }

  function removeWhere(isGone: (entry: OutboxEntry) => boolean): void {
    if (entries.some(isGone)) change(entries.filter((entry) => !isGone(entry)));
  }

  return {
    entries: () => entries,
    find,
    add: (entry) => change([...entries, entry]),
    update(id, facts) {
      if (find(id)) change(entries.map((entry) => (entry.clientEventId === id ? { ...entry, ...facts } : entry)));
    },
    remove: (id) => removeWhere(({ clientEventId }) => clientEventId === id),
    removeTurn: (turnId) => removeWhere((entry) => entry.turnId === turnId),
    restore() {
      const stored = readStored().filter((entry) => !find(entry.clientEventId));
      older = [];
      if (stored.length === 0) return [];
      // An accepted message is sent again with its key, which returns its entry in the log.
      const taken = stored.map((entry): OutboxEntry => {
        return entry.state === "accepted" ? { ...entry, state: "sending" } : entry;
      });
      change([...taken, ...entries]);
      return taken;
    },
    clear() {
      older = [];
      change([]);
    },
  };
}

function readEntries(text: string | null): readonly OutboxEntry[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is OutboxEntry {
  const entry = value as Partial<OutboxEntry> | null;
  const isState = ["sending", "accepted", "failed", "unknown"].includes(entry?.state ?? "");
  const hasList = entry?.resources === undefined || Array.isArray(entry.resources);
  return isState && hasList && typeof entry?.clientEventId === "string" && typeof entry.text === "string";
}

/** Whether a message is on its way, or accepted and not shown by the log yet. */
export function isLeaving(entries: readonly OutboxEntry[]): boolean {
  return entries.some(({ state }) => state === "sending" || state === "accepted");
}

/** Whether a message waits for the next attempt, its own or that of a message before it. */
export function isHeldBack(entries: readonly OutboxEntry[], clientEventId: string): boolean {
  const place = entries.findIndex((entry) => entry.clientEventId === clientEventId);
  if (entries[place]?.state !== "sending") return false;
  return entries.slice(0, place + 1).some(({ nextAttemptAt }) => nextAttemptAt !== undefined);
}

interface ShownReach {
  readonly connection: ConnectionState;
  readonly isUnreachable: boolean;
  readonly nextAttemptAt: number | null;
}

/** State for display while the server is unreachable, from the connection and the messages in flight. */
export function showReach(
  facts: { readonly lost: Lost } & Omit<ShownReach, "isUnreachable">,
  entries: readonly OutboxEntry[],
): ShownReach {
  const { lost, nextAttemptAt } = facts;
  const leaving = entries.filter(({ state }) => state === "sending");
  const isConnecting = facts.connection === "connecting" || facts.connection === "reconnecting";
  const isUnreachable = lost !== null && (isConnecting || leaving.length > 0);
  if (!isUnreachable) return { connection: facts.connection, isUnreachable, nextAttemptAt };
  const connection = lost === "network" ? "offline" : facts.connection;
  const times = leaving.flatMap((entry) => entry.nextAttemptAt ?? []);
  return { connection, isUnreachable, nextAttemptAt: nextAttemptAt ?? (times.length > 0 ? Math.min(...times) : null) };
}
