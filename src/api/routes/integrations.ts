/** Integrations: previewed, installed as previewed, and removed (`protocol.md` §9.5). */
import {
  integrationDefinitionsSchema,
  integrationListSchema,
  integrationPreviewSchema,
  integrationSchema,
  uninstalledSchema,
  uninstallPreviewSchema,
  type InstallIntegrationBody,
  type Integration,
  type IntegrationDefinition,
  type IntegrationPreview,
  type PreviewIntegrationBody,
  type UninstalledIntegration,
  type UninstallPreview,
} from "../../wire/protocol/integrations.js";
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

export interface IntegrationRef extends InWorkspace {
  readonly integrationId: string;
}

/** Oldest first. */
export async function listIntegrations(
  connection: ServiceConnection,
  { workspaceId, ...query }: OwnerQuery = {},
  options: CallOptions = {},
): Promise<readonly Integration[]> {
  const value = await get(connection, pathOf(connection, workspaceId), { ...options, query });
  return readBody(integrationListSchema, value, "a list of integrations").integrations;
}

/** Integrations that the host offers by name. */
export async function listIntegrationDefinitions(
  connection: ServiceConnection,
  { workspaceId }: InWorkspace = {},
  options: CallOptions = {},
): Promise<readonly IntegrationDefinition[]> {
  const value = await get(connection, pathOf(connection, workspaceId, "/definitions"), options);
  return readBody(integrationDefinitionsSchema, value, "a list of definitions").definitions;
}

export async function getIntegration(
  connection: ServiceConnection,
  { workspaceId, integrationId }: IntegrationRef,
  options: CallOptions = {},
): Promise<Integration> {
  const path = pathOf(connection, workspaceId, `/${encodeURIComponent(integrationId)}`);
  return readBody(integrationSchema, await get(connection, path, options), "an integration");
}

/** Reads a source; nothing is kept. @throws {ServiceApiError} 422 for a source that cannot be used. */
export async function previewIntegration(
  connection: ServiceConnection,
  { workspaceId, ...body }: PreviewIntegrationBody & InWorkspace,
  options: CallOptions = {},
): Promise<IntegrationPreview> {
  const value = await write(connection, "POST", pathOf(connection, workspaceId, "/preview"), body, options);
  return readBody(integrationPreviewSchema, value, "a preview");
}

/**
 * Installs a previewed integration. Idempotent.
 *
 * @throws {ServiceApiError} 409 `INTEGRATION_CHANGED` when the source differs from the preview,
 *   `INTEGRATION_VERSION_CHANGED` when another integration has the key, 503 `secrets_key_missing`.
 */
export async function installIntegration(
  connection: ServiceConnection,
  { workspaceId, ...body }: InstallIntegrationBody & InWorkspace,
  options: CallOptions = {},
): Promise<Integration> {
  const value = await write(connection, "POST", pathOf(connection, workspaceId, "/install"), body, options);
  return readBody(integrationSchema, value, "an integration");
}

/** Lists the records that removing the integration deletes. */
export async function previewUninstall(
  connection: ServiceConnection,
  { workspaceId, integrationId }: IntegrationRef,
  options: CallOptions = {},
): Promise<UninstallPreview> {
  const path = pathOf(connection, workspaceId, `/${encodeURIComponent(integrationId)}/uninstall-preview`);
  return readBody(uninstallPreviewSchema, await get(connection, path, options), "a preview of a removal");
}

/** @throws {ServiceApiError} 409 when it has another version than expected, 404 when it is not there. */
export async function uninstallIntegration(
  connection: ServiceConnection,
  {
    workspaceId,
    integrationId,
    expectedInstanceVersion,
  }: IntegrationRef & { readonly expectedInstanceVersion?: number | undefined },
  options: CallOptions = {},
): Promise<UninstalledIntegration> {
  const query = expectedInstanceVersion === undefined ? "" : `?expectedInstanceVersion=${expectedInstanceVersion}`;
  const path = pathOf(connection, workspaceId, `/${encodeURIComponent(integrationId)}${query}`);
  return readBody(uninstalledSchema, await write(connection, "DELETE", path, undefined, options), "a removal");
}

function pathOf(connection: ServiceConnection, workspaceId: string | undefined, rest = ""): string {
  return `${workspacePath(connection, workspaceId)}/integrations${rest}`;
}
