import type { ModelCatalog } from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { inWorkspace, type Route } from "./route.js";

/** What sessions can be run by: the one agent that is here, which has no model behind it and says so. */
export const modelCatalog: ModelCatalog = {
  defaultModel: "scripted",
  models: [
    {
      id: "scripted",
      label: "Scripted development agent",
      description: "Follows commands such as /help; no model is behind it.",
      reasoningEfforts: ["none"],
    },
  ],
};

export const modelRoutes: readonly Route[] = [
  inWorkspace("GET", "/model-catalog", "read", async () => json(modelCatalog)),
];
