import { organizationSessionPageSchema, workspacePageSchema } from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { pageOf, readCursor } from "./list-cursor.js";
import { organizationOf } from "./organizations.js";
import { wholeNumber, type Call, type Route } from "./route.js";
import { sessionFilterParameters, sessionFilters } from "./session-filters.js";
import { wireListedSession, wireWorkspace } from "./wire.js";

/** What an organization has, over all its workspaces (`protocol.md` §9.7). */
export const organizationListRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/v1/organizations/:organizationId/sessions",
    access: "read",
    about: {
      summary: "List the sessions of all workspaces",
      query: { ...sessionFilterParameters, limit: "integer", cursor: "text" },
      answers: { 200: organizationSessionPageSchema },
    },
    handle: async (call) => {
      const organizationId = organizationOf(call);
      const limit = Math.min(wholeNumber(call.query, "limit", 1) ?? 50, 200);
      const wanted = { ...sessionFilters(call.query), ...behind(call), organizationId, limit: limit + 1 };
      const { page, nextCursor } = pageOf(await call.world.store.listSessions(wanted), limit);
      return json({ sessions: page.map((session) => wireListedSession(session, call.world.models)), nextCursor });
    },
  },
  {
    method: "GET",
    path: "/v1/organizations/:organizationId/workspaces",
    access: "read",
    about: {
      summary: "List the workspaces of an organization",
      query: { limit: "integer", cursor: "text" },
      answers: { 200: workspacePageSchema },
    },
    handle: async (call) => {
      const organizationId = organizationOf(call);
      const { store } = call.world;
      const limit = Math.min(wholeNumber(call.query, "limit", 1) ?? 100, 500);
      const found = await store.listWorkspaces(organizationId, { limit: limit + 1, ...behind(call) });
      const { page, nextCursor } = pageOf(found, limit);
      const organization = await store.getOrganization(organizationId);
      return json({ organization, workspaces: page.map(wireWorkspace), nextCursor });
    },
  },
];

function behind({ query }: Call): { behind?: ReturnType<typeof readCursor> } {
  const cursor = query.get("cursor");
  return cursor === null ? {} : { behind: readCursor(cursor) };
}
