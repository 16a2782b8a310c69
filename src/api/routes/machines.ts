/** A workspace's connected machines. */
import {
  deviceApprovalSchema,
  deviceLookupSchema,
  enrollmentListSchema,
  enrollmentSchema,
  enrollmentTokenSchema,
  revokedEnrollmentSchema,
  type DeviceApproval,
  type DeviceLookup,
  type Enrollment,
  type EnrollmentToken,
  type RevokedEnrollment,
} from "../../wire/protocol/machines.js";
import { readBody } from "../../wire/protocol/read-body.js";
import type { EndUser } from "../../wire/protocol/session.js";
import {
  get,
  workspacePath,
  write,
  type CallOptions,
  type InWorkspace,
  type OwnerQuery,
  type ServiceConnection,
} from "../service-connection.js";

/** Whose machine it becomes. With a key `endUser`, null or missing for the workspace; through a proxy `owner`. */
export interface MachineOwnerInput extends InWorkspace {
  readonly endUser?: EndUser | null | undefined;
  /** @default "user" */
  readonly owner?: "user" | "workspace" | undefined;
}

/** Newest first; revoked ones are not listed. */
export async function listEnrollments(
  connection: ServiceConnection,
  { workspaceId, ...query }: OwnerQuery = {},
  options: CallOptions = {},
): Promise<readonly Enrollment[]> {
  const value = await get(connection, path(connection, workspaceId), { ...options, query });
  return readBody(enrollmentListSchema, value, "a list of machines").enrollments;
}

export async function getEnrollment(
  connection: ServiceConnection,
  enrollmentId: string,
  { workspaceId, ...query }: OwnerQuery = {},
  options: CallOptions = {},
): Promise<Enrollment> {
  const value = await get(connection, path(connection, workspaceId, encodeURIComponent(enrollmentId)), {
    ...options,
    query,
  });
  return readBody(enrollmentSchema, value, "a machine");
}

/**
 * Describes the machine behind a code. @throws {ServiceApiError} 404 `code_unknown`, 429 after too many wrong codes.
 */
export async function lookUpDevice(
  connection: ServiceConnection,
  userCode: string,
  options: CallOptions = {},
): Promise<DeviceLookup> {
  const value = await write(connection, "POST", "/v1/enrollments/device/lookup", { userCode }, options);
  return readBody(deviceLookupSchema, value, "what a code connects");
}

/** @throws {ServiceApiError} 404 `code_unknown`, 429 after too many wrong codes. */
export async function approveDevice(
  connection: ServiceConnection,
  userCode: string,
  { workspaceId, ...owner }: MachineOwnerInput = {},
  options: CallOptions = {},
): Promise<DeviceApproval> {
  const to = path(connection, workspaceId, "device/approve");
  const value = await write(connection, "POST", to, { ...owner, userCode }, options);
  return readBody(deviceApprovalSchema, value, "an approval");
}

/** @throws {ServiceApiError} 404 `code_unknown`, 429 after too many wrong codes. */
export async function denyDevice(
  connection: ServiceConnection,
  userCode: string,
  { workspaceId }: InWorkspace = {},
  options: CallOptions = {},
): Promise<DeviceApproval> {
  const to = path(connection, workspaceId, "device/deny");
  const value = await write(connection, "POST", to, { userCode }, options);
  return readBody(deviceApprovalSchema, value, "a denial");
}

/** The answer is the only one that shows the token. Not through a proxy. */
export async function createEnrollmentToken(
  connection: ServiceConnection,
  { workspaceId, ...owner }: Omit<MachineOwnerInput, "owner"> = {},
  options: CallOptions = {},
): Promise<EnrollmentToken> {
  const value = await write(connection, "POST", path(connection, workspaceId, "token"), owner, options);
  return readBody(enrollmentTokenSchema, value, "a one-time token");
}

/** Ends the machine's connection within a second. */
export async function revokeEnrollment(
  connection: ServiceConnection,
  enrollmentId: string,
  { workspaceId }: InWorkspace = {},
  options: CallOptions = {},
): Promise<RevokedEnrollment> {
  const to = path(connection, workspaceId, `${encodeURIComponent(enrollmentId)}/revoke`);
  const value = await write(connection, "POST", to, {}, options);
  return readBody(revokedEnrollmentSchema, value, "a revocation");
}

function path(connection: ServiceConnection, workspaceId: string | undefined, rest?: string): string {
  const enrollments = `${workspacePath(connection, workspaceId)}/enrollments`;
  return rest === undefined ? enrollments : `${enrollments}/${rest}`;
}
