/** Answers an allowed request: passes it on as it is, or as its row's own kind asks. */
import { uuidV5 } from "../protocol/conversation-session.js";
import { readBody } from "../protocol/read-body.js";
import { isRecord } from "../protocol/read-fields.js";
import { sessionPageSchema } from "../protocol/session-lists.js";
import type { Session } from "../protocol/session.js";
import { isAllowedSession } from "./authorize.js";
import { createInput } from "./bodies.js";
import { completeMessage, withoutModel } from "./complete-message.js";
import { assertFilesOf, fileSpecials } from "./files.js";
import type { Passage } from "./passage.js";
import type { ProxyRoute } from "./proxy-route.js";
import { changed, passBack, respond, send } from "./send-on.js";
import { showLineage } from "./show-lineage.js";
import { streamEvents } from "./stream-events.js";

export async function answerRoute(passage: Passage): Promise<Response> {
  const { special } = passage.route;
  return special === undefined ? passOn(passage) : specials[special](passage);
}

async function passOn(passage: Passage): Promise<Response> {
  const { route, options } = passage;
  let body = route.body?.(passage.body);
  if (options.modelSelection === false && body) body = withoutModel(body);
  if (body) await assertFilesOf(passage, body);
  const delivery = body && route.delivers?.(body);
  if (body && delivery) {
    const completed = await completeMessage(passage, delivery, body);
    if (completed instanceof Response) return completed;
    body = completed;
  }
  const answer = await send(passage, { body });
  if (!route.orNull || answer.status !== 404) return passBack(passage, answer);
  await answer.body?.cancel();
  const none = { "content-type": "application/json; charset=utf-8" };
  return respond(passage, new Response(null, { headers: none }), "null");
}

const specials: Record<NonNullable<ProxyRoute["special"]>, (passage: Passage) => Promise<Response>> = {
  ...fileSpecials,
  stream: streamEvents,
  create: createSession,
  list: listSessions,
  lineage: showLineage,
  config: async (passage) =>
    changed(passage, await send(passage), (config) => ({
      ...config,
      sandboxFiles: false,
      ...(passage.options.files === false && { fileUploads: { enabled: false, maxSizeBytes: 0 } }),
      ...(passage.options.modelSelection === false && { modelSelection: false }),
    })),
};

/** Makes the session the user's own, whatever the host's hook says of it. */
async function createSession(passage: Passage): Promise<Response> {
  const { service, options, context, body } = passage;
  const asked = createInput(body);
  const completed = (await options.createSession?.(asked, context)) ?? {};
  if (completed instanceof Response) return completed;
  const input = { ...asked, ...(await ownKey(passage, asked.idempotencyKey)) };
  const agentAccess = completed.agentAccess ?? "session";
  const whole = {
    ...input,
    ...completed,
    agentAccess,
    memoryScope: completed.memoryScope ?? agentAccess,
    endUser: { source: service.source, id: context.user },
  };
  const message = await completeMessage(passage, "create", whole);
  return message instanceof Response ? message : noteMade(passage, await send(passage, { body: message }));
}

/** The host's log names the session that was made; no path does. */
async function noteMade(passage: Passage, answer: Response): Promise<Response> {
  const session: unknown = answer.ok ? await answer.clone().json() : null;
  const id = isRecord(session) ? session["id"] : null;
  if (typeof id === "string") passage.visit.note({ sessionId: id });
  return passBack(passage, answer);
}

const keyNamespace = "b8f0a1a7-3c7e-4f0b-8a52-6d1f0c9e4b73";

/**
 * The user's key among everybody's: the service knows keys by workspace, so as it came one would meet another user's
 * session, or take the place of a conversation that is yet to begin.
 */
async function ownKey({ service, context }: Passage, key: string | undefined): Promise<{ idempotencyKey?: string }> {
  if (key === undefined) return {};
  const id = await uuidV5(JSON.stringify([service.source, context.user, key]), keyNamespace);
  return { idempotencyKey: `proxy:${id}` };
}

/** Lists the sessions that the user may open. What others pinned is not theirs to see. */
async function listSessions(passage: Passage): Promise<Response> {
  const { service, context, options } = passage;
  if (options.sessionList === "visible") return listVisible(passage);
  const own = { endUserSource: service.source, endUserId: context.user };
  return changed(passage, await send(passage, { query: own }), (page) => ({ ...page, pinned: [] }));
}

async function listVisible(passage: Passage): Promise<Response> {
  const { service, context, options } = passage;
  const answer = await send(passage);
  if (!answer.ok) return passBack(passage, answer);
  const page = readBody(sessionPageSchema, await answer.json(), "a page of sessions");
  const may = await Promise.all(
    page.sessions.map((session) => isAllowedSession(session as Session, context, service.source, options)),
  );
  const shown = { ...page, pinned: [], sessions: page.sessions.filter((_session, index) => may[index]) };
  return respond(passage, answer, JSON.stringify(shown));
}
