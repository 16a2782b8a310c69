/** Erasing people's data, the audit of it, and what agents remember (docs/privacy.md). */
import { ServiceApiError } from "../../wire/protocol/api-error.js";
import type { EndUser } from "../../wire/protocol/session.js";
import {
  auditPageSchema,
  deletedMemoriesSchema,
  erasureReceiptSchema,
  memoryListSchema,
  memorySchema,
  type AuditPage,
  type DeletedMemories,
  type ErasureReceipt,
  type ErasureScope,
  type ExportScope,
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

/**
 * Streams an archive without secrets: one JSON line a record, the bytes of files behind them (docs/privacy.md). Needs a full key.
 *
 * @throws {ServiceApiError} 404 for a session or file that is not there.
 */
export async function exportData(
  connection: ServiceConnection,
  scope: ExportScope,
  { workspaceId, ...options }: WorkspaceOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const path = `${workspacePath(connection, workspaceId)}/export`;
  const { body, status } = await connection.open({ method: "GET", path, query: scopeQuery(scope), ...options });
  if (body) return body;
  throw new ServiceApiError("The archive came without bytes.", { status, code: "response_malformed", retryable: true });
}

function scopeQuery(scope: ExportScope): Readonly<Record<string, string>> {
  switch (scope.kind) {
    case "session":
      return { sessionId: scope.sessionId };
    case "file":
      return { fileId: scope.fileId };
    case "person":
      return personQuery(scope.endUser);
    case "workspace":
      return {};
    default:
      return scope satisfies never;
  }
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
  options: CallOptions = {},
): Promise<readonly Memory[]> {
  const path = `${workspacePath(connection, workspaceId)}/memories`;
  return readBody(memoryListSchema, await get(connection, path, { ...options, query }), "a list of memories").memories;
}

/** @throws {ServiceApiError} 404 when the named owners have no such memory. */
export async function getMemory(
  connection: ServiceConnection,
  memoryId: string,
  { workspaceId, ...query }: OwnerQuery = {},
  options: CallOptions = {},
): Promise<Memory> {
  const path = `${workspacePath(connection, workspaceId)}/memories/${encodeURIComponent(memoryId)}`;
  return readBody(memorySchema, await get(connection, path, { ...options, query }), "a memory");
}

/** Deletes an entry of the named person or workspace. @throws {ServiceApiError} 404, also in a repeat. */
export async function deleteMemory(
  connection: ServiceConnection,
  memoryId: string,
  { workspaceId, ...query }: OwnerQuery = {},
  options: CallOptions = {},
): Promise<Memory> {
  const path = `${workspacePath(connection, workspaceId)}/memories/${encodeURIComponent(memoryId)}`;
  return readBody(memorySchema, await write(connection, "DELETE", path, undefined, { ...options, query }), "a memory");
}

/**
 * Deletes everything that agents remember of the named person, and of the workspace on request. Through a host's proxy: the
 * signed-in person's, or for an admin with `owner: "workspace"` the workspace's. Idempotent.
 */
export async function deleteMemories(
  connection: ServiceConnection,
  { workspaceId, ...query }: OwnerQuery = {},
  options: CallOptions = {},
): Promise<DeletedMemories> {
  const path = `${workspacePath(connection, workspaceId)}/memories`;
  const answer = await write(connection, "DELETE", path, undefined, { ...options, query });
  return readBody(deletedMemoriesSchema, answer, "the answer to a removal");
}

function personQuery(endUser: EndUser | undefined): Readonly<Record<string, string>> {
  return endUser === undefined ? {} : { endUserSource: endUser.source, endUserId: endUser.id };
}
