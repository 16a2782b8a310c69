/** The service itself, and what the caller's key may do. */
import {
  accessMeSchema,
  ensuredWorkspaceSchema,
  healthSchema,
  workspaceSchema,
  type AccessMe,
  type EnsuredWorkspace,
  type Health,
} from "../../protocol/organization.js";
import { readBody } from "../../protocol/read-body.js";
import type { EnsureWorkspaceBody } from "../../protocol/session-bodies.js";
import { clientConfigSchema, type ClientConfig, type Workspace } from "../../protocol/session.js";
import { get, workspacePath, write, type CallOptions, type ServiceConnection } from "../service-connection.js";

export async function health(connection: ServiceConnection, options?: CallOptions): Promise<Health> {
  return readBody(healthSchema, await get(connection, "/healthz", options), "the service's health");
}

export async function config(connection: ServiceConnection, options?: CallOptions): Promise<ClientConfig> {
  return readBody(clientConfigSchema, await get(connection, "/v1/config/client", options), "a client configuration");
}

export async function accessMe(connection: ServiceConnection, options?: CallOptions): Promise<AccessMe> {
  return readBody(accessMeSchema, await get(connection, "/v1/access/me", options), "an access record");
}

/** Finds the workspace of a tenant or makes it; a repeat changes only the settings that it names. */
export async function ensureWorkspace(
  connection: ServiceConnection,
  body: EnsureWorkspaceBody,
  options?: CallOptions,
): Promise<EnsuredWorkspace> {
  const value = await write(connection, "PUT", "/v1/workspaces/external", body, options);
  return readBody(ensuredWorkspaceSchema, value, "a workspace");
}

/** @throws {ServiceApiError} 403 where the key does not admit to it, or there is none. */
export async function getWorkspace(
  connection: ServiceConnection,
  query: { readonly workspaceId?: string | undefined } = {},
  options?: CallOptions,
): Promise<Workspace> {
  const value = await get(connection, workspacePath(connection, query.workspaceId), options);
  return readBody(workspaceSchema, value, "a workspace");
}
