/** Erasing people's data, the audit of it, and what agents remember (docs/privacy.md). */
import type { EndUser } from "../../wire/protocol/session.js";
import {
  auditPageSchema,
  erasureReceiptSchema,
  memoryListSchema,
  memorySchema,
  type AuditPage,
  type ErasureReceipt,
  type ErasureScope,
  type Memory,
} from "../../wire/protocol/people-data.js";
import { readBody } from "../../wire/protocol/read-body.js";
import {
  get,
  workspacePath,
  write,
  type CallOptions,
  type OwnerQuery,
  type ServiceConnection,
} from "../service-connection.js";
import type { WorkspaceOptions } from "./files.js";

/**
 * Erases a session with those below it, a file, everything of a person, or a workspace, for good. Idempotent: a repeat finds
 * nothing more and its receipt is empty. Needs a full key; the workspace itself needs one of the organization.
 */
export async function eraseData(
  connection: ServiceConnection,
  scope: ErasureScope,
  { workspaceId, ...options }: WorkspaceOptions = {},
): Promise<ErasureReceipt> {
  const path = `${workspacePath(connection, workspaceId)}/erasures`;
  return readBody(erasureReceiptSchema, await write(connection, "POST", path, { scope }, options), "a receipt");
}

/** Erases a file for good. @throws {ServiceApiError} 404 when there is none, also in a repeat. */
export async function deleteFile(
  connection: ServiceConnection,
  fileId: string,
  { workspaceId, ...options }: WorkspaceOptions = {},
): Promise<ErasureReceipt> {
  const path = `${workspacePath(connection, workspaceId)}/files/${encodeURIComponent(fileId)}`;
  return readBody(erasureReceiptSchema, await write(connection, "DELETE", path, undefined, options), "a receipt");
}

export interface AuditQuery {
  /** Only entries about this person's data. */
  readonly endUser?: EndUser | undefined;
  /** @default 100, at most 500 */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The audit of people's data in a workspace, newest first. Needs a full key. */
export async function listAudit(
  connection: ServiceConnection,
  query: AuditQuery = {},
  { workspaceId, ...options }: WorkspaceOptions = {},
): Promise<AuditPage> {
  return readAudit(connection, `${workspacePath(connection, workspaceId)}/audit`, query, options);
}

/** As `listAudit`, over the whole organization: erased workspaces too. Needs a full key of the organization. */
export async function listOrganizationAudit(
  connection: ServiceConnection,
  organizationId: string,
  query: AuditQuery = {},
  options: CallOptions = {},
): Promise<AuditPage> {
  return readAudit(connection, `/v1/organizations/${encodeURIComponent(organizationId)}/audit`, query, options);
}

async function readAudit(
  connection: ServiceConnection,
  path: string,
  { endUser, limit, cursor }: AuditQuery,
  options: CallOptions,
): Promise<AuditPage> {
  const query = { ...personQuery(endUser), limit, cursor };
  return readBody(auditPageSchema, await get(connection, path, { ...options, query }), "a page of the audit");
}

/** Agents' memories of the named person, and of the workspace on request; oldest first. */
export async function listMemories(
  connection: ServiceConnection,
  { workspaceId, ...query }: OwnerQuery = {},
  options?: CallOptions,
): Promise<readonly Memory[]> {
  const path = `${workspacePath(connection, workspaceId)}/memories`;
  return readBody(memoryListSchema, await get(connection, path, { ...options, query }), "a list of memories").memories;
}

/** Deletes an entry of the named person or workspace. @throws {ServiceApiError} 404, also in a repeat. */
export async function deleteMemory(
  connection: ServiceConnection,
  memoryId: string,
  { workspaceId, ...query }: OwnerQuery = {},
  options?: CallOptions,
): Promise<Memory> {
  const path = `${workspacePath(connection, workspaceId)}/memories/${encodeURIComponent(memoryId)}`;
  return readBody(memorySchema, await write(connection, "DELETE", path, undefined, { ...options, query }), "a memory");
}

function personQuery(endUser: EndUser | undefined) {
  return endUser === undefined ? {} : { endUserSource: endUser.source, endUserId: endUser.id };
}
