import { deletedSessionSchema, ServiceApiError } from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { settleRuns } from "../schedules/run-tasks.js";
import { controlSession } from "../sessions/control-session.js";
import { sessionsBelow } from "../sessions/session-tree.js";
import { cancelBelow } from "./cancel-below.js";
import { causeOf, inSession, type Route, type SessionCall } from "./route.js";

/**
 * Deletes a session permanently: log, turns, questions and drafts, and its child sessions. Running turns are
 * cancelled first, so that no worker writes to a deleted session.
 */
export const removeRoutes: readonly Route[] = [
  inSession(
    "DELETE",
    "",
    "write",
    { summary: "Delete a session and the sessions below it", answers: { 200: deletedSessionSchema } },
    async (call) => {
      const { store } = call.world;
      await cancelAll(call);
      const { below } = await sessionsBelow(store, call.session);
      // From the leaves up: a crash in between leaves no session whose parent is gone.
      for (const { id } of [...below.toReversed(), call.session]) {
        const session = await store.getSession(id);
        if (session !== null) await settleRuns(store, session, causeOf(call));
        await store.deleteSession(id);
      }
      return json({ deletedSessionCount: below.length + 1 });
    },
  ),
];

async function cancelAll(call: SessionCall): Promise<void> {
  const { store, engine } = call.world;
  const cause = causeOf(call);
  const { id } = call.session;
  await engine.flush(id);
  try {
    const input = { action: "cancel", clientEventId: null, reason: "removed" } as const;
    await store.changeSession(id, {}, (state) => controlSession(state, cause, input));
  } catch (error) {
    // It was cancelled before.
    if (!(error instanceof ServiceApiError)) throw error;
  }
  await engine.check(id);
  await cancelBelow(call, cause);
}
