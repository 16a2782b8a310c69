import { deletedSessionSchema } from "@service/sdk/protocol";
import { eraseScope } from "../data/erase-scope.js";
import { json } from "../http/answers.js";
import { causeOf, inSession, type Route } from "./route.js";

/** Erases a session with everything that belongs to it, and its child sessions. Running turns are cancelled first. */
export const removeRoutes: readonly Route[] = [
  inSession(
    "DELETE",
    "",
    "write",
    { summary: "Delete a session and the sessions below it", answers: { 200: deletedSessionSchema } },
    async (call) => {
      const { world, session, workspace } = call;
      const counts = await eraseScope(world, workspace, { kind: "session", sessionId: session.id }, causeOf(call));
      return json({ deletedSessionCount: counts.sessions ?? 0, erased: counts });
    },
  ),
];
