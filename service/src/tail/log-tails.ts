/** The tails of all sessions that have readers in this process. */
import type { Store } from "../store/store.js";
import { createLogTail, type LogTail, type OwnedTail } from "./log-tail.js";
import type { Pulse } from "./pulse.js";
import { createWaking } from "./wake-in-turns.js";

export interface LogTails {
  /** Adds a reader, whose `hint` is called when there may be something new. */
  follow(sessionId: string, hint: () => void): Followed;
}

export interface Followed {
  readonly tail: LogTail;
  /** Removes the reader. */
  readonly end: () => void;
}

interface Entry {
  readonly tail: OwnedTail;
  readonly readers: Set<() => void>;
  readonly unwatch: () => void;
}

export interface LogTailsOptions {
  readonly store: Pick<Store, "readEvents" | "getSession" | "watchSession">;
  readonly pulse: Pulse;
}

export function createLogTails({ store, pulse }: LogTailsOptions): LogTails {
  const entries = new Map<string, Entry>();
  const waking = createWaking();
  const versions = new Map<Entry, number>();
  let leave: (() => void) | null = null;

  function open(sessionId: string): Entry {
    const readers = new Set<() => void>();
    const wake = () => {
      // A later reader joins another tail: a session may be made again under its id.
      if (tail.isGone && entries.get(sessionId) === entry) entries.delete(sessionId);
      waking.wake(readers);
    };
    const tail = createLogTail({ store, sessionId, wake });
    const entry: Entry = { tail, readers, unwatch: store.watchSession(sessionId, tail.take) };
    entries.set(sessionId, entry);
    leave ??= pulse.join({ ask, take: ({ logs }) => compare(logs), missed: () => each((one) => one.miss()) });
    return entry;
  }

  function each(act: (tail: OwnedTail) => void): void {
    for (const { tail } of entries.values()) act(tail);
  }

  function ask() {
    versions.clear();
    for (const entry of entries.values()) versions.set(entry, entry.tail.version);
    return { sessionIds: [...entries.keys()] };
  }

  function compare(logs: Parameters<Parameters<Pulse["join"]>[0]["take"]>[0]["logs"]): void {
    for (const [sessionId, entry] of entries) {
      const version = versions.get(entry);
      if (version !== undefined) entry.tail.compare(logs.get(sessionId), version);
    }
  }

  return {
    follow(sessionId, hint) {
      const entry = entries.get(sessionId) ?? open(sessionId);
      // A function of its own, so that one that follows twice is called twice.
      const reader = () => hint();
      entry.readers.add(reader);
      return {
        tail: entry.tail,
        end() {
          waking.forget(reader);
          if (!entry.readers.delete(reader) || entry.readers.size > 0) return;
          entry.unwatch();
          if (entries.get(sessionId) === entry) entries.delete(sessionId);
          if (entries.size > 0) return;
          leave?.();
          leave = null;
        },
      };
    },
  };
}
