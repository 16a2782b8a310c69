import {
  humanInputListSchema,
  humanInputRecordSchema,
  ServiceApiError,
  sessionListSchema,
  sessionPageSchema,
  sessionSchema,
  turnListSchema,
} from "@service/sdk/protocol";
import * as v from "valibot";
import { cancelWithParent } from "../data/cancel-sessions.js";
import { namedFiles } from "../files/named-files.js";
import { json } from "../http/answers.js";
import { readBody } from "../http/request-body.js";
import { withCredentials } from "../mcp/mcp-server.js";
import { conflict } from "../sessions/api-failure.js";
import { archiveSession, pinSession, renameSession } from "../sessions/name-session.js";
import { newSession } from "../sessions/new-session.js";
import type { SessionRecord } from "../store/records.js";
import { change } from "./accepted.js";
import { archiveBody, createSessionBody, pinBody, renameBody } from "./bodies.js";
import { listSessions, sessionOrders } from "./list-sessions.js";
import { sessionFilterParameters } from "./session-filters.js";
import { policyOf } from "./session-policy.js";
import { causeOf, flag, inSession, inWorkspace, wholeNumber, word, type Route, type WorkspaceCall } from "./route.js";
import { wireRequest, wireSession, wireTurn } from "./wire.js";

const requestStatuses = ["pending", "answered", "skipped", "expired", "cancelled"] as const;

/** Sessions: create, list, read, rename, archive; and their turns and questions (`protocol.md` §1.6, §2.6, §3.1). */
export const sessionRoutes: readonly Route[] = [
  inWorkspace(
    "GET",
    "/sessions",
    "read",
    {
      summary: "List the sessions of a workspace",
      query: {
        ...sessionFilterParameters,
        view: ["page"],
        order: sessionOrders,
        limit: "integer",
        cursor: "text",
        pinsOnly: "flag",
      },
      answers: { 200: v.union([sessionListSchema, sessionPageSchema]) },
    },
    listSessions,
  ),

  inWorkspace(
    "POST",
    "/sessions",
    "write",
    { summary: "Create a session with its first message", body: createSessionBody, answers: { 202: sessionSchema } },
    async (call) => {
      const body = await readBody(call.request, createSessionBody, { code: createFault });
      return json(await create(call, body), 202);
    },
  ),

  inSession(
    "GET",
    "",
    "read",
    { summary: "Read a session", answers: { 200: sessionSchema } },
    async ({ session, world }) => json(wireSession(session, world.models)),
  ),

  inSession(
    "PATCH",
    "",
    "write",
    { summary: "Rename a session", body: renameBody, answers: { 200: sessionSchema } },
    async (call) => {
      const { title, actor } = await readBody(call.request, renameBody);
      const { session } = await change(call, causeOf(call, actor), null, (state, cause) =>
        renameSession(state, cause, title),
      );
      return json(wireSession(session, call.world.models));
    },
  ),

  inSession(
    "PUT",
    "/archive",
    "write",
    { summary: "Archive or unarchive a session", body: archiveBody, answers: { 200: sessionSchema } },
    async (call) => {
      const { actor, ...body } = await readBody(call.request, archiveBody);
      const { session } = await change(call, causeOf(call, actor), null, (state, cause) =>
        archiveSession(state, cause, body),
      );
      return json(wireSession(session, call.world.models));
    },
  ),

  inSession(
    "PUT",
    "/pin",
    "write",
    { summary: "Pin or unpin a session", body: pinBody, answers: { 200: sessionSchema } },
    async (call) => {
      const { actor, ...body } = await readBody(call.request, pinBody);
      const { session } = await change(call, causeOf(call, actor), null, (state, cause) =>
        pinSession(state, cause, body),
      );
      return json(wireSession(session, call.world.models));
    },
  ),

  inSession(
    "GET",
    "/turns",
    "read",
    {
      summary: "List a session's turns",
      query: { latestStarted: "flag", limit: "integer" },
      answers: { 200: turnListSchema },
    },
    async ({ world, session, workspace, query }) => {
      const isLatest = flag(query, "latestStarted");
      const limit = isLatest ? 1 : Math.min(wholeNumber(query, "limit", 1) ?? 100, 500);
      const turns = await world.store.listTurns(session.id, { order: isLatest ? "started" : "newest", limit });
      return json(turns.map((turn) => wireTurn(turn, workspace.id)));
    },
  ),

  inSession(
    "GET",
    "/human-input-requests",
    "read",
    {
      summary: "List a session's question sets",
      query: { status: requestStatuses },
      answers: { 200: humanInputListSchema },
    },
    async ({ world, session, workspace, query }) => {
      const status = word(query, "status", requestStatuses);
      const requests = await world.store.listRequests(session.id, { status, limit: 100 });
      return json({ requests: requests.map((request) => wireRequest(request, workspace.id)) });
    },
  ),

  inSession(
    "GET",
    "/human-input-requests/:requestId",
    "read",
    { summary: "Read a question set", answers: { 200: humanInputRecordSchema } },
    async (call) => {
      const request = await call.world.store.getRequest(call.session.id, call.param("requestId"));
      if (request !== null) return json(wireRequest(request, call.workspace.id));
      throw new ServiceApiError("There is no such question set in this session.", { status: 404, code: "not_found" });
    },
  ),
];

const createFault = "INVALID_SESSION_CREATE_REQUEST";

type CreateBody = v.InferOutput<typeof createSessionBody>;

async function create(call: WorkspaceCall, body: CreateBody): Promise<object> {
  const { world, workspace } = call;
  const cause = causeOf(call, body.actor);
  world.models.check(body, { code: createFault });
  const { parent, ...policy } = await policyOf(call, body);
  const { initialMessage, requestedSessionId, idempotencyKey, clientEventId, modelContext } = body;
  const { resources, ofMessage, files } = await namedFiles(world.store, workspace.id, body.resources ?? []);
  const { actor: _, instructions, skills, tools, metadata, model, reasoningEffort, latencyMode } = body;
  const given = body.resources == null ? {} : { resources };
  const settings = { instructions, skills, tools, ...given, metadata, model, reasoningEffort, latencyMode };
  const { record, change: first } = newSession(
    {
      id: requestedSessionId ?? world.newId(),
      organizationId: workspace.organizationId,
      workspaceId: workspace.id,
      initialMessage,
      idempotencyKey,
      clientEventId,
      modelContext,
      ...(ofMessage.length > 0 && { extra: { resources: ofMessage } }),
      ...policy,
      parent,
      goal: body.goal,
      settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null)),
      mcpServers: withCredentials(body.mcpServers, body.mcpCredentialUpdates),
    },
    cause,
  );
  const { session, created } = await world.store.createSession(record, { ...first, files });
  if (!created) assertSameCreation(session, record, body.requestedSessionId);
  else if (parent !== null) await cancelWithParent(world, parent, cause);
  return { ...wireSession(session, world.models), initialTurnId: session.initialTurnId };
}

/**
 * A repeat returns the first session. Any other use of an existing id or key is refused, in particular another user's.
 */
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
