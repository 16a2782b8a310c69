/** The service itself, and what the caller's key may do. */
import {
  accessMeSchema,
  ensuredWorkspaceSchema,
  healthSchema,
  workspacePageSchema,
  workspaceSchema,
  type AccessMe,
  type EnsuredWorkspace,
  type Health,
  type WorkspacePage,
} from "../../wire/protocol/organization.js";
import { readBody } from "../../wire/protocol/read-body.js";
import type {
  ChangeWorkspaceBody,
  CreateWorkspaceBody,
  EnsureWorkspaceBody,
} from "../../wire/protocol/session-bodies.js";
import { clientConfigSchema, type ClientConfig, type Workspace } from "../../wire/protocol/session.js";
import {
  get,
  workspacePath,
  write,
  type CallOptions,
  type InWorkspace,
  type ServiceConnection,
} from "../service-connection.js";

export async function health(connection: ServiceConnection, options: CallOptions = {}): Promise<Health> {
  return readBody(healthSchema, await get(connection, "/healthz", options), "the service's health");
}

export async function config(connection: ServiceConnection, options: CallOptions = {}): Promise<ClientConfig> {
  return readBody(clientConfigSchema, await get(connection, "/v1/config/client", options), "a client configuration");
}

export async function accessMe(connection: ServiceConnection, options: CallOptions = {}): Promise<AccessMe> {
  return readBody(accessMeSchema, await get(connection, "/v1/access/me", options), "an access record");
}

/** Finds the workspace of a tenant or makes it; a repeat changes only the settings that it names. */
export async function ensureWorkspace(
  connection: ServiceConnection,
  body: EnsureWorkspaceBody,
  options: CallOptions = {},
): Promise<EnsuredWorkspace> {
  const value = await write(connection, "PUT", "/v1/workspaces/external", body, options);
  return readBody(ensuredWorkspaceSchema, value, "a workspace");
}

/** @throws {ServiceApiError} 403 if the key has no access to the workspace, or it does not exist. */
export async function getWorkspace(
  connection: ServiceConnection,
  query: { readonly workspaceId?: string | undefined } = {},
  options: CallOptions = {},
): Promise<Workspace> {
  const value = await get(connection, workspacePath(connection, query.workspaceId), options);
  return readBody(workspaceSchema, value, "a workspace");
}

/** The workspaces that the caller's key admits to, oldest first. */
export async function listAccessibleWorkspaces(
  connection: ServiceConnection,
  query: { readonly cursor?: string | undefined; readonly limit?: number | undefined } = {},
  options: CallOptions = {},
): Promise<WorkspacePage> {
  const value = await get(connection, "/v1/workspaces", { ...options, query: { ...query, view: "page" } });
  return readBody(workspacePageSchema, value, "a page of workspaces");
}

/** @throws {ServiceApiError} 409 for an `externalSource` and `externalId` that another workspace has. */
export async function createWorkspace(
  connection: ServiceConnection,
  body: CreateWorkspaceBody,
  options: CallOptions = {},
): Promise<Workspace> {
  return readBody(workspaceSchema, await write(connection, "POST", "/v1/workspaces", body, options), "a workspace");
}

/** Fields that are left out stay; null clears. */
export async function updateWorkspace(
  connection: ServiceConnection,
  { workspaceId, ...body }: ChangeWorkspaceBody & InWorkspace,
  options: CallOptions = {},
): Promise<Workspace> {
  const value = await write(connection, "PATCH", workspacePath(connection, workspaceId), body, options);
  return readBody(workspaceSchema, value, "a workspace");
}
