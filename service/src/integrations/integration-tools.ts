/**
 * The tools of installed integrations, as sessions have them: those of a session's person in their sessions, those of the
 * workspace in all of the workspace's. A session without an end user has the workspace's alone. A session whose product
 * named a server as an integration's key does not have this integration.
 */
import { ServiceApiError } from "@service/sdk/protocol";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { refusedCall, type AgentTool, type ToolOutcome, type ToolSource } from "../tools/tool.js";
import { comparedPrefix, separator } from "./instance-key.js";
import type { IntegrationRecord } from "./integration-record.js";
import type { Integrations } from "./integrations.js";
import type { SecretsWorld } from "../secrets/required-secrets.js";
import { openCredential } from "./kept-credential.js";
import type { PlannedTool } from "./surface.js";

/** Whose integration was left out, and where. */
export interface LeftOut {
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly integrationId: string;
}

export interface IntegrationToolsWorld extends SecretsWorld {
  readonly store: Store;
  readonly integrations: Integrations;
  /** Called for each listing of a session's tools that an integration is left out of: a server has its key. */
  readonly onLeftOut: (facts: LeftOut) => void;
}

export function integrationTools(world: IntegrationToolsWorld): ToolSource {
  const { store, integrations, onLeftOut } = world;

  return {
    async tools({ session, turn }) {
      const { offered, leftOut } = await integrationsOf(store, session);
      const { workspaceId, id: sessionId } = session;
      for (const { id: integrationId } of leftOut) {
        onLeftOut({ workspaceId, sessionId, turnId: turn.id, integrationId });
      }
      return offered.flatMap((record) => record.tools.map((tool) => agentTool(record, tool)));
    },

    async call(call, context) {
      // Reads the records again, so that an integration uninstalled or replaced during a turn is not called.
      for (const record of (await integrationsOf(store, context.session)).offered) {
        const tool = record.tools.find((one) => toolName(record, one) === call.name);
        if (tool === undefined || originOf(record) !== context.origin) continue;
        const credential = await credentialOf(world, record);
        if ("output" in credential) return credential;
        return integrations.call({ record, credential: credential.credential }, tool, call, context);
      }
      return refusedCall(`The integration of ${call.name} was removed.`, "integration_removed");
    },
  };
}

/**
 * A person's own integration takes the place of the workspace's with the same key. The key of one of the session's
 * servers is the server's.
 */
async function integrationsOf(store: Store, session: SessionRecord) {
  const { workspaceId, endUser, mcpServers } = session;
  const all = await store.listIntegrations(workspaceId, endUser === null ? [null] : [endUser, null]);
  const own = new Set(all.filter((record) => record.endUser !== null).map(({ instanceKey }) => instanceKey));
  const taken = new Set(mcpServers.map(({ id }) => comparedPrefix(id)));
  const isTaken = ({ instanceKey }: IntegrationRecord) => taken.has(comparedPrefix(instanceKey));
  const theirs = all.filter((record) => record.endUser !== null || !own.has(record.instanceKey));
  return { offered: theirs.filter((record) => !isTaken(record)), leftOut: theirs.filter(isTaken) };
}

/** Another one where calls may go elsewhere: the content covers where they go, their authentication and the tools. */
function originOf({ id, contentSha256 }: IntegrationRecord): string {
  return `integration ${id} ${contentSha256}`;
}

async function credentialOf(world: SecretsWorld, record: IntegrationRecord) {
  try {
    return { credential: await openCredential(world, record) };
  } catch (error) {
    if (!(error instanceof ServiceApiError)) throw error;
    return refusedCall(error.message, error.code) satisfies ToolOutcome;
  }
}

function toolName({ instanceKey }: IntegrationRecord, { name }: PlannedTool): string {
  return `${instanceKey}${separator}${name}`;
}

/** A destructive call needs approval, whatever the record states. */
function agentTool(record: IntegrationRecord, tool: PlannedTool): AgentTool {
  const { description, inputSchema = { type: "object" }, safety, approvalMode, deprecated } = tool;
  return {
    name: toolName(record, tool),
    description: `${record.displayName}: ${description}${deprecated ? " (deprecated)" : ""}`,
    inputSchema,
    needsApproval: safety === "destructive" || approvalMode === "ask",
    origin: originOf(record),
  };
}
