import { checkAnswers } from "../../service/test/answer-check.js";
import {
  createMemoryStore,
  createServiceApp,
  type ServiceApp,
  type ServiceAppOptions,
  type Store,
} from "../../service/src/app.js";
import { createChatHandler, type ChatHandlerOptions } from "../../src/server/handler/create-chat-handler.js";
import { Service, type ServiceOptions } from "../../src/server/handler/service.js";
import type { Clock } from "../../src/foundation/clock.js";
import { header } from "../../src/wire/protocol/headers.js";
import { readFrames, type Frame } from "../../src/wire/sse/read-frames.js";
import { createSessionProxy } from "../../src/server/proxy/create-session-proxy.js";
import type { SessionProxyOptions } from "../../src/server/proxy/proxy-options.js";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";

/** A request to the service, as its backend made it. */
export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

export interface Backend {
  readonly app: ServiceApp;
  readonly store: Store;
  readonly service: Service;
  /** The service, with every answer compared with what its route declares. */
  fetch(request: Request): Promise<Response>;
  /** Every request to the service so far. */
  readonly calls: readonly SeenCall[];
  /** Resolves when all requests of this process are answered and none follows. */
  arrived(): Promise<void>;
  newService(options?: Partial<ServiceOptions>): Service;
  chat(options?: Partial<ChatHandlerOptions>): (request: Request) => Promise<Response>;
  proxy(options?: Partial<SessionProxyOptions>): (request: Request) => Promise<Response>;
  close(): Promise<void>;
}

interface BackendOptions extends Pick<ServiceAppOptions, "integrations" | "secretsKey"> {
  readonly clock?: Clock;
  /** Refuses a request by its body: `true` with 422, as a service that lacks something would, or with this response. */
  readonly refuses?: (body: string) => boolean | Response;
}

export const source = "host";

/** Turns on every row of the proxy's table that a host has to turn on. */
export const everyRoute = {
  createSession: () => ({}),
  deleteSession: true,
  memory: true,
  usage: true,
  scheduledTasks: true,
  automations: true,
  integrations: "all",
  machines: true,
  apiKeys: true,
} as const satisfies Partial<SessionProxyOptions>;

/** The real service in memory behind a host's backend. Two headers name the person. */
export async function createBackend({ refuses, ...options }: BackendOptions = {}): Promise<Backend> {
  const store = createMemoryStore();
  const app = await createServiceApp({ store, retention: { enabled: false }, ...options });
  const checked = checkAnswers((request) => app.fetch(request));
  const calls: SeenCall[] = [];
  let unanswered = 0;
  const fetchApp = inProcessFetch(async (request: Request) => {
    unanswered += 1;
    try {
      const url = new URL(request.url);
      const body = await request.clone().text();
      calls.push({ method: request.method, path: url.pathname + url.search, headers: request.headers, body });
      const refusal = refuses?.(body) ?? false;
      if (refusal instanceof Response) return refusal;
      if (refusal) return Response.json({ error: { code: "validation_failed" } }, { status: 422 });
      return await checked.fetch(request);
    } finally {
      unanswered -= 1;
    }
  });
  const newService = (more: Partial<ServiceOptions> = {}) =>
    new Service({
      apiKey: app.apiKey,
      organizationId: app.organizationId,
      source,
      baseUrl: "https://service.internal.test",
      fetch: fetchApp,
      ...options,
      ...more,
    });
  const service = newService();
  return {
    app,
    store,
    service,
    fetch: (request) => checked.fetch(request),
    calls,
    async arrived() {
      for (let quiet = 0; quiet < 20; quiet += 1) {
        await new Promise(setImmediate);
        if (unanswered > 0) quiet = 0;
      }
    },
    newService,
    chat: (more = {}) => createChatHandler(service, { resolve: resolveHeaders, ...more }),
    proxy: (more = {}) => createSessionProxy(service, { resolve: resolveHeaders, ...more }),
    async close() {
      await app.close();
      await store.close();
      const [mismatch] = checked.mismatches;
      if (mismatch !== undefined) throw new Error(mismatch);
    },
  };
}

/** The host's verifier: trusts the headers `x-tenant` and `x-user`, as tests have no cookies. */
export function resolveHeaders(request: Request): { tenant: string; user: string } | Response {
  const user = request.headers.get("x-user");
  const tenant = request.headers.get("x-tenant") ?? "acme";
  return user === null ? Response.json({ error: "sign in" }, { status: 401 }) : { tenant, user };
}

export interface AskOptions {
  readonly user?: string;
  readonly conversation?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A request to the chat's routes as a page would make it. */
export function ask(method: string, path: string, body?: unknown, options: AskOptions = {}): Request {
  const { user = "ana", conversation = "c1", headers = {}, signal } = options;
  return new Request(`https://host.test${path}`, {
    method,
    headers: {
      "x-user": user,
      ...(conversation !== "" && { [header.conversation]: conversation }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

/** A frame of a chat's stream, its data parsed. */
export interface ChatFrame {
  readonly id: number | undefined;
  readonly event: string | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into any answer.
  readonly data: any;
}

/** Every frame of a streamed answer, to its end. */
export async function framesOf(answer: Response): Promise<readonly ChatFrame[]> {
  const frames: ChatFrame[] = [];
  if (answer.status !== 200 || !answer.body) throw new Error(`${answer.status}: ${await answer.text()}`);
  for await (const frame of readFrames(answer.body)) frames.push(chatFrame(frame));
  return frames;
}

/** Reads frames until one fits, then leaves. */
export async function framesUntil(
  answer: Response,
  fits: (frame: ChatFrame) => boolean,
): Promise<readonly ChatFrame[]> {
  const frames: ChatFrame[] = [];
  if (answer.status !== 200 || !answer.body) throw new Error(`${answer.status}: ${await answer.text()}`);
  for await (const frame of readFrames(answer.body)) {
    frames.push(chatFrame(frame));
    if (fits(chatFrame(frame))) return frames;
  }
  throw new Error(`The stream ended first: ${JSON.stringify(frames)}`);
}

export function textOf(frames: readonly ChatFrame[]): string {
  return frames.map(({ data }) => (data.type === "text" ? data.text : "")).join("");
}

export function chatFrame({ id, event, data }: Frame): ChatFrame {
  return { id: id === undefined ? undefined : Number.parseInt(id, 10), event, data: JSON.parse(data) };
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into any answer.
export async function bodyOf(answer: Response): Promise<any> {
  return answer.json();
}

/** The address of what `fetch` was called with. */
export function addressOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : input.toString();
}
