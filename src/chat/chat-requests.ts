/**
 * Typed requests to the chat handler's routes. A failure status throws a `ServiceApiError` that states whether the
 * request may have had an effect; callers decide about retries.
 */
import type { Clock } from "../foundation/clock.js";
import { onAbort, unlessAborted } from "../foundation/on-abort.js";
import type { ServerTime } from "../foundation/server-time.js";
import type { Reach } from "../foundation/reach.js";
import type { StreamSlots } from "../foundation/stream-slots.js";
import { createHeaderRefresh } from "../foundation/refresh-headers.js";
import { hintOnSilence, isFromHandler, type PageRequest } from "../wire/protocol/page-hint.js";
import {
  parseChatHistory,
  type ChatHistory,
  type ChatRespondBody,
  type ChatSendBody,
  type ChatStopBody,
  type ChatStopResult,
} from "../wire/protocol/chat-bodies.js";
import { isConversationId } from "../wire/protocol/conversation-id.js";
import { conversationHeader, turnIdHeader } from "../wire/protocol/headers.js";
import { identityHeader, isIdentityAnswer } from "../identity/identity-guard.js";
import { hasNoStream } from "../wire/sse/poll.js";
import type { ChatSettings } from "./chat-types.js";
import {
  isWebPage,
  malformed,
  noAnswer,
  noConversation,
  noHeaders,
  readJson,
  refusal,
  timedOut,
} from "./request-failure.js";

