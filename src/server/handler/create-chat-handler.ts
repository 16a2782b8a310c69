// budget: every option of the handler with its contract, and the one action of each route
/**
 * The host's chat endpoint as one Request → Response function.
 *
 * Checks in this order, so that a client learns nothing before the host has identified them: method and route, the
 * host's `resolve`, for a write its origin and the page's identity, the person's share, the body, the conversation.
 * Nothing is written before all of them passed, and no body is read before it is needed.
 */
import { withOrigins } from "../gate/cors.js";
import { callHook } from "../gate/host-fault.js";
import { assertSameIdentity, identityAnswer, nameCaller, resolutionDigest, whoAsks } from "../gate/identity-answer.js";
import { defaultBodyLimit, defaultBodyTimeout, lazyBody, type LazyBody } from "../gate/lazy-body.js";
import type { LimitedRequest } from "../gate/limiter.js";
import { createVisit, type DoorOptions, type Visit } from "../gate/visit.js";
import { isSamePerson } from "../gate/watch-person.js";
import { answerWithoutAdapter } from "../gate/web-request.js";
import { assertOwnWrite, checkDoorOptions } from "../gate/write-guard.js";
import type { ChatFormat, ChatFormatName, RequestEcho } from "./formats/format.js";
import { chatFormat } from "./formats/formats.js";
import { header } from "../../wire/protocol/headers.js";
import type { SessionEvent } from "../../wire/protocol/session-event.js";
import { errorAnswer, givenUp, publicError } from "./error-answer.js";
import { readHistoryPage, type HistoryPage } from "./history.js";
import { correlated, type OpenConversation } from "./open-conversation.js";
import { openRequest, type NamedByClient } from "./open-request.js";
import * as read from "./read-request.js";
import { checkResolution, type ChatResolution } from "./resolution.js";
import { routeOf, type ChatRoute } from "./routes.js";
import { sendAnswer, withKey } from "./send-answer.js";
import type { Service } from "./service.js";
import { stopTurn } from "./stop.js";
import { followAnswer, resumeAnswer, turnAnswer, type StreamContext } from "./stream-answer.js";
import { submitResponse } from "./submit.js";

/** Options of `createChatHandler`. */
export interface ChatHandlerOptions extends DoorOptions {
  /**
   * Verifies the caller. Gets a copy of the request, so it may read the body, which is read only then and within the limits
   * of size and time. A Response is answered untouched.
   */
  readonly resolve: (request: Request) => ChatResolution | Response | Promise<ChatResolution | Response>;
  /**
   * The format of sends and of `GET …/stream`, unless the request's header `x-service-chat-format` names another; a name
   * that is none is answered by 400 `unknown_format`. Answers to decisions and stops are always native. A history is
   * native unless that header names `ui-stream`, whose messages the AI SDK takes.
   *
   * @default "native"
   */
  readonly format?: ChatFormatName | undefined;
  /** Always uses `format`, whatever the request's header; a history's header may name only that one. @default false */
  readonly fixedFormat?: boolean | undefined;
  /** Whether `ui-stream` includes tools, in streams and histories. @default false */
  readonly toolParts?: boolean | undefined;
  /**
   * Whether `ui-stream` includes the agent's reasoning, in streams and histories. No other format has it.
   *
   * @default false: a model's reasoning may repeat instructions and results of tools that are not meant for the person
   */
  readonly reasoningParts?: boolean | undefined;
  /** Whether the last chunk of a turn carries its events. @default false */
  readonly includeEvents?: boolean | undefined;
  /** The largest body. @default 1_048_576 (bytes) */
  readonly maxBodyBytes?: number | undefined;
  /** How long a stream may be silent before a comment is written. @default 15_000 (ms) */
  readonly heartbeatMs?: number | undefined;
  /** Called with every event of a session's log that a stream of this handler reads, including its content. */
  readonly onSessionEvent?: ((event: SessionEvent) => void) | undefined;
}

/** Answers every request of a mounted chat. */
export type ChatHandler = (request: Request) => Promise<Response>;

