import { goalRevisionsSchema, goalSchema, type GoalRevision, type SessionEvent } from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { notFound } from "../sessions/api-failure.js";
import { clearGoal, holdGoal, rewriteGoal } from "../sessions/goal.js";
import type { GoalFacts, SessionRecord } from "../store/records.js";
import { isRecord } from "../sessions/is-record.js";
import { change } from "./accepted.js";
import { goalPatchBodies, goalPatchBody } from "./bodies.js";
import { causeOf, inSession, type Route, type SessionCall } from "./route.js";

/** The goal of a session (`protocol.md` §9.1). */
export const goalRoutes: readonly Route[] = [
  inSession(
    "GET",
    "/goal",
    "read",
    { summary: "Read a session's goal", answers: { 200: goalSchema } },
    async ({ session }) => {
      if (session.goal === null) throw notFound("The session has no goal.");
      return json(wireGoal(session, session.goal));
    },
  ),

  inSession(
    "GET",
    "/goal/revisions",
    "read",
    { summary: "List the wordings that a session's goal has had", answers: { 200: goalRevisionsSchema } },
    async (call) => {
      if (call.session.goal === null) throw notFound("The session has no goal.");
      return json({ revisions: await revisionsOf(call) });
    },
  ),

  inSession(
    "PATCH",
    "/goal",
    "write",
    { summary: "Pause, resume or rewrite a session's goal", body: goalPatchBodies, answers: { 200: goalSchema } },
    async (call) => {
      const { actor, ...body } = await readBody(call.request, goalPatchBody);
      const cause = causeOf(call, actor);
      const { session, result } = await change(call, cause, body.clientEventId, (state) =>
        "status" in body ? holdGoal(state, cause, body) : rewriteGoal(state, cause, body),
      );
      return json(wireGoal(session, result));
    },
  ),

  inSession(
    "DELETE",
    "/goal",
    "write",
    { summary: "Remove a session's goal", answers: { 204: "nothing" } },
    async (call) => {
      const cause = causeOf(call);
      await change(call, cause, null, (state) => clearGoal(state, cause));
      return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
    },
  ),
];

/** Number of revisions returned, the newest. */
const maxRevisions = 100;

/** Every wording of the session's present goal, from the log. */
async function revisionsOf({ world, session }: SessionCall): Promise<GoalRevision[]> {
  const query = { take: "newest", limit: maxRevisions, includeTypes: ["goal.set", "goal.updated"] } as const;
  const { events } = await world.store.readEvents(session.id, query);
  return events.toReversed().flatMap((event) => revisionOf(event, session.goal?.id));
}

function revisionOf({ payload, occurredAt }: SessionEvent, wanted: string | undefined): GoalRevision[] {
  if (!isRecord(payload) || payload["goalId"] !== wanted) return [];
  const { goalId, objectiveRevision, version, text, successCriteria = null, rationale = null, actor } = payload;
  const told = { goalId, objectiveRevision, version, text, successCriteria, rationale, actor, createdAt: occurredAt };
  return [told as GoalRevision];
}

function wireGoal(session: SessionRecord, goal: GoalFacts): object {
  return {
    ...goal,
    accountId: session.organizationId,
    workspaceId: session.workspaceId,
    sessionId: session.id,
    autoContinuations: 0,
    noProgressStreak: 0,
    metadata: {},
    continuation: { state: "inactive" },
  };
}
