/** The rows of a workspace's keys in the table of what a browser may do: an admin's alone. */
import { answers } from "./answers.js";
import { pick } from "./bodies.js";
import type { ProxyRoute } from "./proxy-route.js";

const keys = "workspaces/:workspaceId/api-keys";
const admin = { enabled: (options) => options.apiKeys === true, role: "admin" } as const satisfies Partial<ProxyRoute>;

export const apiKeyRoutes: readonly ProxyRoute[] = [
  { method: "GET", path: keys, answers: answers.apiKeys, ...admin },
  {
    method: "POST",
    path: keys,
    body: pick("name", "description", "access", "expiresAt"),
    answers: answers.createdApiKey,
    ...admin,
  },
  { method: "DELETE", path: `${keys}/:keyId`, answers: answers.apiKey, uncounted: true, ...admin },
];
