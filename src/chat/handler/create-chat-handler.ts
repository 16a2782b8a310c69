/**
 * The host's chat endpoint as one Request → Response function.
 *
 * In this order, so that nobody learns anything before the host has said who they are: method and route, the body's
 * size, the host's `resolve`, the identity that the page was shown for, the body, the conversation. Nothing is written
 * before all of them passed.
 */
import { withBody } from "../../foundation/request-body.js";
import type { ChatFormatName } from "./formats/formats.js";
import { chatFormat } from "./formats/formats.js";
import { header } from "../../protocol/headers.js";
import type { SessionEvent } from "../../protocol/session-event.js";
import { errorAnswer, publicError } from "./error-answer.js";
import { readHistory } from "./history.js";
import { openConversation, type OpenConversation } from "./open-conversation.js";
import * as read from "./read-request.js";
import {
  assertSameIdentity,
  checkResolution,
  conversationOptions,
  resolutionDigest,
  type ChatResolution,
} from "./resolution.js";
import { routeOf, type ChatRoute } from "./routes.js";
import type { Service } from "./service.js";
import { stopTurn } from "./stop.js";
import { followAnswer, resumeAnswer, turnAnswer, type StreamContext } from "./stream-answer.js";
import { submitMessage, submitResponse } from "./submit.js";

export interface ChatHandlerOptions {
  /** Verifies the caller. Gets a copy of the request, so it may read the body. A Response is answered untouched. */
  readonly resolve: (request: Request) => ChatResolution | Response | Promise<ChatResolution | Response>;
  /** @default "native" */
  readonly format?: ChatFormatName | undefined;
  /** Whether the last chunk of a turn carries its events. @default false */
  readonly includeEvents?: boolean | undefined;
  /** The largest body. @default 1_048_576 (bytes) */
  readonly maxBodyBytes?: number | undefined;
  /** How long a stream may be silent before a comment is written. @default 15_000 (ms) */
  readonly heartbeatMs?: number | undefined;
  /** Told of every event that a stream of this handler reads, for logs and meters. */
  readonly onEvent?: ((event: SessionEvent) => void) | undefined;
  /** Told of every error that became an answer or ended a stream; the caller sees only its code and words. */
  readonly onError?: ((error: unknown, request: Request) => void) | undefined;
}

export type ChatHandler = (request: Request) => Promise<Response>;

/**
 * Makes the chat endpoint: `GET` and `POST /api/chat`, `POST /api/chat/respond`, `POST /api/chat/stop` and `GET
 * /api/chat/stream`, under whatever path the host mounts them. It never throws: a failure is an answer.
 *
 * @example
 * const handler = createChatHandler(service, { resolve: async (request) => {
 *   const user = await verify(request);
 *   return user ? { tenant: user.tenant, user: user.id } : new Response(null, { status: 401 });
 * }});
 */
export function createChatHandler(service: Service, options: ChatHandlerOptions): ChatHandler {
  return async (request) => {
    const headers = new Headers();
    try {
      const route = routeOf(request);
      if (route instanceof Response) return route;
      return await answer({ service, options, request, route, headers });
    } catch (error) {
      options.onError?.(error, request);
      return errorAnswer(publicError(error, service.baseUrl), headers);
    }
  };
}

interface ChatRequest {
  readonly service: Service;
  readonly options: ChatHandlerOptions;
  readonly request: Request;
  readonly route: ChatRoute;
  /** What every answer carries once it is known who asks. */
  readonly headers: Headers;
}

async function answer(chat: ChatRequest): Promise<Response> {
  const { service, options, request, route, headers } = chat;
  const isWrite = request.method === "POST";
  const body = isWrite ? await read.readBytes(request, options.maxBodyBytes ?? 1_048_576) : undefined;
  const resolved = await options.resolve(withBody(request, body));
  if (resolved instanceof Response) return resolved;
  const resolution = checkResolution(resolved);
  const digest = await resolutionDigest(service, resolution);
  headers.set(header.identity, digest);
  if (isWrite) assertSameIdentity(request, digest);
  const act = actions[route.name](chat, body);
  const conversation = conversationOptions(resolution, request);
  const { signal } = request;
  const open = await openConversation(service, conversation, { signal });
  return act(open, streamContext(chat), signal);
}

type Act = (open: OpenConversation, context: StreamContext, signal: AbortSignal) => Promise<Response>;

/** What each route does: reads its input at once, and gives what is to be done once the conversation is open. */
const actions: Record<ChatRoute["name"], (chat: ChatRequest, body: Uint8Array | undefined) => Act> = {
  history({ request, headers }) {
    const before = read.readBefore(request);
    return async (open, _context, signal) => json(await readHistory(open, { before, signal }), headers);
  },
  resume(chat) {
    const cursor = read.readCursor(chat.request);
    if (!chat.route.follow) return (open, context, signal) => resumeAnswer(open, cursor, context, signal);
    return async (open, context) => followAnswer(open, cursor, context);
  },
  send(chat, body) {
    chatFormat(formatName(chat));
    const message = read.readSend(read.parseJsonBody(chat.request, body, "invalid_body"));
    return async (open, context, signal) => turnAnswer(open, await submitMessage(open, message, signal), context);
  },
  respond({ request }, body) {
    const response = read.readRespond(read.parseJsonBody(request, body, "respond_input_invalid"));
    return async (open, context, signal) => turnAnswer(open, await submitResponse(open, response, signal), context);
  },
  stop({ request, headers }, body) {
    const { turnId } = read.readStop(read.parseJsonBody(request, body, "stop_input_invalid"));
    return async (open, _context, signal) => json(await stopTurn(open, turnId, signal), headers);
  },
};

/** History, answers to decisions and what `Accept` asks for are native whatever the format is. */
function formatName({ request, options, route }: ChatRequest): string {
  const isFormatted = route.name === "send" || (route.name === "resume" && route.byPath);
  if (!isFormatted) return "native";
  return request.headers.get(header.chatFormat) ?? options.format ?? "native";
}

function streamContext(chat: ChatRequest): StreamContext {
  const { service, options, request, headers } = chat;
  return {
    format: chatFormat(formatName(chat)),
    headers,
    request,
    baseUrl: service.baseUrl,
    clock: service.clock,
    heartbeatMs: options.heartbeatMs,
    includeEvents: options.includeEvents ?? false,
    onEvent: options.onEvent,
    onError: options.onError,
  };
}

function json(value: unknown, headers: Headers): Response {
  const answered = Response.json(value, { headers });
  answered.headers.set("cache-control", "no-store");
  return answered;
}
