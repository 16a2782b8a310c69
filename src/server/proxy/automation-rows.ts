/** The rows of automations in the table of what a browser may do. */
import { isRecord } from "../../wire/protocol/read-fields.js";
import { answers } from "./answers.js";
import { pick, type Body } from "./bodies.js";
import type { SessionProxyOptions } from "./proxy-options.js";
import type { OwnedRoute, ProxyRoute } from "./proxy-route.js";

const automations = "workspaces/:workspaceId/automations";
const source = `${automations}/sources/:sourceId`;
const trigger = `${automations}/triggers/:triggerId`;
const paged = ["limit", "cursor"];
const enabled: ProxyRoute["enabled"] = (options) => options.automations === true;
const ownSource: OwnedRoute = { act: "record", record: source, answers: answers.source };
const ownTrigger: OwnedRoute = { act: "record", record: trigger, answers: answers.trigger };

const sourceFields = ["name", "webhookSecret"] as const;
const triggerFields = ["name", "eventTypes", "configuration", "sessionTemplate", "status"] as const;

/** A browser sets the events and the prompt. Approvals, tools and instructions are the host's. */
const triggerBody =
  (...more: readonly string[]) =>
  (body: Body, { modelSelection }: SessionProxyOptions): Body => {
    const picked = pick(...triggerFields, ...more)(body);
    const { configuration, sessionTemplate } = picked;
    const asked = modelSelection === false ? ["prompt"] : ["prompt", "model", "reasoningEffort"];
    return {
      ...picked,
      ...(isRecord(configuration) && { configuration: pick("conditions", "fields")(configuration) }),
      ...(isRecord(sessionTemplate) && { sessionTemplate: pick(...asked)(sessionTemplate) }),
    };
  };

export const automationRoutes: readonly ProxyRoute[] = [
  {
    method: "GET",
    path: `${automations}/sources`,
    query: paged,
    owned: { act: "list", items: "sources" },
    answers: answers.sources,
    enabled,
  },
  {
    method: "POST",
    path: `${automations}/sources`,
    body: pick(...sourceFields, "adapterId"),
    owned: { act: "create" },
    answers: answers.source,
    enabled,
  },
  { method: "GET", path: source, owned: ownSource, answers: answers.source, enabled },
  {
    method: "PATCH",
    path: source,
    body: pick(...sourceFields, "status", "previousSecretSeconds", "expectedRevision"),
    owned: ownSource,
    answers: answers.source,
    enabled,
  },
  { method: "DELETE", path: source, owned: ownSource, answers: answers.nothing, enabled },
  {
    method: "GET",
    path: `${source}/events`,
    query: paged,
    owned: ownSource,
    answers: answers.sourceEvents,
    enabled,
  },
  {
    method: "POST",
    path: `${source}/events`,
    body: pick("type", "id", "subject", "occurredAt", "occurrenceKey", "data"),
    owned: ownSource,
    answers: answers.delivery,
    enabled,
  },
  {
    method: "GET",
    path: `${automations}/triggers`,
    query: [...paged, "sourceId"],
    owned: { act: "list", items: "triggers" },
    answers: answers.triggers,
    enabled,
  },
  {
    method: "POST",
    path: `${automations}/triggers`,
    body: triggerBody("sourceId"),
    owned: { act: "create" },
    answers: answers.trigger,
    enabled,
  },
  { method: "GET", path: trigger, owned: ownTrigger, answers: answers.trigger, enabled },
  {
    method: "PATCH",
    path: trigger,
    body: triggerBody("expectedRevision"),
    owned: ownTrigger,
    answers: answers.trigger,
    enabled,
  },
  {
    method: "DELETE",
    path: trigger,
    query: ["expectedRevision"],
    owned: ownTrigger,
    answers: answers.nothing,
    enabled,
  },
  {
    method: "GET",
    path: `${automations}/runs`,
    query: [...paged, "sourceId", "triggerId", "eventId"],
    owned: { act: "list", items: "runs" },
    answers: answers.automationRuns,
    enabled,
  },
];
