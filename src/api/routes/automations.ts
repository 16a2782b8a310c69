/** Automations: sources of signed events, triggers, runs and deliveries. */
import {
  automationDeliverySchema,
  automationEventPageSchema,
  automationRunPageSchema,
  automationSourcePageSchema,
  automationSourceSchema,
  automationTriggerPageSchema,
  automationTriggerSchema,
} from "../../wire/protocol/automations.js";
import type {
  AutomationDelivery,
  AutomationEventInput,
  AutomationEventPage,
  AutomationRunPage,
  AutomationSource,
  AutomationSourceInput,
  AutomationSourcePage,
  AutomationSourcePatch,
  AutomationTrigger,
  AutomationTriggerInput,
  AutomationTriggerPage,
  AutomationTriggerPatch,
} from "../../wire/protocol/automations.js";
import { readBody } from "../../wire/protocol/read-body.js";
import {
  get,
  workspacePath,
  write,
  type CallOptions,
  type InWorkspace,
  type OwnerQuery,
  type ServiceConnection,
} from "../service-connection.js";

export interface AutomationSourceRef extends InWorkspace {
  readonly sourceId: string;
}

export interface AutomationTriggerRef extends InWorkspace {
  readonly triggerId: string;
}

export interface AutomationListQuery extends OwnerQuery {
  /** @default 100, at most 500 */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface AutomationTriggerListQuery extends AutomationListQuery {
  readonly sourceId?: string | undefined;
}

export interface AutomationRunListQuery extends AutomationTriggerListQuery {
  readonly triggerId?: string | undefined;
  readonly eventId?: string | undefined;
}

/** A page of sources, newest first, disabled ones too. */
export async function listAutomationSources(
  connection: ServiceConnection,
  { workspaceId, ...query }: AutomationListQuery = {},
  options: CallOptions = {},
): Promise<AutomationSourcePage> {
  const value = await get(connection, path(connection, workspaceId, "sources"), { ...options, query });
  return readBody(automationSourcePageSchema, value, "a page of sources") as AutomationSourcePage;
}

/** 503 `secrets_key_missing` where the service has no key for secrets. */
export async function createAutomationSource(
  connection: ServiceConnection,
  { workspaceId, ...input }: AutomationSourceInput & InWorkspace,
  options: CallOptions = {},
): Promise<AutomationSource> {
  return readSource(await write(connection, "POST", path(connection, workspaceId, "sources"), input, options));
}

export async function getAutomationSource(
  connection: ServiceConnection,
  { sourceId, workspaceId }: AutomationSourceRef,
  options: CallOptions = {},
): Promise<AutomationSource> {
  return readSource(await get(connection, path(connection, workspaceId, "sources", sourceId), options));
}

/** Renames, pauses, resumes or configures the source, or replaces its secret; the old one stays valid for a while. */
export async function updateAutomationSource(
  connection: ServiceConnection,
  { sourceId, workspaceId }: AutomationSourceRef,
  patch: AutomationSourcePatch,
  options: CallOptions = {},
): Promise<AutomationSource> {
  return readSource(
    await write(connection, "PATCH", path(connection, workspaceId, "sources", sourceId), patch, options),
  );
}

/** Disables the source for good; its webhook then answers 410. */
export async function disableAutomationSource(
  connection: ServiceConnection,
  { sourceId, workspaceId }: AutomationSourceRef,
  options: CallOptions = {},
): Promise<void> {
  await write(connection, "DELETE", path(connection, workspaceId, "sources", sourceId), undefined, options);
}

/** A page of the events that the source took, newest first. */
export async function listAutomationEvents(
  connection: ServiceConnection,
  { sourceId, workspaceId }: AutomationSourceRef,
  query: Omit<AutomationListQuery, "workspaceId"> = {},
  options: CallOptions = {},
): Promise<AutomationEventPage> {
  const value = await get(connection, path(connection, workspaceId, "sources", sourceId, "events"), {
    ...options,
    query,
  });
  return readBody(automationEventPageSchema, value, "a page of events");
}

/** Takes an event as if the sender had made it, without a signature. */
export async function sendAutomationEvent(
  connection: ServiceConnection,
  { sourceId, workspaceId }: AutomationSourceRef,
  event: AutomationEventInput,
  options: CallOptions = {},
): Promise<AutomationDelivery> {
  const value = await write(
    connection,
    "POST",
    path(connection, workspaceId, "sources", sourceId, "events"),
    event,
    options,
  );
  return readBody(automationDeliverySchema, value, "the answer to an event");
}

/** A page of triggers, newest first. */
export async function listAutomationTriggers(
  connection: ServiceConnection,
  { workspaceId, ...query }: AutomationTriggerListQuery = {},
  options: CallOptions = {},
): Promise<AutomationTriggerPage> {
  const value = await get(connection, path(connection, workspaceId, "triggers"), { ...options, query });
  return readBody(automationTriggerPageSchema, value, "a page of triggers") as AutomationTriggerPage;
}

export async function createAutomationTrigger(
  connection: ServiceConnection,
  { workspaceId, ...input }: AutomationTriggerInput & InWorkspace,
  options: CallOptions = {},
): Promise<AutomationTrigger> {
  return readTrigger(await write(connection, "POST", path(connection, workspaceId, "triggers"), input, options));
}

export async function getAutomationTrigger(
  connection: ServiceConnection,
  { triggerId, workspaceId }: AutomationTriggerRef,
  options: CallOptions = {},
): Promise<AutomationTrigger> {
  return readTrigger(await get(connection, path(connection, workspaceId, "triggers", triggerId), options));
}

/** Changes, pauses or resumes it; 409 `revision_changed` when it was changed since it was read. */
export async function updateAutomationTrigger(
  connection: ServiceConnection,
  { triggerId, workspaceId }: AutomationTriggerRef,
  patch: AutomationTriggerPatch,
  options: CallOptions = {},
): Promise<AutomationTrigger> {
  return readTrigger(
    await write(connection, "PATCH", path(connection, workspaceId, "triggers", triggerId), patch, options),
  );
}

/** Removes it; what it started stays. 409 as above. */
export async function deleteAutomationTrigger(
  connection: ServiceConnection,
  { triggerId, workspaceId }: AutomationTriggerRef,
  expectedRevision: number,
  options: CallOptions = {},
): Promise<void> {
  const at = `${path(connection, workspaceId, "triggers", triggerId)}?expectedRevision=${expectedRevision}`;
  await write(connection, "DELETE", at, undefined, options);
}

/** A page of what triggers started, newest first. */
export async function listAutomationRuns(
  connection: ServiceConnection,
  { workspaceId, ...query }: AutomationRunListQuery = {},
  options: CallOptions = {},
): Promise<AutomationRunPage> {
  const value = await get(connection, path(connection, workspaceId, "runs"), { ...options, query });
  return readBody(automationRunPageSchema, value, "a page of runs");
}

function path(connection: ServiceConnection, workspaceId: string | undefined, ...parts: readonly string[]): string {
  return [workspacePath(connection, workspaceId), "automations", ...parts.map(encodeURIComponent)].join("/");
}

function readSource(value: unknown): AutomationSource {
  return readBody(automationSourceSchema, value, "a source");
}

function readTrigger(value: unknown): AutomationTrigger {
  return readBody(automationTriggerSchema, value, "a trigger") as AutomationTrigger;
}