/**
 * Makes the chat endpoint: `GET` and `POST /api/chat`, `POST /api/chat/respond`, `POST /api/chat/stop`, `GET
 * /api/chat/identity`, `GET /api/chat/stream` and `GET /api/chat/<conversation>/stream`, under the path where the
 * host mounts them. It never throws: a failure is a response, `{error: {message, code, type, retryable}}`, in every
 * format.
 *
 * @throws {TypeError} when `resolve` is missing, `origins` contains a value that no browser sends, or a time is not
 *   above 0.
 *
 * @example
 * const handler = createChatHandler(service, { resolve: async (request) => {
 *   const user = await verify(request);
 *   return user ? { tenant: user.tenant, user: user.id } : new Response(null, { status: 401 });
 * }});
 */
export function createChatHandler(service: Service, options: ChatHandlerOptions): ChatHandler {
  checkDoorOptions("createChatHandler", options);
  const { maxBodyBytes: limit = defaultBodyLimit, bodyTimeoutMs: timeoutMs = defaultBodyTimeout } = options;
  return withOrigins(options, async (request, ...further) => {
    const refused = answerWithoutAdapter("createChatHandler", request, further);
    if (refused) return refused;
    const body = lazyBody(request, { limit, timeoutMs, clock: service.clock });
    const visit = createVisit("chat", request, service, options);
    try {
      const route = routeOf(request);
      if (route instanceof Response) {
        for (const [name, value] of visit.headers) route.headers.set(name, value);
        return visit.answered(route, "method_not_allowed");
      }
      visit.note({ route: route.name });
      return visit.answered(await answer({ service, options, request, route, visit, body }));
    } catch (thrown) {
      const error = body.failure ?? thrown;
      const told = request.signal.aborted ? givenUp : publicError(error, service.baseUrl, request.method);
      visit.report(error, told.status);
      return visit.answered(errorAnswer(told, visit.headers), told.code);
    }
  });
}

interface ChatRequest {
  readonly service: Service;
  readonly options: ChatHandlerOptions;
  readonly request: Request;
  readonly route: ChatRoute;
  readonly visit: Visit;
  readonly body: LazyBody;
}

async function answer(chat: ChatRequest): Promise<Response> {
  const { service, options, request, route, visit, body } = chat;
  const resolve = () => callHook("resolve", () => options.resolve(body.copy()));
  const resolved = await resolve();
  if (resolved instanceof Response) return resolved;
  const resolution = checkResolution(resolved);
  const digest = await resolutionDigest(service, resolution);
  const who = whoAsks(resolution);
  nameCaller(visit.headers, digest, who, options.development);
  visit.note(who);
  if (route.name === "identity") return identityAnswer(visit.headers, digest, who, options.development);
  const isWrite = request.method === "POST";
  if (isWrite) await assertOwnWrite(request, options, () => body.copy());
  if (isWrite) assertSameIdentity(request, digest);
  await visit.admit({ person: digest, ...shareOf[route.name] });
  const act = actions[route.name](chat, isWrite ? await body.bytes() : undefined);
  const { signal } = request;
  const named = { conversation: route.conversation, ...act.named };
  const host = correlated(service, visit.upstreamHeaders);
  const open = await openRequest(host, resolution, request, named, { signal });
  visit.note(open.ref);
  const isStill = async () => {
    const again = await resolve();
    return !(again instanceof Response) && isSamePerson(resolution, checkResolution(again));
  };
  return act.run(open, streamContext(chat, isStill, act.echo), signal);
}

/** The routes that are about a conversation. */
type ConversationRoute = Exclude<ChatRoute["name"], "identity">;

/** Each route's use of a person's share. A person over the limit may still stop a turn. */
const shareOf: Record<ChatRoute["name"], Omit<LimitedRequest, "person">> = {
  identity: { isWrite: false, isStream: false, isRead: true },
  history: { isWrite: false, isStream: false, isRead: true },
  resume: { isWrite: false, isStream: true, isRead: true },
  send: { isWrite: true, isStream: true },
  respond: { isWrite: true, isStream: true },
  stop: { isWrite: false, isStream: false },
};

