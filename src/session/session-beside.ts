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
import type { SessionController } from "./session-state.js";
import { staleAfter, type Stale } from "./stale.js";

export interface SessionBeside {
  /** The log has an event of this type. */
  readonly told: (type: string) => void;
  /** Verbs of the session API only. */
  readonly verbs: Pick<
    SessionController,
    "pause" | "resume" | "removeQueued" | "takeQueue" | "refreshQueue" | "onStale"
  >;
}

export interface SessionBesideOptions extends Pick<DoorTools, "took" | "signal"> {
  readonly client: ServiceConnection;
  readonly ref: SessionRef;
  readonly fold: SessionFold;
  readonly newId: () => string;
  readonly onError: (error: Error) => void;
}

export function createSessionBeside(options: SessionBesideOptions): SessionBeside {
  const { client, ref, fold, newId, onError, took, signal } = options;
  const call = { signal };
  const listeners = new Set<(stale: readonly Stale[]) => void>();
  function takeQueue(snapshot: QueueSnapshot): void {
    fold.setQueue(snapshot);
    took();
  }
  const queue = createRefresher({ read: () => getQueue(client, ref, call), apply: takeQueue, onError, signal });
  const record = createRefresher({
    read: () => getSession(client, ref, call),
    apply(session) {
      fold.log().fill(session);
      took();
    },
    onError,
    signal,
  });

  return {
    told(type) {
      const stale = staleAfter(type);
      if (stale.length === 0) return;
      if (stale.includes("queue") && fold.isQueueUnknown()) queue.refresh();
      if (stale.includes("record")) record.refresh();
      for (const listener of listeners) listener(stale);
    },
    verbs: {
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
        if (scope === "workspace" || targetId !== ref.sessionId) record.refresh();
      },
      async removeQueued(turnId) {
        signal.throwIfAborted();
        const isIt = ({ id }: { readonly id: string }) => id === turnId;
        const turn = fold.queue()?.items.find(isIt) ?? (await getQueue(client, ref, call)).items.find(isIt);
        if (!turn) throw notWaiting(turnId);
        const body = { clientEventId: newId(), expectedTurnVersion: turn.version };
        takeQueue(await deleteQueuedTurn(client, ref, turnId, body, call));
      },
      takeQueue,
      refreshQueue: queue.refresh,
      onStale(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}
