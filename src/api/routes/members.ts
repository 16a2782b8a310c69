/** Members of an organization and of its workspaces. With an organization key alone. */
import {
  organizationMemberPageSchema,
  organizationMemberSchema,
  workspaceMemberPageSchema,
  workspaceMemberSchema,
  type AddWorkspaceMemberBody,
  type ChangeMemberBody,
  type ChangeWorkspaceMemberBody,
  type OrganizationMember,
  type OrganizationMemberPage,
  type WorkspaceMember,
  type WorkspaceMemberPage,
} from "../../wire/protocol/members.js";
import { readBody } from "../../wire/protocol/read-body.js";
import {
  get,
  workspacePath,
  write,
  type CallOptions,
  type InWorkspace,
  type ServiceConnection,
} from "../service-connection.js";

export interface PageQuery {
  readonly cursor?: string | undefined;
  /** @default 100, at most 200 */
  readonly limit?: number | undefined;
}

/** Oldest first. */
export async function listMembers(
  connection: ServiceConnection,
  organizationId: string,
  query: PageQuery = {},
  options: CallOptions = {},
): Promise<OrganizationMemberPage> {
  const value = await get(connection, membersPath(organizationId), { ...options, query });
  return readBody(organizationMemberPageSchema, value, "a page of members");
}

/** @throws {ServiceApiError} 409 `MEMBER_CHANGED`, `LAST_OWNER` */
export async function changeMember(
  connection: ServiceConnection,
  organizationId: string,
  memberId: string,
  body: ChangeMemberBody,
  options: CallOptions = {},
): Promise<OrganizationMember> {
  const to = `${membersPath(organizationId)}/${encodeURIComponent(memberId)}`;
  return readBody(organizationMemberSchema, await write(connection, "PATCH", to, body, options), "a member");
}

/** Oldest first. */
export async function listWorkspaceMembers(
  connection: ServiceConnection,
  { workspaceId, ...query }: InWorkspace & PageQuery = {},
  options: CallOptions = {},
): Promise<WorkspaceMemberPage> {
  const value = await get(connection, placesPath(connection, workspaceId), { ...options, query });
  return readBody(workspaceMemberPageSchema, value, "a page of members");
}

/** @throws {ServiceApiError} 409 for a member that the workspace has. */
export async function addWorkspaceMember(
  connection: ServiceConnection,
  { workspaceId, ...body }: AddWorkspaceMemberBody & InWorkspace,
  options: CallOptions = {},
): Promise<WorkspaceMember> {
  const value = await write(connection, "POST", placesPath(connection, workspaceId), body, options);
  return readBody(workspaceMemberSchema, value, "a member");
}

export async function updateWorkspaceMember(
  connection: ServiceConnection,
  memberId: string,
  { workspaceId, ...body }: ChangeWorkspaceMemberBody & InWorkspace,
  options: CallOptions = {},
): Promise<WorkspaceMember> {
  const to = `${placesPath(connection, workspaceId)}/${encodeURIComponent(memberId)}`;
  return readBody(workspaceMemberSchema, await write(connection, "PATCH", to, body, options), "a member");
}

/** Does nothing for a member that the workspace does not have. */
export async function removeWorkspaceMember(
  connection: ServiceConnection,
  memberId: string,
  { workspaceId }: InWorkspace = {},
  options: CallOptions = {},
): Promise<void> {
  const to = `${placesPath(connection, workspaceId)}/${encodeURIComponent(memberId)}`;
  await write(connection, "DELETE", to, undefined, options);
}

function membersPath(organizationId: string): string {
  return `/v1/organizations/${encodeURIComponent(organizationId)}/members`;
}

function placesPath(connection: ServiceConnection, workspaceId: string | undefined): string {
  return `${workspacePath(connection, workspaceId)}/members`;
}
