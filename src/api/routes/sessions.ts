/** Sessions as records: made, read, listed, renamed, archived. */
import { randomId } from "../../foundation/random-id.js";
import { readBody } from "../../wire/protocol/read-body.js";
import { deletedSessionSchema, type DeletedSession } from "../../wire/protocol/session-answers.js";
import { sessionListSchema, sessionPageSchema, type SessionPage } from "../../wire/protocol/session-lists.js";
import type { CreateSessionBody, SessionPageQuery } from "../../wire/protocol/session-bodies.js";
import { sessionSchema, type Session } from "../../wire/protocol/session.js";
import {
  get,
  sessionPath,
  workspacePath,
  write,
  type CallOptions,
  type Loose,
  type ServiceConnection,
  type SessionRef,
} from "../service-connection.js";

/** Filters of a session list without pages. */
export interface SessionQuery {
  readonly workspaceId?: string | undefined;
  /** @default 100 */
  readonly limit?: number | undefined;
  readonly search?: string | undefined;
  /** `"null"`: only sessions that have no parent. */
  readonly parentSessionId?: string | undefined;
  readonly archivedOnly?: boolean | undefined;
  readonly endUserSource?: string | undefined;
  readonly endUserId?: string | undefined;
}

/** Filters of a workspace's session list. */
export type SessionPageSearch = Loose<SessionPageQuery> & { readonly workspaceId?: string | undefined };

/** Newest first. */
export async function listSessions(
  connection: ServiceConnection,
  query: SessionQuery = {},
  options: CallOptions = {},
): Promise<readonly Session[]> {
  const { workspaceId, ...search } = query;
  const value = await get(connection, listPath(connection, workspaceId), { ...options, query: search });
  return readBody(sessionListSchema, value, "a list of sessions") as Session[];
}

export async function listSessionPage(
  connection: ServiceConnection,
  query: SessionPageSearch = {},
  options: CallOptions = {},
): Promise<SessionPage> {
  const { workspaceId, ...search } = query;
  const value = await get(connection, listPath(connection, workspaceId), {
    ...options,
    query: { view: "page", ...search },
  });
  return readBody(sessionPageSchema, value, "a page of sessions") as SessionPage;
}

/**
 * Starts a session with its first message. `initialTurnId` is only in this answer. Without an `idempotencyKey` one is
 * made, once for the call and all its tries.
 */
export async function createSession(
  connection: ServiceConnection,
  input: CreateSessionBody & { readonly workspaceId?: string | undefined },
  options: CallOptions = {},
): Promise<Session> {
  const { workspaceId, ...rest } = input;
  const body = { ...rest, idempotencyKey: rest.idempotencyKey ?? randomId() };
  return readSession(await write(connection, "POST", listPath(connection, workspaceId), body, options));
}

export async function getSession(
  connection: ServiceConnection,
  ref: SessionRef,
  options: CallOptions = {},
): Promise<Session> {
  return readSession(await get(connection, sessionPath(connection, ref), options));
}

export async function renameSession(
  connection: ServiceConnection,
  ref: SessionRef,
  title: string,
  options: CallOptions = {},
): Promise<Session> {
  return readSession(await write(connection, "PATCH", sessionPath(connection, ref), { title }, options));
}

export async function archiveSession(
  connection: ServiceConnection,
  ref: SessionRef,
  archived: boolean,
  options: CallOptions & { readonly expectedVersion?: number | undefined } = {},
): Promise<Session> {
  const { expectedVersion, ...call } = options;
  const body = { archived, expectedVersion };
  return readSession(await write(connection, "PUT", sessionPath(connection, ref, "archive"), body, call));
}

/** Puts the session before the others of every list, for everyone who sees it; false takes it back. */
export async function pinSession(
  connection: ServiceConnection,
  ref: SessionRef,
  pinned: boolean,
  options: CallOptions & { readonly expectedVersion?: number | undefined } = {},
): Promise<Session> {
  const { expectedVersion, ...call } = options;
  const body = { pinned, expectedVersion };
  return readSession(await write(connection, "PUT", sessionPath(connection, ref, "pin"), body, call));
}

/** Ends it and removes it with all that hangs on it, for good. */
export async function deleteSession(
  connection: ServiceConnection,
  ref: SessionRef,
  options: CallOptions = {},
): Promise<DeletedSession> {
  const value = await write(connection, "DELETE", sessionPath(connection, ref), undefined, options);
  // Older servers answer without a body.
  return readBody(deletedSessionSchema, value ?? {}, "the answer to a removal");
}

function listPath(connection: ServiceConnection, workspaceId: string | undefined): string {
  return `${workspacePath(connection, workspaceId)}/sessions`;
}

function readSession(value: unknown): Session {
  return readBody(sessionSchema, value, "a session") as Session;
}
