import { ServiceApiError } from "@service/sdk/protocol";
import type * as v from "valibot";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { conflict, invalid } from "../sessions/api-failure.js";
import { archiveSession, renameSession } from "../sessions/name-session.js";
import { newSession } from "../sessions/new-session.js";
import type { SessionRecord } from "../store/records.js";
import type { SessionQuery } from "../store/store.js";
import { change } from "./accepted.js";
import { archiveBody, createSessionBody, renameBody } from "./bodies.js";
import { policyOf } from "./session-policy.js";
import { causeOf, flag, inSession, inWorkspace, wholeNumber, word, type Route, type WorkspaceCall } from "./route.js";
import { wireRequest, wireSession, wireTurn } from "./wire.js";

/** Sessions: made, listed, read, named, put away; and their turns and questions (`protocol.md` §1.6, §2.6, §3.1). */
export const sessionRoutes: readonly Route[] = [
  inWorkspace("GET", "/sessions", "read", listSessions),

  inWorkspace("POST", "/sessions", "write", async (call) => {
    const body = await readBody(call.request, createSessionBody, { code: "INVALID_SESSION_CREATE_REQUEST" });
    return json(await create(call, body), 202);
  }),

  inSession("GET", "", "read", async ({ session }) => json(wireSession(session))),

  inSession("PATCH", "", "write", async (call) => {
    const { title, actor } = await readBody(call.request, renameBody);
    const { session } = await change(call, causeOf(call, actor), null, (state, cause) =>
      renameSession(state, cause, title),
    );
    return json(wireSession(session));
  }),

  inSession("PUT", "/archive", "write", async (call) => {
    const body = await readBody(call.request, archiveBody);
    const { session } = await change(call, causeOf(call), null, (state, cause) => archiveSession(state, cause, body));
    return json(wireSession(session));
  }),

  inSession("GET", "/turns", "read", async ({ world, session, workspace, query }) => {
    const isLatest = flag(query, "latestStarted");
    const limit = isLatest ? 1 : Math.min(wholeNumber(query, "limit", 1) ?? 100, 500);
    const turns = await world.store.listTurns(session.id, { order: isLatest ? "started" : "newest", limit });
    return json(turns.map((turn) => wireTurn(turn, workspace.id)));
  }),

  inSession("GET", "/human-input-requests", "read", async ({ world, session, workspace, query }) => {
    const status = word(query, "status", ["pending", "answered", "skipped", "expired", "cancelled"] as const);
    const requests = await world.store.listRequests(session.id, { status, limit: 100 });
    return json({ requests: requests.map((request) => wireRequest(request, workspace.id)) });
  }),

  inSession("GET", "/human-input-requests/:requestId", "read", async (call) => {
    const request = await call.world.store.getRequest(call.session.id, call.param("requestId"));
    if (request !== null) return json(wireRequest(request, call.workspace.id));
    throw new ServiceApiError("There is no such question set in this session.", { status: 404, code: "not_found" });
  }),
];

async function listSessions({ world, workspace, query }: WorkspaceCall): Promise<Response> {
  const isPage = word(query, "view", ["page"] as const) === "page";
  const limit = Math.min(wholeNumber(query, "limit", 1) ?? 100, 500);
  const cursor = isPage ? query.get("cursor") : null;
  const isEmpty = flag(query, "pinsOnly");
  const wanted: SessionQuery = {
    workspaceId: workspace.id,
    limit: limit + 1,
    ...filtersOf(query),
    ...(cursor !== null && { behind: readCursor(cursor) }),
  };
  const found = isEmpty ? [] : await world.store.listSessions(wanted);
  const page = found.slice(0, limit);
  const sessions = page.map(wireSession);
  if (!isPage) return json(sessions);
  const last = found.length > limit ? page.at(-1) : undefined;
  return json({ pinned: [], sessions, nextCursor: last === undefined ? null : writeCursor(last) });
}

function filtersOf(query: URLSearchParams): Partial<SessionQuery> {
  const search = query.get("search") ?? "";
  if (search.length > 200) throw invalid('"search" has more than 200 characters. Search for less.', 400);
  const parent = query.get("parentSessionId");
  const [source, id] = [query.get("endUserSource"), query.get("endUserId")];
  if ((source === null) !== (id === null)) {
    throw invalid('"endUserSource" and "endUserId" go together. Give both or neither.', 400);
  }
  const createdByKind = query.get("createdByKind");
  const createdBySubjectId = query.get("createdBySubjectId");
  return {
    archivedOnly: flag(query, "archivedOnly"),
    ...(search !== "" && { search }),
    ...(parent !== null && { parentSessionId: parent === "null" ? null : parent }),
    ...(source !== null && id !== null && { endUser: { source, id } }),
    ...(createdByKind !== null && { createdByKind }),
    ...(createdBySubjectId !== null && { createdBySubjectId }),
  };
}

function writeCursor({ createdAt, id }: SessionRecord): string {
  return `${Date.parse(createdAt)}_${id}`;
}

function readCursor(cursor: string): { createdAt: string; id: string } {
  const [, ms = "", id = ""] = /^(\d{1,15})_([0-9a-f-]{1,64})$/.exec(cursor) ?? [];
  if (id === "") throw invalid('"cursor" is none that this list gave out. Start again without it.', 400);
  return { createdAt: new Date(Number(ms)).toISOString(), id };
}

type CreateBody = v.InferOutput<typeof createSessionBody>;

async function create(call: WorkspaceCall, body: CreateBody): Promise<object> {
  const { world, workspace } = call;
  const cause = causeOf(call, body.actor);
  const { parent, ...policy } = await policyOf(call, body);
  const { initialMessage, requestedSessionId, idempotencyKey, clientEventId, modelContext } = body;
  const { actor: _, instructions, skills, tools, resources, metadata, model, reasoningEffort, latencyMode } = body;
  const settings = { instructions, skills, tools, resources, metadata, model, reasoningEffort, latencyMode };
  const { record, change: first } = newSession(
    {
      id: requestedSessionId ?? world.newId(),
      organizationId: workspace.organizationId,
      workspaceId: workspace.id,
      initialMessage,
      idempotencyKey,
      clientEventId,
      modelContext,
      ...policy,
      parent,
      settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null)),
    },
    cause,
  );
  const { session, created } = await world.store.createSession(record, first);
  if (!created) assertSameCreation(session, record, body.requestedSessionId);
  return { ...wireSession(session), initialTurnId: session.initialTurnId };
}

/** A repeat gets the first session; anything else that meets a known id or key is refused, another user's above all. */
function assertSameCreation(session: SessionRecord, asked: SessionRecord, requestedId: string | null): void {
  const { createIdempotencyKey: key, endUser } = session;
  const isSameKey = key !== null && key === asked.createIdempotencyKey;
  const isSameId = requestedId === null || requestedId === session.id;
  const isSameUser = endUser?.source === asked.endUser?.source && endUser?.id === asked.endUser?.id;
  if (session.workspaceId === asked.workspaceId && isSameKey && isSameId && isSameUser) return;
  throw conflict(
    "A session with this id or idempotency key exists and was asked for differently. Use fresh ones, or the same for both.",
    "SESSION_CREATE_CONFLICT",
  );
}
