/** The verbs for the sessions of a list. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Session } from "../wire/protocol/session.js";
import { retrying } from "../api/retrying.js";
import { archiveSession, renameSession } from "../api/routes/sessions.js";
import type { ServiceConnection } from "../api/service-connection.js";
import { createTrackedWrites, type TrackedWrites } from "./tracked-writes.js";

/** An action on a session of a list. */
export type SessionListAction = "rename" | "archive";

export interface SessionListActions {
  readonly writes: TrackedWrites<SessionListAction>;
  /** Sessions in the responses to these writes. */
  readonly written: StoreApi<ReadonlyMap<string, Session>>;
  readonly rename: (sessionId: string, title: string) => Promise<void>;
  /** Takes a session out of the list, or brings it back with `false`. */
  readonly archive: (sessionId: string, archived?: boolean) => Promise<void>;
}

/** How often a write is tried again; both may be made twice without harm. */
const retries = 2;
/** Answers are kept until the list has read them itself. */
const mostKept = 50;

export function createSessionListActions(options: {
  readonly client: ServiceConnection;
  readonly workspaceId: string | undefined;
  readonly refresh: () => void;
}): SessionListActions {
  const { workspaceId, refresh } = options;
  const client = retrying(options.client, retries);
  const writes = createTrackedWrites<SessionListAction>();
  const written = createStore<ReadonlyMap<string, Session>>()(() => new Map());

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
    rename: (sessionId, title) =>
      run(sessionId, "rename", () => renameSession(client, { sessionId, workspaceId }, title)),
    archive: (sessionId, archived = true) =>
      run(sessionId, "archive", () => archiveSession(client, { sessionId, workspaceId }, archived)),
  };
}
