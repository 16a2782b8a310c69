/**
 * The messages typed here that the log does not have yet, in the order they were sent. Kept in the identity's storage, so
 * that one whose outcome is unknown outlives a reload.
 */
import type { ScopedStorage } from "../../identity/scoped-storage.js";

/** Immutable; a change makes a new entry. */
export interface OutboxEntry {
  readonly clientEventId: string;
  readonly text: string;
  readonly delivery: "send" | "steer";
  /** `accepted`: the service has it, and the log will show it. */
  readonly state: "sending" | "accepted" | "failed" | "unknown";
  readonly turnId: string | null;
  /** ISO time. */
  readonly createdAt: string;
  readonly error?: Error | undefined;
}

export interface OutboxOptions {
  readonly storage?: ScopedStorage | undefined;
  readonly storageKey: string;
  readonly onChange: () => void;
}

export interface Outbox {
  readonly entries: () => readonly OutboxEntry[];
  readonly find: (clientEventId: string) => OutboxEntry | undefined;
  readonly add: (entry: OutboxEntry) => void;
  readonly update: (clientEventId: string, facts: Partial<OutboxEntry>) => void;
  readonly remove: (clientEventId: string) => void;
  /** Takes up what was stored before the page was loaded anew, save what the log has by now. */
  readonly restore: (isKnown: (clientEventId: string) => boolean) => void;
  /** Forgets everything, also what is stored. */
  readonly clear: () => void;
}

export function createOutbox({ storage, storageKey, onChange }: OutboxOptions): Outbox {
  let entries: readonly OutboxEntry[] = [];
  const find = (id: string) => entries.find((entry) => entry.clientEventId === id);

  function change(next: readonly OutboxEntry[]): void {
    entries = next;
    const kept = entries.map((entry) => ({ ...entry, error: undefined }));
    if (kept.length > 0) storage?.set(storageKey, JSON.stringify(kept));
    else storage?.remove(storageKey);
    onChange();
  }

  return {
    entries: () => entries,
    find,
    add: (entry) => change([...entries, entry]),
    update: (id, facts) =>
      change(entries.map((entry) => (entry.clientEventId === id ? { ...entry, ...facts } : entry))),
    remove(id) {
      if (find(id)) change(entries.filter((entry) => entry.clientEventId !== id));
    },
    restore(isKnown) {
      const stored = readEntries(storage?.get(storageKey) ?? null);
      if (stored.length === 0) return;
      const lost = stored.filter(({ clientEventId: id }) => !find(id) && !isKnown(id));
      change([...lost.map(takeUp), ...entries]);
    },
    clear: () => change([]),
  };
}

/** What was under way goes on with its key; what a person should decide stays theirs. */
function takeUp(entry: OutboxEntry): OutboxEntry {
  return entry.state === "accepted" ? { ...entry, state: "sending" } : entry;
}

function readEntries(text: string | null): OutboxEntry[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is OutboxEntry {
  const entry = value as Partial<OutboxEntry> | null;
  return typeof entry?.clientEventId === "string" && typeof entry.text === "string" && typeof entry.state === "string";
}
