import { json } from "../http/answers.js";
import { inWorkspace, type Route } from "./route.js";

/** What sessions can be run by, as the agent says it. */
export const modelRoutes: readonly Route[] = [
  inWorkspace("GET", "/model-catalog", "read", async ({ world }) => json(world.models.catalog)),
];
