import { modelCatalogSchema } from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { inWorkspace, type Route } from "./route.js";

/** The models that sessions may choose. */
export const modelRoutes: readonly Route[] = [
  inWorkspace(
    "GET",
    "/model-catalog",
    "read",
    { summary: "List the models that sessions can use", answers: { 200: modelCatalogSchema } },
    async ({ world }) => json(world.models.catalog),
  ),
];
