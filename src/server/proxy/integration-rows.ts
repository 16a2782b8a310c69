/** The rows of integrations in the table of what a browser may do. */
import { isRecord } from "../../wire/protocol/read-fields.js";
import { answers } from "./answers.js";
import { pick, type Body } from "./bodies.js";
import { ProxyRefusal } from "./proxy-error.js";
import type { SessionProxyOptions } from "./proxy-options.js";
import type { OwnedRoute, ProxyRoute } from "./proxy-route.js";

const integrations = "workspaces/:workspaceId/integrations";
const integration = `${integrations}/:integrationId`;
const enabled: ProxyRoute["enabled"] = (options) =>
  options.integrations !== undefined && options.integrations !== false;
const owned: OwnedRoute = { act: "record", record: integration, answers: answers.integration };

const previewFields = ["source", "credential"] as const;
const installFields = [
  ...previewFields,
  ..."expectedRevisionId expectedContentSha256 instanceKey displayName".split(" "),
  "expectedInstanceVersion",
  "allowedTools",
] as const;

/** Unless the host lets people bring any source, only what it registered passes. */
const sourceBody =
  (fields: readonly string[]) =>
  (body: Body, options: SessionProxyOptions): Body => {
    const { source } = body;
    const isOffered = isRecord(source) && source["kind"] === "definition";
    if (isOffered || options.integrations === "all") return pick(...fields)(body);
    throw new ProxyRefusal(403, "source_not_allowed", "Only integrations that are offered here can be added.");
  };

export const integrationRoutes: readonly ProxyRoute[] = [
  {
    method: "GET",
    path: integrations,
    owned: { act: "list", items: "integrations" },
    answers: answers.integrations,
    enabled,
  },
  { method: "GET", path: `${integrations}/definitions`, answers: answers.integrationDefinitions, enabled },
  {
    method: "POST",
    path: `${integrations}/preview`,
    body: sourceBody(previewFields),
    owned: { act: "create" },
    answers: answers.integrationPreview,
    enabled,
  },
  {
    method: "POST",
    path: `${integrations}/install`,
    body: sourceBody(installFields),
    owned: { act: "create" },
    answers: answers.integration,
    enabled,
  },
  { method: "GET", path: integration, owned, answers: answers.integration, enabled },
  { method: "GET", path: `${integration}/uninstall-preview`, owned, answers: answers.uninstallPreview, enabled },
  {
    method: "DELETE",
    path: integration,
    query: ["expectedInstallationVersion", "expectedInstanceVersion"],
    owned,
    answers: answers.uninstalled,
    enabled,
  },
];
