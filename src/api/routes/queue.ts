/**
 * The queued prompts of a session, and its turns.
 *
 * A write based on an outdated version is refused with 409; `conflictState` reads the current state from that error.
 */
import { editedTurnSchema, type ComposerDraft, type EditedTurn } from "../../wire/protocol/draft.js";
import type { DeleteTurnBody, EditTurnBody, MoveTurnBody, SteerTurnBody } from "../../wire/protocol/queue.js";
import { readBody } from "../../wire/protocol/read-body.js";
import { queueAnswerSchema } from "../../wire/protocol/session-answers.js";
import { turnListSchema } from "../../wire/protocol/session-lists.js";
import { queueSnapshotSchema, type QueueSnapshot, type SessionTurn } from "../../wire/protocol/session.js";
import { get, sessionPath, withKey, write } from "../service-connection.js";
import type { CallOptions, Keyed, ServiceConnection, SessionRef } from "../service-connection.js";

export async function getQueue(
  connection: ServiceConnection,
  ref: SessionRef,
  options: CallOptions = {},
): Promise<QueueSnapshot> {
  const value = await get(connection, sessionPath(connection, ref, "queue"), options);
  return readBody(queueSnapshotSchema, value, "a queue") as QueueSnapshot;
}

/** Puts a waiting prompt before another, or last; resolves with the queue after it. */
export async function moveQueuedTurn(
  connection: ServiceConnection,
  ref: SessionRef,
  turnId: string,
  body: Keyed<MoveTurnBody>,
  options: CallOptions = {},
): Promise<QueueSnapshot> {
  return readSnapshot(await writeTurn(connection, ref, [turnId, "move"], body, options));
}

/** Takes a waiting prompt out of the queue and puts its message into the composer's draft. */
export async function editQueuedTurn(
  connection: ServiceConnection,
  ref: SessionRef,
  turnId: string,
  body: Keyed<EditTurnBody>,
  options: CallOptions = {},
): Promise<{ readonly snapshot: QueueSnapshot; readonly draft: ComposerDraft }> {
  const value = await writeTurn(connection, ref, [turnId, "edit"], body, options);
  return readBody(editedTurnSchema, value, "the answer to an edit") as EditedTurn;
}

/** Sends a waiting prompt now: it interrupts the turn that runs. Resolves with the queue after it. */
export async function steerQueuedTurn(
  connection: ServiceConnection,
  ref: SessionRef,
  turnId: string,
  body: Keyed<SteerTurnBody>,
  options: CallOptions = {},
): Promise<QueueSnapshot> {
  return readSnapshot(await writeTurn(connection, ref, [turnId, "steer"], body, options));
}

/** Withdraws a waiting prompt; resolves with the queue after it. */
export async function deleteQueuedTurn(
  connection: ServiceConnection,
  ref: SessionRef,
  turnId: string,
  body: Keyed<DeleteTurnBody> = {},
  options: CallOptions = {},
): Promise<QueueSnapshot> {
  return readSnapshot(await writeTurn(connection, ref, [turnId, "delete"], body, options));
}

export async function listTurns(
  connection: ServiceConnection,
  ref: SessionRef,
  query: { readonly limit?: number | undefined; readonly latestStarted?: boolean | undefined } = {},
  options: CallOptions = {},
): Promise<readonly SessionTurn[]> {
  const search = { limit: query.limit, latestStarted: query.latestStarted ? 1 : undefined };
  const value = await get(connection, sessionPath(connection, ref, "turns"), { ...options, query: search });
  return readBody(turnListSchema, value, "a list of turns") as SessionTurn[];
}

function writeTurn(
  connection: ServiceConnection,
  ref: SessionRef,
  [turnId, action]: readonly [turnId: string, action: string],
  body: { readonly clientEventId?: string | undefined },
  options: CallOptions | undefined,
): Promise<unknown> {
  return write(connection, "POST", sessionPath(connection, ref, "queue", turnId, action), withKey(body), options);
}

function readSnapshot(value: unknown): QueueSnapshot {
  return readBody(queueAnswerSchema, value, "the answer of a queue").snapshot as QueueSnapshot;
}
