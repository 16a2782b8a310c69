/** Typed requests to the chat handler's routes. Callers decide about retries. */
import { hintOnce } from "../foundation/development.js";
import type { Reach } from "../foundation/reach.js";
import type { ServerTime } from "../foundation/server-time.js";
import type { StreamSlots } from "../foundation/stream-slots.js";
import type { Clock } from "../foundation/clock.js";
import {
  parseChatHistory,
  parseChatStopResult,
  type ChatHistory,
  type ChatRespondBody,
  type ChatSendBody,
  type ChatStopBody,
} from "../wire/protocol/chat-bodies.js";
import { ServiceApiError } from "../wire/protocol/api-error.js";
import { isWithoutStream } from "../wire/http/without-stream.js";
import { unreachable } from "../wire/protocol/fault-words.js";
import { invalidConversation, isConversationId } from "../wire/protocol/conversation-id.js";
import { conversationHeader, turnIdHeader } from "../wire/protocol/headers.js";
import { isFromHandler } from "../wire/protocol/page-hint.js";
import { lostConnection, malformed, type Asked } from "../wire/http/http-failure.js";
import { connectHttp, watchHttp, type ServiceRequest } from "../wire/http/http.js";
import { identify } from "../wire/http/identify.js";
import type { ChatSettings } from "./chat-types.js";

export type ChatRequests = ReturnType<typeof createChatRequests>;

/** Response to a write besides its acceptance. */
interface OwnAnswer {
  /** The stream of the answer if the handler has no stream to follow; else null. */
  readonly answer: ReadableStream<Uint8Array> | null;
}

interface ChatRequestsOptions {
  readonly api: string;
  readonly conversation: string;
  /** Read at each request. */
  readonly settings: () => ChatSettings;
  readonly clock: Clock;
  /** Receives the server's time. @default none */
  readonly serverTime?: ServerTime | undefined;
  /** Gives requests priority over streams. @default no priority */
  readonly streams?: StreamSlots | undefined;
  /** Receives the outcome of requests. @default none */
  readonly reach?: Reach | undefined;
  /** Called when the response is still 401 after the headers were refreshed. */
  readonly onUnauthorized?: (() => void) | undefined;
}

const eventStream = "text/event-stream";

export function createChatRequests(options: ChatRequestsOptions) {
  const { api, conversation, settings, streams } = options;
  /** Whether the handler has a stream to follow. After the first stream, a 404 no longer means that there is none. */
  let canStream: boolean | undefined;
  const http = watchHttp(
    connectHttp({
      ...options,
      baseUrl: api,
      door: "chat",
      headers: () => settings().headers,
      fetch: () => settings().fetch,
    }),
    options,
  );
  const whole = (request: ServiceRequest): ServiceRequest => {
    if (!isConversationId(conversation)) throw noConversation(conversation);
    return { cache: "no-store", ...request, headers: { [conversationHeader]: conversation } };
  };
  /** A request without a response would block the requests behind it, so streams make room. */
  const request = async (asked: ServiceRequest) => {
    const ask = () => http.request(whole(asked));
    return streams ? streams.ask(ask) : ask();
  };
  const post = (path: string, body: unknown, signal: AbortSignal, read?: ServiceRequest["read"]) =>
    request({ method: "POST", path, body, signal, read, accept: "*/*" });

  /** Reads the stream of an answer. Closing it does not stop the turn. Anything else is no answer of a handler. */
  const ownAnswer: NonNullable<ServiceRequest["read"]> = async (response, asked) => {
    if (!isEventStream(response)) throw malformed(response, asked);
    const body = await begunAnswer(response, asked);
    if (canStream === false) return body;
    letGo(body);
    return null;
  };
  const answerOf = ({ value }: { readonly value: unknown }) => ({ answer: value as OwnAnswer["answer"] });

  return {
    /**
     * Resolves once the handler has answered who is signed in. The identity guard, which wraps `fetch`, reads the digest
     * from the response.
     */
    identify: (signal: AbortSignal) => identify({ request }, "", signal),
    /** The newest page, or the page before a sequence. */
    async history(signal: AbortSignal, before?: number): Promise<ChatHistory> {
      return parseChatHistory((await request({ method: "GET", path: "", query: { before }, signal })).value);
    },
    /** False once the handler turned out to have no stream to follow. */
    canFollow: () => canStream !== false,
    /** Null without a session to follow; undefined when the handler does not support it, as older ones do not. */
    async follow(cursor: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | null | undefined> {
      const asked = whole({ method: "GET", path: "", query: { follow: 1 }, accept: eventStream, signal });
      const headers = { ...asked.headers, "last-event-id": cursor };
      const response = await http.open({ ...asked, headers }).catch((error: unknown) => {
        if (canStream || !isWithoutStream(error)) throw error;
      });
      if (response && isEventStream(response)) {
        canStream = true;
        return response.body;
      }
      letGo(response?.body);
      if (response?.status === 204) return null;
      // The response is from an intermediary, such as a captive portal.
      if (canStream) throw new ServiceApiError(unreachable, { status: 0, code: "network_error" });
      canStream = false;
      return undefined;
    },
    /** Resolves with the turn that the message began, as soon as it is accepted. */
    async send(body: ChatSendBody, signal: AbortSignal): Promise<{ readonly turnId: string | null } & OwnAnswer> {
      const answered = await post("", body, signal, ownAnswer);
      return { turnId: answered.headers.get(turnIdHeader), ...answerOf(answered) };
    },
    respond: async (body: ChatRespondBody, signal: AbortSignal) =>
      answerOf(await post("/respond", body, signal, ownAnswer)),
    stop: async (body: ChatStopBody, signal: AbortSignal) =>
      parseChatStopResult((await post("/stop", body, signal)).value),
  };
}

/**
 * The body of the stream, once a header of the handler or the first byte shows that the write was accepted: an intermediary
 * may answer with an empty one.
 *
 * @throws {ServiceApiError} `network_error` with `outcomeUnknown`, for a stream that ends before.
 */
async function begunAnswer(response: Response, asked: Asked): Promise<ReadableStream<Uint8Array> | null> {
  const { headers, body } = response;
  // Handlers before these headers, and those of another origin, show only their stream.
  if (headers.has(turnIdHeader) || isFromHandler(response)) return body;
  const [first, rest] = body?.tee() ?? [];
  if (!first || !rest || !(await hasByte(first, asked))) {
    throw lostConnection(asked, new TypeError("The stream ended before its first byte."), true);
  }
  return rest;
}

async function hasByte(body: ReadableStream<Uint8Array>, asked: Asked): Promise<boolean> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      if (value.length > 0) return true;
    }
  } catch (cause) {
    throw lostConnection(asked, cause, true);
  } finally {
    void reader.cancel().catch(() => {});
  }
}

function noConversation(conversation: unknown): Error {
  const error = invalidConversation(conversation);
  hintOnce(error.hint ?? error.message);
  return error;
}

function isEventStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith(eventStream) === true;
}

function letGo(body: ReadableStream<Uint8Array> | null | undefined): void {
  void body?.cancel().catch(() => {});
}
