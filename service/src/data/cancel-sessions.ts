/** Ends what runs in sessions: before they are erased, and with the session that has started them. */
import { isServiceError, ServiceApiError } from "@service/sdk/protocol";
import type { Engine } from "../engine/engine.js";
import { controlSession } from "../sessions/control-session.js";
import type { Cause } from "../sessions/session-draft.js";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";

/** How many sessions below one are cancelled with it. */
const most = 1_000;

interface EngineWorld {
  readonly store: Store;
  readonly engine: Pick<Engine, "flush" | "check">;
}

/** Cancels all sessions below a cancelled one. Sessions that are already cancelled do not change. */
export async function cancelBelow(
  world: EngineWorld,
  { id, workspaceId }: Pick<SessionRecord, "id" | "workspaceId">,
  cause: Cause,
): Promise<{ sessions: number; turns: number }> {
  const waiting = [id];
  const counts = { sessions: 0, turns: 0 };
  for (let parent = waiting.pop(); parent !== undefined && counts.sessions < most; parent = waiting.pop()) {
    const query = { workspaceId, parentSessionId: parent, withArchived: true, limit: most };
    for (const child of await world.store.listSessions(query)) {
      waiting.push(child.id);
      const turns = await cancel(world, child.id, cause, "parent_cancelled");
      if (turns === null) continue;
      counts.sessions += 1;
      counts.turns += turns;
    }
  }
  return counts;
}

/** Cancels a session that was created below another while that one was cancelled. */
export async function cancelWithParent(world: EngineWorld, parent: Place, cause: Cause): Promise<void> {
  const now = await world.store.getSession(parent.id);
  if (now?.status === "cancelled") await cancelBelow(world, parent, cause);
}

type Place = Pick<SessionRecord, "id" | "workspaceId">;

/** Cancels a session that is about to be erased, and those below it. */
export async function cancelForErasure(world: EngineWorld, session: Place, cause: Cause): Promise<void> {
  try {
    await cancel(world, session.id, cause, "removed");
    await cancelBelow(world, session, cause);
  } catch (error) {
    // A log that takes no writes can be erased all the same.
    const isExpected = isServiceError(error) && ["session_missing", "session_damaged"].includes(error.code);
    if (!isExpected) throw error;
  }
}

/** Returns how many turns were cancelled; null when the session was cancelled before. */
async function cancel({ store, engine }: EngineWorld, sessionId: string, cause: Cause, reason: string) {
  await engine.flush(sessionId);
  try {
    const input = { action: "cancel", clientEventId: null, reason } as const;
    const { result } = await store.changeSession(sessionId, {}, (state) => controlSession(state, cause, input));
    return result.cancelledTurnCount;
  } catch (error) {
    if (!(error instanceof ServiceApiError)) throw error;
    return null;
  } finally {
    await engine.check(sessionId);
  }
}
