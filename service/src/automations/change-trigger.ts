/** Triggers: created for a source, changed at a revision, and returned without header values of their servers. */
import { isServiceError, type AutomationTrigger } from "@service/sdk/protocol";
import { wireMcpServer, type McpServer } from "../mcp/mcp-server.js";
import { limitExceeded, notFound } from "../sessions/api-failure.js";
import type { Cause } from "../sessions/session-draft.js";
import { withoutMissing } from "../sessions/without-missing.js";
import type { Room } from "../store/room.js";
import type { Store } from "../store/store.js";
import type { SessionTemplate, SourceRecord, TriggerRecord } from "./automation-record.js";
import { assertRevision } from "./change-source.js";
import { sealServers } from "./secrets-of.js";
import type { SecretsWorld } from "../secrets/required-secrets.js";

type World = SecretsWorld & { readonly store: Store };

/** Triggers that one source may have. */
const mostTriggers = 50;

/** A template in a request. In a change, missing fields stay and null clears a field. */
export interface GivenTemplate {
  readonly prompt?: string | undefined;
  readonly resources?: readonly unknown[] | undefined;
  readonly mcpServers?: readonly McpServer[] | undefined;
  readonly [setting: string]: unknown;
}

const noTemplate: SessionTemplate = { prompt: "", settings: {}, resources: [], mcpServers: [], sealedHeaders: null };

type Fields = Pick<TriggerRecord, "name" | "eventTypes" | "configuration" | "parameters" | "status">;

type Given<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

export async function createTrigger(
  world: World,
  source: SourceRecord,
  { template, ...fields }: Fields & { readonly template: GivenTemplate },
  { now, newId }: Cause,
): Promise<TriggerRecord> {
  const { workspaceId, endUser, id: sourceId } = source;
  const id = newId();
  const record: TriggerRecord = {
    ...fields,
    id,
    workspaceId,
    sourceId,
    endUser,
    template: await merged(world, id, noTemplate, template),
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  const room: Room = (count) => {
    if (count >= mostTriggers) throw limitExceeded(`The source has ${mostTriggers} triggers. Remove one first.`);
  };
  await world.store.createTrigger(record, room).catch((error: unknown) => {
    // The source was erased meanwhile.
    if (isServiceError(error) && error.code === "producer_missing") throw noSource();
    throw error;
  });
  return record;
}

/** @throws {ServiceApiError} 409 for a trigger of another revision. */
export async function patchTrigger(
  world: World,
  trigger: TriggerRecord,
  patch: Given<Omit<Fields, "configuration">> & {
    readonly configuration?: Given<Fields["configuration"]> | undefined;
    readonly template?: GivenTemplate | undefined;
    readonly expectedRevision: number;
  },
  { now }: Cause,
): Promise<TriggerRecord> {
  const { template, expectedRevision, configuration = {}, ...fields } = patch;
  const sealed = template === undefined ? null : await merged(world, trigger.id, trigger.template, template);
  const given = withoutMissing(fields);
  const changed = await world.store.changeTrigger(trigger.id, (known) => {
    assertRevision(known, expectedRevision);
    const configured = { ...known.configuration, ...withoutMissing(configuration) };
    const next = { ...known, ...given, configuration: configured, ...(sealed && { template: sealed }) };
    return { ...next, revision: known.revision + 1, updatedAt: now };
  });
  return changed ?? trigger;
}

/** Refusal for a source that is not there, or is another owner's. */
export function noSource() {
  return notFound("There is no such source in this workspace.");
}

export function wireTrigger({ template, ...trigger }: TriggerRecord): AutomationTrigger {
  const { prompt, settings, resources, mcpServers } = template;
  return {
    ...trigger,
    sessionTemplate: { prompt, ...settings, resources, mcpServers: mcpServers.map(wireMcpServer) },
  };
}

async function merged(
  world: World,
  triggerId: string,
  known: SessionTemplate,
  { prompt = known.prompt, resources = known.resources, mcpServers, ...settings }: GivenTemplate,
): Promise<SessionTemplate> {
  const all = Object.entries({ ...known.settings, ...withoutMissing(settings) });
  return {
    ...known,
    prompt,
    resources,
    settings: Object.fromEntries(all.filter(([, value]) => value !== null)),
    ...(mcpServers !== undefined && (await sealServers(world, triggerId, mcpServers))),
  };
}
