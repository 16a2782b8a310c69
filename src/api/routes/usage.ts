/** Use of a workspace and of its people, with the limits (docs/operate.md). */
import { readBody } from "../../wire/protocol/read-body.js";
import type { EndUser } from "../../wire/protocol/session.js";
import { usagePageSchema, usageReportSchema, type UsagePage, type UsageReport } from "../../wire/protocol/usage.js";
import {
  get,
  workspacePath,
  type CallOptions,
  type InWorkspace,
  type ServiceConnection,
} from "../service-connection.js";

export interface UsageQuery extends InWorkspace {
  /** Whose use; the workspace's as a whole without it. Through a host's proxy always the signed-in person's. */
  readonly endUser?: EndUser | undefined;
  /** A calendar month of UTC such as `2026-11`, at most twelve months ago. @default the current one */
  readonly month?: string | undefined;
}

/** The use of a workspace, or of a person in it, in a month, and the limits in force. */
export async function getUsage(
  connection: ServiceConnection,
  { workspaceId, endUser, month }: UsageQuery = {},
  options: CallOptions = {},
): Promise<UsageReport> {
  const person = endUser === undefined ? {} : { endUserSource: endUser.source, endUserId: endUser.id };
  const path = `${workspacePath(connection, workspaceId)}/usage`;
  const value = await get(connection, path, { ...options, query: { ...person, month } });
  return readBody(usageReportSchema, value, "a report of usage") as UsageReport;
}

export interface UsagePageQuery extends InWorkspace {
  /** @default the current month, in UTC */
  readonly month?: string | undefined;
  /** @default 100, at most 500 */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The people of a workspace with a count in a month. */
export async function listUsage(
  connection: ServiceConnection,
  { workspaceId, ...query }: UsagePageQuery = {},
  options: CallOptions = {},
): Promise<UsagePage> {
  const path = `${workspacePath(connection, workspaceId)}/usage/people`;
  return readBody(usagePageSchema, await get(connection, path, { ...options, query }), "a page of usage") as UsagePage;
}
