/** Integrations: previewed, installed exactly as previewed, listed and removed (`protocol.md` §9.5). */
import {
  integrationDefinitionsSchema,
  integrationListSchema,
  integrationPreviewSchema,
  integrationSchema,
  uninstalledSchema,
  uninstallPreviewSchema,
  type Integration,
  type IntegrationAuth,
  type IntegrationTool,
} from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { uninstall } from "../integrations/install.js";
import { freeKey, instanceKeyOf } from "../integrations/instance-key.js";
import type { IntegrationRecord } from "../integrations/integration-record.js";
import type { ReadSource } from "../integrations/integrations.js";
import { needsCredential } from "../integrations/credential.js";
import type { PlannedTool } from "../integrations/surface.js";
import { canonicalJson } from "../sessions/canonical-json.js";
import type { Owner } from "../store/owner.js";
import { installed, integrationsOf } from "./install-integration.js";
import { installBody, previewBody } from "./integration-bodies.js";
import { ownersOf, ownersQuery, ownRecord } from "./owners.js";
import { inWorkspace, wholeNumber, type Route, type WorkspaceCall } from "./route.js";

/** The owners whose integrations a request selects (§9.0). */
const versions = { expectedInstallationVersion: "integer", expectedInstanceVersion: "integer" } as const;

export const integrationRoutes: readonly Route[] = [
  inWorkspace(
    "GET",
    "/integrations",
    "read",
    { summary: "List installed integrations", query: ownersQuery, answers: { 200: integrationListSchema } },
    async ({ world, workspace, query }) => {
      const found = await world.store.listIntegrations(workspace.id, ownersOf(query));
      return json({ integrations: found.map(wireIntegration) });
    },
  ),

  inWorkspace(
    "GET",
    "/integrations/definitions",
    "read",
    { summary: "List the integrations that the host offers", answers: { 200: integrationDefinitionsSchema } },
    async (call) => json({ definitions: integrationsOf(call).definitions }),
  ),

  inWorkspace(
    "POST",
    "/integrations/preview",
    "write",
    {
      summary: "Read a source and show the tools that it would add",
      body: previewBody,
      answers: { 200: integrationPreviewSchema },
    },
    async (call) => {
      const { source, credential, endUser } = await readBody(call.request, previewBody);
      const context = { workspaceId: call.workspace.id, endUser };
      const read = await integrationsOf(call).read(source, credential ?? null, call.request.signal, context);
      return json(await wirePreview(call, read, endUser));
    },
  ),

  inWorkspace(
    "POST",
    "/integrations/install",
    "write",
    {
      summary: "Install exactly what was previewed",
      body: installBody,
      answers: { 200: integrationSchema, 201: integrationSchema },
    },
    async (call) => {
      const { record, isNew } = await installed(call);
      return json(wireIntegration(record), isNew ? 201 : 200);
    },
  ),

  inWorkspace(
    "GET",
    "/integrations/:integrationId",
    "read",
    { summary: "Read an installed integration", query: ownersQuery, answers: { 200: integrationSchema } },
    async (call) => json(wireIntegration(await recordOf(call))),
  ),

  inWorkspace(
    "GET",
    "/integrations/:integrationId/uninstall-preview",
    "read",
    {
      summary: "Show what removing an integration takes away",
      query: ownersQuery,
      answers: { 200: uninstallPreviewSchema },
    },
    async (call) => {
      const { id, displayName, version, auth, tools, sealedCredential } = await recordOf(call);
      return json({
        id,
        displayName,
        installationVersion: version,
        instanceVersion: version,
        tools: tools.map((tool) => wireTool(auth, tool, false)),
        deletesCredential: sealedCredential !== null,
      });
    },
  ),

  inWorkspace(
    "DELETE",
    "/integrations/:integrationId",
    "write",
    { summary: "Remove an integration", query: { ...ownersQuery, ...versions }, answers: { 200: uninstalledSchema } },
    async (call) => {
      const expected = Object.keys(versions).map((name) => wholeNumber(call.query, name, 1));
      const record = await recordOf(call);
      const status = await call.world.store.changeIntegration(record, (known) =>
        // Another one may have the key by now.
        uninstall(known?.id === record.id ? known : null, expected),
      );
      return json({ status });
    },
  ),
];

async function recordOf(call: WorkspaceCall): Promise<IntegrationRecord> {
  return ownRecord(call, await call.world.store.getIntegration(call.param("integrationId")), "integration");
}

async function wirePreview({ world, workspace }: WorkspaceCall, read: ReadSource, endUser: Owner): Promise<object> {
  const { surface, revisionId, contentSha256, source } = read;
  const { title, baseUrl, auth, tools, warnings } = surface;
  const owned = await world.store.listIntegrations(workspace.id, [endUser]);
  const isKnown = source.definitionId !== undefined || source.url !== undefined;
  const same = isKnown ? owned.find((record) => canonicalJson(record.source) === canonicalJson(source)) : undefined;
  return {
    revisionId,
    contentSha256,
    title,
    instanceKey:
      same?.instanceKey ??
      freeKey(
        instanceKeyOf(title),
        owned.map((record) => record.instanceKey),
      ),
    installed: same === undefined ? null : { id: same.id, instanceVersion: same.version },
    baseUrl,
    auth,
    keepsCredentials: world.secrets !== null,
    tools: tools.map((tool) => wireTool(auth, tool, true)),
    warnings,
  };
}

function wireTool(auth: IntegrationAuth, planned: PlannedTool, whole: boolean): IntegrationTool {
  const { plan: _plan, inputSchema, ...tool } = planned;
  return { ...tool, needsCredential: needsCredential(auth, planned), ...(whole && { inputSchema }) };
}

/** Without the credential, and without how its tools are called. */
function wireIntegration(record: IntegrationRecord): Integration {
  const { sealedCredential, tools, version, contentSha256, instanceKey, ...told } = record;
  const isKeyMissing = sealedCredential === null && tools.some((tool) => needsCredential(record.auth, tool));
  return {
    ...told,
    instanceKey,
    serverId: instanceKey,
    status: isKeyMissing ? "needs_credentials" : "installed",
    revisionId: `rev_${contentSha256.slice(0, 32)}`,
    contentSha256,
    hasCredential: sealedCredential !== null,
    tools: tools.map((tool) => wireTool(record.auth, tool, false)),
    installationVersion: version,
    instanceVersion: version,
  };
}