/** A parsed request: the conversation it names, and the action once that is open. */
interface Act {
  readonly named?: NamedByClient;
  readonly echo?: RequestEcho | undefined;
  run(open: OpenConversation, context: StreamContext, signal: AbortSignal): Promise<Response>;
}

/** The action of each route; its input is read at once, before a conversation is opened. */
const actions: Record<ConversationRoute, (chat: ChatRequest, body: Uint8Array<ArrayBuffer> | undefined) => Act> = {
  history(chat) {
    const before = read.readBefore(chat.request);
    return {
      async run(open, context, signal) {
        const reasoning = context.format.reasoning === true && context.reasoningParts;
        return historyAnswer(await readHistoryPage(open, { before, reasoning, signal }), context);
      },
    };
  },
  resume(chat) {
    const cursor = read.readCursor(chat.request);
    // Only the native format can express events across turns.
    if (!chat.route.follow || formatOf(chat).name !== "native")
      return { run: (open, context, signal) => resumeAnswer(open, cursor, context, signal) };
    chat.visit.note({ route: "follow" });
    return { run: (open, context, signal) => followAnswer(open, cursor, context, signal) };
  },
  send(chat, body = new Uint8Array()) {
    const { request } = chat;
    const asked = withKey(formatOf(chat).readRequest(read.parseJsonBody(request, body, "invalid_body")), request);
    return {
      named: asked,
      echo: asked.echo,
      run: (open, context, signal) => sendAnswer(open, { asked, body }, context, signal),
    };
  },
  respond({ request }, body) {
    const response = read.readRespond(read.parseJsonBody(request, body, "respond_input_invalid"));
    return {
      run: async (open, context, signal) => turnAnswer(open, await submitResponse(open, response, signal), context),
    };
  },
  stop({ request, visit }, body) {
    const { turnId } = read.readStop(read.parseJsonBody(request, body, "stop_input_invalid"));
    return {
      async run(open, _context, signal) {
        const stopped = await stopTurn(open, turnId, signal);
        visit.note({ turnId: stopped.turnId });
        return json(stopped, visit);
      },
    };
  },
};

/** Decisions, and streams that `Accept` selects, are native. A history is native unless its request names a format. */
function formatOf({ request, options, route }: ChatRequest): ChatFormat {
  const { format: own = "native", fixedFormat } = options;
  const isFormatted = route.name === "send" || (route.name === "resume" && route.byPath);
  if (!isFormatted && route.name !== "history") return chatFormat("native");
  const named = request.headers.get(header.chatFormat);
  const asked = fixedFormat && named !== own ? null : named;
  return chatFormat(asked ?? (isFormatted ? own : "native"));
}

function streamContext(chat: ChatRequest, isStill: () => Promise<boolean>, echo: RequestEcho = {}): StreamContext {
  const { service, options, request, visit } = chat;
  return {
    format: formatOf(chat),
    echo,
    toolParts: options.toolParts ?? false,
    reasoningParts: options.reasoningParts ?? false,
    visit,
    headers: visit.headers,
    request,
    baseUrl: service.baseUrl,
    clock: service.clock,
    isStill,
    recheckMs: options.recheckMs,
    heartbeatMs: options.heartbeatMs,
    includeEvents: options.includeEvents ?? false,
    onSessionEvent: options.onSessionEvent,
  };
}

/** A format without messages of its own has the native history. */
function historyAnswer(page: HistoryPage, { format, toolParts, reasoningParts, visit }: StreamContext): Response {
  if (!format.writeHistory) return json(page.history, visit);
  const headers = new Headers(visit.headers);
  headers.set("content-type", "application/json");
  headers.set("cache-control", "no-store");
  headers.set(header.chatFormat, format.name);
  return new Response(format.writeHistory(page, { toolParts, reasoningParts }), { headers });
}

function json(value: unknown, { headers }: Visit): Response {
  const answered = Response.json(value, { headers });
  answered.headers.set("cache-control", "no-store");
  return answered;
}
