/** Data read beside a session's log when the log makes it stale, with its verbs: the queue and pauses. */
import { resumeWorkspace } from "../api/resume-workspace.js";
import { control } from "../api/routes/events.js";
import { deleteQueuedTurn, getQueue } from "../api/routes/queue.js";
import { getSession } from "../api/routes/sessions.js";
import type { ServiceConnection, SessionRef } from "../api/service-connection.js";
import type { DoorTools } from "../conversation/door.js";
import { notWaiting } from "../conversation/queued-turn.js";
import type { QueueSnapshot } from "../wire/protocol/session.js";
import { createRefresher } from "./refresher.js";
import type { SessionFold } from "./session-fold.js";
import type { SessionController } from "./session-types.js";
import { staleAfter, type Stale } from "./stale.js";

/** Verbs of the session API only. */
type BesideVerbs = Pick<SessionController, "pause" | "resume" | "takeQueue" | "refreshQueue" | "onStale">;

export interface SessionBesideOptions {
  readonly client: ServiceConnection;
  readonly ref: SessionRef;
  readonly fold: SessionFold;
  readonly newId: () => string;
  readonly onError: (error: Error) => void;
}

export function createSessionBeside(
  options: SessionBesideOptions,
  { took, signal }: Pick<DoorTools, "took" | "signal">,
) {
  const { client, ref, fold, newId, onError } = options;
  const call = { signal };
  const listeners = new Set<(stale: readonly Stale[]) => void>();
  function takeQueue(snapshot: QueueSnapshot): void {
    fold.log().takeQueue(snapshot);
    took();
  }
  const refreshQueue = createRefresher({ read: () => getQueue(client, ref, call), apply: takeQueue, onError, signal });
  const refreshRecord = createRefresher({
    read: () => getSession(client, ref, call),
    apply(session) {
      fold.log().fill(session);
      took();
    },
    onError,
    signal,
  });

  const verbs: BesideVerbs = {
    async pause() {
      signal.throwIfAborted();
      await control(client, ref, { action: "pause", clientEventId: newId() }, call);
    },
    async resume({ scope, targetId = ref.sessionId } = { scope: "selected" }) {
      signal.throwIfAborted();
      const body = { action: "resume", clientEventId: newId() } as const;
      if (scope === "workspace") await resumeWorkspace(client, ref, body, call);
      else await control(client, { ...ref, sessionId: targetId }, body, call);
      // A blocker from elsewhere is not in its log.
      if (scope === "workspace" || targetId !== ref.sessionId) refreshRecord();
    },
    takeQueue,
    refreshQueue,
    onStale(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    verbs,
    withdraw: async (turnId: string): Promise<void> => {
      signal.throwIfAborted();
      const isIt = ({ id }: { readonly id: string }) => id === turnId;
      const turn = fold.log().queue?.items.find(isIt) ?? (await getQueue(client, ref, call)).items.find(isIt);
      if (!turn) throw notWaiting(turnId);
      const body = { clientEventId: newId(), expectedTurnVersion: turn.version };
      takeQueue(await deleteQueuedTurn(client, ref, turnId, body, call));
    },
    /** The log has an event of this type. */
    told(type: string): void {
      const stale = staleAfter(type);
      if (stale.length === 0) return;
      if (stale.includes("queue") && fold.log().isQueueUnknown) refreshQueue();
      if (stale.includes("record")) refreshRecord();
      for (const listener of listeners) listener(stale);
    },
  };
}