export interface ChatRequests {
  /** The newest page, or the one before a sequence. */
  history(signal: AbortSignal, before?: number): Promise<ChatHistory>;
  /** Whether the handler has a stream to follow, as far as is known. */
  canFollow(): boolean;
  /** Null without a session to follow; undefined when the handler does not support it, as older ones do not. */
  follow(cursor: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | null | undefined>;
  /** Resolves with the turn that the message began, as soon as it is accepted. */
  send(body: ChatSendBody, signal: AbortSignal): Promise<{ readonly turnId: string | null } & OwnAnswer>;
  respond(body: ChatRespondBody, signal: AbortSignal): Promise<OwnAnswer>;
  stop(body: ChatStopBody, signal: AbortSignal): Promise<ChatStopResult>;
  /** Resolves once the handler has answered who is signed in; the answer itself is for the `fetch` of the settings. */
  readonly identify: (signal: AbortSignal) => Promise<void>;
}

/** Response to a write besides its acceptance. */
export interface OwnAnswer {
  /** The stream of the answer, where the handler has no stream to follow; null else. */
  readonly answer: ReadableStream<Uint8Array> | null;
}

export interface ChatRequestsOptions {
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

/** Time limit of a complete response that is not a stream (ms), the host's own headers included. */
const answerWithin = 30_000;

const json = "application/json";
const eventStream = "text/event-stream";

type AskInit = RequestInit & { readonly headers?: Record<string, string> };

/** Makes one request and throws for an answer that is no success. */
function createAsker(options: ChatRequestsOptions) {
  const { api, conversation, settings, serverTime, reach, onUnauthorized } = options;
  const withHeaders = createHeaderRefresh(() => settings().headers);
  let hasAnswered = false;
  const asking = (method: string, path: string): PageRequest => ({
    door: "chat",
    method,
    url: address(api, path),
    hasAnswered,
  });

  async function ask(path: string, init: AskInit, isAnswer: (status: number) => boolean = () => false) {
    if (!isConversationId(conversation)) throw noConversation(conversation);
    const asked = asking(init.method ?? "GET", path);
    const attempt = reach?.begin();
    const send = async (given: Promise<Headers>): Promise<Response> => {
      const headers = new Headers(await given.catch(noHeaders));
      headers.set(conversationHeader, conversation);
      for (const [name, value] of Object.entries(init.headers ?? {})) headers.set(name, value);
      return (settings().fetch ?? globalThis.fetch)(asked.url, { ...init, headers, cache: "no-store" }).catch(
        (error: unknown) => {
          if (init.signal?.aborted) throw error;
          attempt?.failed();
          throw noAnswer(error, asked.method === "POST", hintOnSilence(asked));
        },
      );
    };
    const response = await withHeaders(send);
    serverTime?.hear(response.headers);
    hasAnswered ||= isFromHandler(response);
    if (response.status >= 500 && !isAnswer(response.status)) attempt?.failed();
    else attempt?.answered();
    if (response.status === 401) onUnauthorized?.();
    if (response.ok || isAnswer(response.status)) return response;
    throw await refusal(response, asked);
  }
  return { ask, asking };
}

export function createChatRequests(options: ChatRequestsOptions): ChatRequests {
  const { clock, reach, streams } = options;
  /** Whether the handler has a stream to follow; after a first one, a 404 has another meaning. */
  let canStream: boolean | undefined;
  const { ask, asking } = createAsker(options);

  /** Cancels a request without a response: it would block the requests behind it. */
  async function askWithin<T>(
    path: string,
    init: AskInit,
    outer: AbortSignal,
    read: (response: Response) => T | Promise<T>,
    isAnswer?: (status: number) => boolean,
  ): Promise<T> {
    const limit = new AbortController();
    const attempt = reach?.begin();
    const takeBack = clock.after(answerWithin, () => {
      attempt?.failed();
      limit.abort(timedOut(asking(init.method ?? "GET", path), answerWithin));
    });
    const unlink = onAbort(outer, () => limit.abort(outer.reason));
    try {
      const request = () =>
        unlessAborted(ask(path, { ...init, signal: limit.signal }, isAnswer).then(read), limit.signal);
      return await (streams ? streams.ask(request) : request());
    } finally {
      takeBack();
      unlink();
    }
  }
  const post = <T>(path: string, body: unknown, outer: AbortSignal, read: (response: Response) => T | Promise<T>) =>
    askWithin(path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": json } }, outer, read);

  /** The stream of an answer; where a followed stream has the answer too, closing this one does not stop the turn. */
  const ownAnswer = (response: Response, path: string) => {
    if (isWebPage(response)) throw malformed(response, asking("POST", path));
    if (canStream === false && isEventStream(response)) return response.body;
    letGo(response);
    return null;
  };

  const accept = { headers: { accept: json } };
  return {
    identify: (signal) => identify((path) => askWithin(path, accept, signal, namesIdentity, isIdentityAnswer)),
    async history(signal, before) {
      const path = before === undefined ? "" : `?before=${before}`;
      return parseChatHistory(
        await askWithin(path, accept, signal, (response) => readJson(response, asking("GET", path))),
      );
    },
    canFollow: () => canStream !== false,
    async follow(cursor, signal) {
      const headers = { accept: eventStream, "last-event-id": cursor };
      const response = await ask("?follow=1", { headers, signal }, canStream ? undefined : hasNoStream);
      if (response.ok && isEventStream(response)) {
        canStream = true;
        return response.body;
      }
      letGo(response);
      if (response.status === 204) return null;
      // An intermediary answers, such as a captive portal.
      if (canStream) throw noAnswer(undefined, false);
      canStream = false;
      return undefined;
    },
    send: (body, signal) =>
      post("", body, signal, (response) => ({
        turnId: response.headers.get(turnIdHeader),
        answer: ownAnswer(response, ""),
      })),
    respond: (body, signal) =>
      post("/respond", body, signal, (response) => ({ answer: ownAnswer(response, "/respond") })),
    stop: (body, signal) =>
      post(
        "/stop",
        body,
        signal,
        async (response) => (await readJson(response, asking("POST", "/stop"))) as ChatStopResult,
      ),
  };
}

/** Asks another route where the identity's own is not mounted: any read is answered as the same person. */
async function identify(read: (path: string) => Promise<boolean>): Promise<void> {
  if (!(await read("/identity"))) await read("");
}

/** Whether a response names the signed-in person; throws for one of another server, such as a captive portal. */
function namesIdentity(response: Response): boolean {
  letGo(response);
  if (response.headers.has(identityHeader)) return true;
  if (response.ok && !response.headers.get("content-type")?.includes("json")) throw noAnswer(undefined, false);
  return false;
}

function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith(eventStream) === true;
}

function letGo(response: Response): void {
  void response.body?.cancel().catch(() => {});
}

function address(api: string, path: string): string {
  const [base = "", query] = api.split("?", 2);
  if (!path.startsWith("?")) return base.replace(/\/+$/, "") + path + (query ? `?${query}` : "");
  return base + path + (query ? `&${query}` : "");
}
