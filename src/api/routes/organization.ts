/** Resources of an organization: its keys, its workspaces, and the sessions of all workspaces. */
import {
  apiKeyListSchema,
  apiKeySchema,
  createdApiKeySchema,
  organizationSessionPageSchema,
  workspacePageSchema,
} from "../../wire/protocol/organization.js";
import type {
  ApiKey,
  CreatedApiKey,
  OrganizationSessionPage,
  WorkspacePage,
} from "../../wire/protocol/organization.js";
import { readBody } from "../../wire/protocol/read-body.js";
import type { CreateApiKeyBody, OrganizationSessionQuery } from "../../wire/protocol/session-bodies.js";
import { get, write, type CallOptions, type Loose, type ServiceConnection } from "../service-connection.js";

/** Filters of an organization's session list. */
export type OrganizationSessionSearch = Loose<OrganizationSessionQuery>;

export async function listApiKeys(
  connection: ServiceConnection,
  organizationId: string,
  options: CallOptions = {},
): Promise<readonly ApiKey[]> {
  const value = await get(connection, path(organizationId, "api-keys"), options);
  return readBody(apiKeyListSchema, value, "a list of keys").apiKeys;
}

/** The answer is the only one that shows the token. */
export async function createApiKey(
  connection: ServiceConnection,
  organizationId: string,
  body: CreateApiKeyBody,
  options: CallOptions = {},
): Promise<CreatedApiKey> {
  const value = await write(connection, "POST", path(organizationId, "api-keys"), body, options);
  return readBody(createdApiKeySchema, value, "a new key");
}

export async function revokeApiKey(
  connection: ServiceConnection,
  organizationId: string,
  keyId: string,
  options: CallOptions = {},
): Promise<ApiKey> {
  const value = await write(connection, "DELETE", path(organizationId, "api-keys", keyId), undefined, options);
  return readBody(apiKeySchema, value, "a key");
}

/** Newest first, over all its workspaces. A page may be short, or empty, while `nextCursor` is set. */
export async function listOrganizationSessions(
  connection: ServiceConnection,
  organizationId: string,
  query: OrganizationSessionSearch = {},
  options: CallOptions = {},
): Promise<OrganizationSessionPage> {
  const value = await get(connection, path(organizationId, "sessions"), { ...options, query });
  return readBody(organizationSessionPageSchema, value, "a page of sessions") as OrganizationSessionPage;
}

/** Oldest first. */
export async function listWorkspaces(
  connection: ServiceConnection,
  organizationId: string,
  query: { readonly cursor?: string | undefined; readonly limit?: number | undefined } = {},
  options: CallOptions = {},
): Promise<WorkspacePage> {
  const value = await get(connection, path(organizationId, "workspaces"), { ...options, query });
  return readBody(workspacePageSchema, value, "a page of workspaces");
}

function path(organizationId: string, ...parts: readonly string[]): string {
  return ["/v1/organizations", ...[organizationId, ...parts].map(encodeURIComponent)].join("/");
}
