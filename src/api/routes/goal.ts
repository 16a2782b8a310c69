/** The goal of a session. */
import { isNotFound } from "../../wire/protocol/api-error.js";
import {
  goalRevisionsSchema,
  goalSchema,
  type GoalPatch,
  type GoalRecord,
  type GoalRevision,
} from "../../wire/protocol/goal.js";
import { readBody } from "../../wire/protocol/read-body.js";
import { get, sessionPath, withKey, write } from "../service-connection.js";
import type { CallOptions, ServiceConnection, SessionRef } from "../service-connection.js";

/** Null when there is none. */
export async function getGoal(
  connection: ServiceConnection,
  ref: SessionRef,
  options: CallOptions = {},
): Promise<GoalRecord | null> {
  try {
    const value = await get(connection, goalPath(connection, ref), options);
    // Where the service answers 404, the proxy answers null.
    return value === null ? null : readGoal(value);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** The wordings of the present goal, newest first, at most 100. @throws {ServiceApiError} 404 without a goal. */
export async function listGoalRevisions(
  connection: ServiceConnection,
  ref: SessionRef,
  options: CallOptions = {},
): Promise<readonly GoalRevision[]> {
  const value = await get(connection, sessionPath(connection, ref, "goal", "revisions"), options);
  return readBody(goalRevisionsSchema, value, "a list of goal revisions").revisions as GoalRevision[];
}

/** Pauses, resumes or rewrites; 409 when it is completed, or was rewritten since it was read. */
export async function updateGoal(
  connection: ServiceConnection,
  ref: SessionRef,
  patch: GoalPatch,
  options: CallOptions = {},
): Promise<GoalRecord> {
  return readGoal(await write(connection, "PATCH", goalPath(connection, ref), withKey(patch), options));
}

/** Clears it; nothing happens when there is none. */
export async function deleteGoal(
  connection: ServiceConnection,
  ref: SessionRef,
  options: CallOptions = {},
): Promise<void> {
  await write(connection, "DELETE", goalPath(connection, ref), undefined, options);
}

function goalPath(connection: ServiceConnection, ref: SessionRef): string {
  return sessionPath(connection, ref, "goal");
}

function readGoal(value: unknown): GoalRecord {
  return readBody(goalSchema, value, "a goal");
}
