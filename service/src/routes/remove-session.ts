import { deletedSessionSchema } from "@service/sdk/protocol";
import { note } from "../data/audit.js";
import { eraseSession } from "../data/erase.js";
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
      const cause = causeOf(call);
      const counts = await eraseSession(world, session, cause);
      await note(world, workspace, cause, {
        action: "erased",
        scope: "session",
        subjectId: session.id,
        person: session.endUser,
        counts,
      });
      return json({ deletedSessionCount: counts.sessions ?? 0, erased: counts });
    },
  ),
];
