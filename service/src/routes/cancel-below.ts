import { ServiceApiError } from "@service/sdk/protocol";
import { controlSession } from "../sessions/control-session.js";
import type { Cause } from "../sessions/session-draft.js";
import type { SessionCall } from "./route.js";

/** How many sessions below one are cancelled with it. */
const most = 1_000;

/** Cancels the sessions that a cancelled one has started, and theirs. Those that are cancelled already stay as they are. */
export async function cancelBelow(
  { world, session, workspace }: SessionCall,
  cause: Cause,
): Promise<{ sessions: number; turns: number }> {
  const { store, engine } = world;
  const waiting = [session.id];
  const counts = { sessions: 0, turns: 0 };
  for (let parent = waiting.pop(); parent !== undefined && counts.sessions < most; parent = waiting.pop()) {
    const query = { workspaceId: workspace.id, parentSessionId: parent, limit: most };
    // One that was put away may run all the same.
    const away = await store.listSessions({ ...query, archivedOnly: true });
    for (const child of [...(await store.listSessions(query)), ...away]) {
      waiting.push(child.id);
      await engine.flush(child.id);
      try {
        const { result } = await store.changeSession(child.id, {}, (state) =>
          controlSession(state, cause, { action: "cancel", clientEventId: null, reason: "parent_cancelled" }),
        );
        counts.sessions += 1;
        counts.turns += result.cancelledTurnCount;
      } catch (error) {
        if (!(error instanceof ServiceApiError)) throw error;
      }
      await engine.check(child.id);
    }
  }
  return counts;
}
