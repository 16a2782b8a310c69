/** The keys that admit to one workspace. */
import {
  apiKeyListSchema,
  apiKeySchema,
  createdApiKeySchema,
  type ApiKey,
  type CreatedApiKey,
} from "../../wire/protocol/organization.js";
import { readBody } from "../../wire/protocol/read-body.js";
import type { CreateApiKeyBody } from "../../wire/protocol/session-bodies.js";
import {
  get,
  workspacePath,
  write,
  type CallOptions,
  type InWorkspace,
  type ServiceConnection,
} from "../service-connection.js";

/** Newest first; revoked ones are not listed. */
export async function listWorkspaceKeys(
  connection: ServiceConnection,
  { workspaceId }: InWorkspace = {},
  options: CallOptions = {},
): Promise<readonly ApiKey[]> {
  const value = await get(connection, path(connection, workspaceId), options);
  return readBody(apiKeyListSchema, value, "a list of keys").apiKeys;
}

/** The answer is the only one that shows the token. @throws {ServiceApiError} 429 from 100 keys on. */
export async function createWorkspaceKey(
  connection: ServiceConnection,
  { workspaceId, ...body }: CreateApiKeyBody & InWorkspace,
  options: CallOptions = {},
): Promise<CreatedApiKey> {
  const value = await write(connection, "POST", path(connection, workspaceId), body, options);
  return readBody(createdApiKeySchema, value, "a new key");
}

/** Refuses every request with the key from now on, and ends its open streams. */
export async function revokeWorkspaceKey(
  connection: ServiceConnection,
  keyId: string,
  { workspaceId }: InWorkspace = {},
  options: CallOptions = {},
): Promise<ApiKey> {
  const to = `${path(connection, workspaceId)}/${encodeURIComponent(keyId)}`;
  return readBody(apiKeySchema, await write(connection, "DELETE", to, undefined, options), "a key");
}

function path(connection: ServiceConnection, workspaceId: string | undefined): string {
  return `${workspacePath(connection, workspaceId)}/api-keys`;
}
