/** The verbs for the sessions of a list. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { isNotFound } from "../wire/protocol/api-error.js";
import type { Session } from "../wire/protocol/session.js";
import { retrying } from "../api/retrying.js";
import { archiveSession, deleteSession, renameSession } from "../api/routes/sessions.js";
import type { ServiceConnection } from "../api/service-connection.js";
import { createTrackedWrites, type TrackedWrites } from "./tracked-writes.js";

/** An action on a session of a list. */
export type SessionListAction = "rename" | "archive" | "delete";

export interface SessionListActions {
  readonly writes: TrackedWrites<SessionListAction>;
  /** Sessions in the responses to these writes. */
  readonly written: StoreApi<ReadonlyMap<string, Session>>;
  /** Sessions that this person deleted, or that are being deleted: no list shows them. */
  readonly deleted: StoreApi<ReadonlySet<string>>;
  readonly rename: (sessionId: string, title: string) => Promise<void>;
  /** Takes a session out of the list, or brings it back with `false`. */
  readonly archive: (sessionId: string, archived?: boolean) => Promise<void>;
  /**
   * Deletes a session for good, with its files and the sessions below it. The list is without it at once, and has it again
   * after a failure. Needs `deleteSession: true` of the host's session proxy.
   */
  readonly remove: (sessionId: string) => Promise<void>;
}

/** How often a write is tried again; both may be made twice without harm. */
const retries = 2;
/** Answers are kept until the list has read them itself. */
const mostKept = 50;
/** A page that was being read during a deletion may still have the session. */
const mostDeleted = 500;

export function createSessionListActions(options: {
  readonly client: ServiceConnection;
  readonly workspaceId: string | undefined;
  readonly refresh: () => void;
}): SessionListActions {
  const { workspaceId, refresh } = options;
  const client = retrying(options.client, retries);
  const writes = createTrackedWrites<SessionListAction>();
  const written = createStore<ReadonlyMap<string, Session>>()(() => new Map());
  const deleted = createStore<ReadonlySet<string>>()(() => new Set<string>());

  function hide(sessionId: string, isHidden: boolean): void {
    const others = [...deleted.getState()].filter((id) => id !== sessionId);
    deleted.setState(new Set(isHidden ? [...others, sessionId].slice(-mostDeleted) : others), true);
  }

  function run(sessionId: string, action: SessionListAction, write: () => Promise<Session>): Promise<void> {
    return writes.run(sessionId, action, async () => {
      try {
        const session = await write();
        const kept = [...written.getState()].filter(([id]) => id !== sessionId).slice(1 - mostKept);
        written.setState(new Map([...kept, [sessionId, session]]), true);
      } finally {
        refresh();
      }
    });
  }

  return {
    writes,
    written,
    deleted,
    rename: (sessionId, title) =>
      run(sessionId, "rename", () => renameSession(client, { sessionId, workspaceId }, title)),
    archive: (sessionId, archived = true) =>
      run(sessionId, "archive", () => archiveSession(client, { sessionId, workspaceId }, archived)),
    remove: (sessionId) =>
      writes.run(sessionId, "delete", async () => {
        hide(sessionId, true);
        try {
          await deleteSession(client, { sessionId, workspaceId });
        } catch (error) {
          // Gone already: an earlier try or somebody else deleted it. A host that allows no deletion answers 404, too.
          if (isNotFound(error) && error.code !== "route_not_allowed") return;
          hide(sessionId, false);
          throw error;
        } finally {
          refresh();
        }
      }),
  };
}
