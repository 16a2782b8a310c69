import { accessMeSchema } from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { workspaceOfKey, type Route } from "./route.js";
import { permissionsOf } from "./wire.js";

/** Who the caller is (`protocol.md` §9.8). */
export const accessRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/v1/access/me",
    access: "read",
    admitsWorkspaceKeys: true,
    about: { summary: "Read whose key this is and what it may do", answers: { 200: accessMeSchema } },
    handle: async ({ key }) => {
      const { organizationId: accountId } = key;
      const workspaceId = workspaceOfKey(key);
      const permissions = permissionsOf(key);
      return json({
        mode: "api_key",
        subjectId: `api_key:${key.id}`,
        subjectLabel: key.name,
        accountGrants: workspaceId === null ? [{ accountId, permissions }] : [],
        workspaceGrants: workspaceId === null ? [] : [{ workspaceId, accountId, permissions }],
        defaultAccountId: accountId,
        defaultWorkspaceId: workspaceId,
      });
    },
  },
];
