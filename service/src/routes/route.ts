import { actorSchema, header, parseCursor, type Actor, type ParsedCursor } from "@service/sdk/protocol";
import * as v from "valibot";
import { forbidden, invalid, invalidParameter, sessionNotFound } from "../sessions/api-failure.js";
import type { Cause } from "../sessions/session-draft.js";
import type { ApiKeyRecord, SessionRecord, WorkspaceRecord } from "../store/records.js";
import type { FoundForRequest } from "../store/store.js";
import { isoNow, type World } from "../world.js";
import type { RouteAbout } from "./about.js";

/** One request on its way to an answer. */
export interface Call {
  readonly world: World;
  readonly request: Request;
  readonly query: URLSearchParams;
  param(name: string): string;
  readonly key: ApiKeyRecord;
  /** The workspace and the session that the path names, whether or not the key admits to them. */
  readonly found: Omit<FoundForRequest, "key">;
}

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `:name` for what varies. */
  readonly path: string;
  /** `read` admits every key, `write` full keys, `manage` full keys of the organization alone. */
  readonly access: "read" | "write" | "manage";
  /** Whether the route admits keys of one workspace. Routes in a workspace admit that workspace's keys. @default false */
  readonly admitsWorkspaceKeys?: boolean;
  readonly about: RouteAbout;
  handle(call: Call): Promise<Response>;
}

export interface WorkspaceCall extends Call {
  readonly workspace: WorkspaceRecord;
}

export interface SessionCall extends WorkspaceCall {
  readonly session: SessionRecord;
}

/** A route below a workspace that the key may enter. */
export function inWorkspace(
  method: Route["method"],
  path: string,
  access: Route["access"],
  about: RouteAbout,
  handle: (call: WorkspaceCall) => Promise<Response>,
): Route {
  return {
    method,
    path: `/v1/workspaces/:workspaceId${path}`,
    access,
    admitsWorkspaceKeys: access !== "manage",
    about,
    handle: async (call) => handle({ ...call, workspace: workspaceOf(call) }),
  };
}

/** A route below a session of a workspace that the key may enter. */
export function inSession(
  method: Route["method"],
  path: string,
  access: Route["access"],
  about: RouteAbout,
  handle: (call: SessionCall) => Promise<Response>,
): Route {
  return inWorkspace(method, `/sessions/:sessionId${path}`, access, about, async (call) => {
    const { session } = call.found;
    if (session === null || session.workspaceId !== call.workspace.id) throw sessionNotFound();
    return handle({ ...call, session });
  });
}

/** Returns the same error for a missing workspace, one of another organization and one that the key does not admit to. */
function workspaceOf({ key, found: { workspace } }: Call): WorkspaceRecord {
  if (workspace !== null && mayEnter(key, workspace)) return workspace;
  throw forbidden("The key does not admit to this workspace. Use a key of the organization that it belongs to.");
}

/** Whether the key is the organization's, or this workspace's own. */
export function mayEnter(key: ApiKeyRecord, { id, organizationId }: WorkspaceRecord): boolean {
  return organizationId === key.organizationId && (workspaceOfKey(key) ?? id) === id;
}

/** Null for a key of the organization. */
export function workspaceOfKey({ workspaceId }: Pick<ApiKeyRecord, "workspaceId">): string | null {
  return workspaceId ?? null;
}

/** The id of an organization, which is always the key's own. @throws {ServiceApiError} 422, 403 */
export function organizationOf(call: Call): string {
  const organizationId = call.param("organizationId");
  if (!uuid.test(organizationId)) throw invalid("The organization id in the path is no UUID.");
  if (organizationId.toLowerCase() === call.key.organizationId) return call.key.organizationId;
  throw forbidden("The key belongs to another organization.");
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The cause of a write: now, by this key, for the person that the host names. */
export function causeOf({ world, key, request }: Call, actor?: Actor): Cause {
  return {
    now: isoNow(world.clock),
    newId: world.newId,
    subjectId: `api_key:${key.id}`,
    actor: actor ?? actorOf(request),
  };
}

/** @throws {ServiceApiError} 422 when the header is present and names no actor. */
export function actorOf(request: Request): Actor | null {
  const text = request.headers.get(header.actor);
  if (text === null) return null;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), actorSchema), text);
  if (read.success) return read.output;
  throw invalid(`The header ${header.actor} is not JSON like {"source":"app","id":"u_1","name":"Ana"}.`);
}

/** A whole number from the query, or undefined; 400 for anything else. */
export function wholeNumber(query: URLSearchParams, name: string, min = 0): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(value) && value >= min) return value;
  throw invalidParameter(name, `is "${text.slice(0, 40)}"; it must be a whole number from ${min}.`);
}

/** A place in a session's log from the query, or undefined; 400 for anything else. */
export function cursor(query: URLSearchParams, name: string): ParsedCursor | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const parsed = parseCursor(text);
  if (parsed !== null) return parsed;
  throw invalidParameter(name, `is "${text.slice(0, 40)}"; it must be a sequence, or a cursor that an answer gave.`);
}

/** `1`/`true`, `0`/`false` or nothing; 400 for anything else. */
export function flag(query: URLSearchParams, name: string): boolean {
  const text = query.get(name);
  if (text === null || text === "0" || text === "false") return false;
  if (text === "1" || text === "true") return true;
  throw invalidParameter(name, `is "${text.slice(0, 40)}"; it must be 1 or true, 0 or false.`);
}

/** One of the words, or undefined; 400 that names them for anything else. */
export function word<T extends string>(query: URLSearchParams, name: string, words: readonly T[]): T | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const found = words.find((entry) => entry === text);
  if (found !== undefined) return found;
  throw invalidParameter(name, `is "${text.slice(0, 40)}"; it must be one of ${words.join(", ")}.`);
}
