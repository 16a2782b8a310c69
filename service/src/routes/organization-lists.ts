import { organizationSessionPageSchema, workspacePageSchema } from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { organizationOf, type Route } from "./route.js";
import { sealedPage } from "./sealed-page.js";
import { sessionFilterParameters, sessionFilters, wantedSessions } from "./session-filters.js";
import { wireListedSession, wireWorkspace } from "./wire.js";

/** Lists of an organization, over all its workspaces (`protocol.md` §9.7). */
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
      const filters = { ...sessionFilters(call.query), organizationId };
      const { page, nextCursor } = await sealedPage(call, { limit: 50, most: 200 }, (wanted) =>
        call.world.store.listSessions({ ...filters, ...wantedSessions(wanted) }),
      );
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
      const { page, nextCursor } = await sealedPage(call, { limit: 100, most: 500 }, (wanted) =>
        store.listWorkspaces(organizationId, wanted),
      );
      const organization = await store.getOrganization(organizationId);
      return json({ organization, workspaces: page.map(wireWorkspace), nextCursor });
    },
  },
];
