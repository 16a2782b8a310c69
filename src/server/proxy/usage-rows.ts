/** The row of a person's use of the service in the table of what a browser may do. */
import { answers } from "./answers.js";
import type { ProxyRoute } from "./proxy-route.js";

export const usageRoutes: readonly ProxyRoute[] = [
  {
    method: "GET",
    path: "workspaces/:workspaceId/usage",
    query: ["month"],
    owned: { act: "self" },
    answers: answers.usage,
    enabled: (options) => options.usage === true,
  },
];
