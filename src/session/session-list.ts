/** The verbs for the sessions of a list. */
import type { Session } from "../wire/protocol/session.js";
import { retrying } from "../api/retrying.js";
import { archiveSession, deleteSession, renameSession } from "../api/routes/sessions.js";
import { createTrackedWrites, type PanelWorld, type TrackedWrites } from "./tracked-writes.js";
import { unlessGone } from "./unless-gone.js";

/** An action on a session of a list. */
export type SessionListAction = "rename" | "archive" | "delete";

export interface SessionListActions {
  readonly writes: TrackedWrites<SessionListAction>;
  readonly rename: (sessionId: string, title: string) => Promise<void>;
  /** Archives a session, which removes it from the list, or restores it with `false`. */
  readonly archive: (sessionId: string, archived?: boolean) => Promise<void>;
  /**
   * Deletes a session for good, with its files and the sessions below it. The list removes it at once and restores it
   * after a failure. Needs `deleteSession: true` of the host's session proxy.
   */
  readonly remove: (sessionId: string) => Promise<void>;
}

export function createSessionListActions(
  options: PanelWorld & {
    /** Called before `refresh` with the session after the write; null when it is gone from the service. */
    readonly onWritten: (sessionId: string, session: Session | null) => void;
  },
): SessionListActions {
  const { workspaceId, refresh, onWritten } = options;
  const client = retrying(options.client);
  const writes = createTrackedWrites<SessionListAction>(refresh);
  const run = (sessionId: string, action: SessionListAction, write: () => Promise<Session | null>) =>
    writes.run(sessionId, action, () => write().then((session) => onWritten(sessionId, session)));

  return {
    writes,
    rename: (sessionId, title) =>
      run(sessionId, "rename", () => renameSession(client, { sessionId, workspaceId }, title)),
    archive: (sessionId, archived = true) =>
      run(sessionId, "archive", () => archiveSession(client, { sessionId, workspaceId }, archived)),
    remove: (sessionId) =>
      run(sessionId, "delete", async () => {
        await deleteSession(client, { sessionId, workspaceId }).catch(unlessGone);
        return null;
      }),
  };
}
