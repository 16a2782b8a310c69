/** The rows of what agents remember in the table of what a browser may do. */
import { answers } from "./answers.js";
import type { OwnedRoute, ProxyRoute } from "./proxy-route.js";

const memories = "workspaces/:workspaceId/memories";
const memory = `${memories}/:memoryId`;
const enabled: ProxyRoute["enabled"] = (options) => options.memory === true;
const owned: OwnedRoute = { act: "record", record: memory, answers: answers.memory };

export const memoryRoutes: readonly ProxyRoute[] = [
  { method: "GET", path: memories, owned: { act: "list", items: "memories" }, answers: answers.memories, enabled },
  { method: "DELETE", path: memories, owned: { act: "clear" }, answers: answers.deletedMemories, enabled },
  { method: "GET", path: memory, owned, answers: answers.memory, enabled },
  { method: "DELETE", path: memory, owned, answers: answers.memory, enabled },
];
