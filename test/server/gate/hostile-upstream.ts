import { createBackend, everyRoute, resolveHeaders, type Backend } from "../../support/backend.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { routeTable } from "../../../src/server/proxy/route-table.js";
import { ServiceClient } from "../../../src/api/service-client.js";
import { ask } from "../../support/backend.js";
import { uploadedFile } from "../../support/uploaded-file.js";

/** Some rows of the proxy's table are for admins alone. */
const resolveAdmin = (request: Request) => {
  const who = resolveHeaders(request);
  return who instanceof Response ? who : ({ ...who, role: "admin" } as const);
};

/** A hostile server in place of the service, which echoes the request's headers. */

/** Makes a hostile response from a request to the service and, where needed, the honest response to it. */
export type Hostile = (dump: Dump, honest: () => Promise<Response>) => Response | Promise<Response>;

interface Dump {
  /** The request's headers as JSON, the key among them. */
  readonly all: string;
  readonly key: string;
}

const html = (text: string) => `<!doctype html><title>Error</title><pre>${text}</pre><script>steal()</script>`;
const answer = (body: string | null, status: number, type: string, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { ...headers, "content-type": type } });
const page =
  (status: number): Hostile =>
  (dump) =>
    answer(html(dump.all), status, "text/html");
const jsonError =
  (status: number, error: (dump: Dump) => unknown): Hostile =>
  (dump) =>
    answer(JSON.stringify(error(dump)), status, "application/json", { "retry-after": dump.key });

const everywhere =
  (code: (key: string) => string) =>
  ({ all, key }: Dump) => ({
    error: {
      code: code(key),
      message: all,
      status: 409,
      retryable: false,
      requestId: key,
      details: { field: key, limit: key, headers: all, current: { queueVersion: key, [key]: 1, status: key } },
    },
  });

/** The honest record with the headers beside or inside it. */
const enriched =
  (enrich: (value: unknown, dump: Dump) => unknown): Hostile =>
  async (dump, honest) => {
    const response = await honest();
    // A stream has no end to wait for.
    if (!/json/.test(response.headers.get("content-type") ?? "")) return asPage(response.body);
    const value: unknown = await response.json().catch(() => ({}));
    const headers = new Headers(response.headers);
    headers.delete("content-length");
    return new Response(JSON.stringify(enrich(value, dump)), { status: 200, headers });
  };

const asPage = (body: Response["body"]) => new Response(body, { headers: { "content-type": "text/html" } });

const event = (text: string) =>
  JSON.stringify({
    id: "e",
    workspaceId: "w",
    sessionId: "s",
    type: "agent.message.delta",
    sequence: 1,
    payload: { text },
    occurredAt: "2026-01-01T00:00:00.000Z",
  });
const stream =
  (text: (dump: Dump) => string): Hostile =>
  (dump) =>
    answer(text(dump), 200, "text/event-stream");

export const hostiles: Readonly<Record<string, Hostile>> = {
  ...Object.fromEntries([200, 404, 503].map((status) => [`page-${status}`, page(status)])),
  ...Object.fromEntries(
    [401, 404, 409, 500].flatMap((status) => [
      [
        `error-${status}`,
        jsonError(
          status,
          everywhere(() => "conflict"),
        ),
      ],
      [
        `code-${status}`,
        jsonError(
          status,
          everywhere((key) => key),
        ),
      ],
    ]),
  ),
  flat: jsonError(409, ({ all, key }) => ({ code: "DRAFT_CHANGED", message: all, current: { draftRevision: key } })),
  word: jsonError(409, ({ key }) => ({ error: key })),
  "json-200": (dump) => answer(dump.all, 200, "application/json"),
  "json-list": (dump) => answer(JSON.stringify([dump.all]), 200, "application/json"),
  "json-half": (dump) => answer(dump.all.slice(0, -1), 200, "application/json"),
  "json-as-page": async (_dump, honest) => asPage((await honest()).body),
  "extra-field": enriched((value, { all }) =>
    Array.isArray(value) ? [...value, { all }] : { ...(value as object), all },
  ),
  "known-field": enriched((value, { key }) =>
    JSON.parse(JSON.stringify(value).replaceAll(/"(title|id|text|prompt)":"[^"]*"/g, `"$1":"${key}"`)),
  ),
  escaped: enriched((value, { all }) => ({ ...(value as object), echo: JSON.stringify(all) })),
  headers: async ({ key }, honest) => {
    const response = await honest();
    const names = [
      "x-service-page-bytes",
      "x-service-page-new",
      "x-service-next-after",
      "x-service-correlation-id",
      "x-service-turn-id",
      "x-service-identity",
      "retry-after",
      "etag",
      "set-cookie",
      "location",
      "content-disposition",
    ];
    const headers = new Headers(response.headers);
    for (const name of names) headers.set(name, key);
    return new Response(response.body, { status: response.status, statusText: key, headers });
  },
  type: async ({ key }, honest) => {
    const response = await honest();
    const headers = new Headers(response.headers);
    headers.set("content-type", `${headers.get("content-type") ?? "text/html"}; x=${key}`);
    return new Response(response.body, { status: response.status, headers });
  },
  redirect: ({ key }) => new Response(null, { status: 307, headers: { location: `https://elsewhere.test/?${key}` } }),
  teapot: (dump) => answer(dump.all, 418, "text/plain"),
  empty: () => new Response(null, { status: 204 }),
  "stream-event": stream(({ key }) => `id: ${key}\nevent: ${key}\ndata: ${event(key)}\n\n`),
  "stream-id": stream(({ key }) => `id: ${key}\nevent: ${key}\ndata: ${event("hi")}\n\n`),
  "stream-junk": stream(({ all }) => `: ${all}\nretry: ${all}\ndata: ${all}\n\ndata: <script>\n\n`),
  "stream-error": stream(({ all }) => `event: error\ndata: ${JSON.stringify({ code: "x", message: all })}\n\n`),
  broken: ({ all }) =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new Error(all)) }), {
      headers: { "content-type": "application/json" },
    }),
  refused: ({ all }) => Promise.reject(new TypeError("fetch failed", { cause: new Error(all) })),
};

export interface Target {
  readonly name: string;
  readonly request: () => Request;
}

export interface HostileWorld {
  readonly backend: Backend;
  readonly targets: readonly Target[];
  /** Handles a request, with every call to the service after the first `honest` ones answered by `hostile`. */
  run(target: Target, hostile: Hostile, honest: number): Promise<Seen>;
}

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  /** Status line, headers and body in one text. */
  readonly bytes: string;
  /** Redirect mode of each call to the service. */
  readonly redirects: readonly (string | undefined)[];
}

/** Every route of the proxy, and what the chat handler does. */
export async function createHostileWorld(): Promise<HostileWorld> {
  const backend = await createBackend();
  const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  await chat.send("/say hi");
  const { sessionId } = chat;
  const through = backend.proxy();
  const browser = new ServiceClient({
    baseUrl: "/api/service",
    fetch: (input, init) => {
      const request = new Request(new URL(input as string, "https://host.test"), {
        ...init,
        duplex: "half",
      } as RequestInit);
      request.headers.set("x-user", "ana");
      return through(request);
    },
  });
  const { fileId } = await uploadedFile(browser, "notes.txt");
  const ids: Record<string, string> = {
    workspaceId: "current",
    sessionId,
    turnId: "t1",
    fileId,
    uploadId: fileId,
    requestId: "r1",
  };
  const targets: Target[] = routeTable.map(({ method, path, query }) => ({
    name: `${method} ${path}`,
    request: () => {
      const filled = path.replaceAll(/:(\w+)/g, (_part, name: string) => ids[name] ?? "x");
      const search = query?.includes("view") ? "?view=page" : "";
      return ask(method, `/api/service/v1/${filled}${search}`, bodyOf(method, path), { conversation: "" });
    },
  }));
  const stream = { headers: { accept: "text/event-stream" } };
  const formats = ["native", "ui-stream", "chat-completions", "responses"];
  const inFormat = (format: string) => ({ headers: { "x-service-chat-format": format } });
  const message: Record<string, object> = {
    native: { message: "/say hello" },
    "ui-stream": { messages: [{ id: "m", role: "user", parts: [{ type: "text", text: "/say hello" }] }] },
    "chat-completions": { stream: true, messages: [{ role: "user", content: "/say hello" }] },
    responses: { stream: true, input: "/say hello" },
  };
  targets.push(
    { name: "chat history", request: () => ask("GET", "/api/chat") },
    { name: "chat follow", request: () => ask("GET", "/api/chat?follow=1&after=0", undefined, stream) },
    { name: "chat resume", request: () => ask("GET", "/api/chat?after=1", undefined, stream) },
    { name: "chat respond", request: () => ask("POST", "/api/chat/respond", { requestId: "r1", decision: "approve" }) },
    { name: "chat stop", request: () => ask("POST", "/api/chat/stop", {}) },
    ...formats.map((format) => ({
      name: `chat send ${format}`,
      request: () => ask("POST", "/api/chat", message[format], inFormat(format)),
    })),
    {
      name: "chat first message",
      request: () => ask("POST", "/api/chat", message["native"], { conversation: crypto.randomUUID() }),
    },
    {
      name: "chat previous answer",
      request: () =>
        ask(
          "POST",
          "/api/chat",
          { ...message["responses"], previous_response_id: `resp_${sessionId}_7` },
          { ...inFormat("responses"), conversation: "" },
        ),
    },
  );

  async function handle(target: Target, fetch: (input: Request, honest: () => Promise<Response>) => Promise<Response>) {
    const redirects: (string | undefined)[] = [];
    const service = backend.newService({
      clock: createManualClock(),
      fetch: (input, init) => {
        redirects.push(init?.redirect);
        const request = new Request(input, init);
        return fetch(request, () => backend.app.fetch(request));
      },
    });
    await service.workspaceId({ tenant: "acme" });
    redirects.length = 0;
    const options = { resolve: resolveAdmin, onError: () => {}, ...everyRoute };
    const request = target.request();
    const door = target.name.startsWith("chat ")
      ? createChatHandler(service, options)
      : createSessionProxy(service, options);
    return { response: await door(request), redirects };
  }

  return {
    backend,
    targets,
    async run(target, hostile, first) {
      // The configuration and the workspace are asked for before.
      let calls = -2;
      const { response, redirects } = await handle(target, async (request, honest) => {
        calls += 1;
        if (calls <= first) return honest();
        const all = JSON.stringify([...request.headers]);
        return hostile({ all, key: backend.app.apiKey }, honest);
      });
      const head = `${response.status} ${response.statusText}\n${JSON.stringify([...response.headers])}\n`;
      const bytes = head + (await readUp(response));
      const { status, headers } = response;
      return { status, headers, bytes, redirects };
    },
  };
}

/** Reads a body until it ends, fails or stalls. */
async function readUp({ body }: Response): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const next = await Promise.race([reader.read().catch(() => null), quiet()]);
    if (next === null || next.done) break;
    text += decoder.decode(next.value, { stream: true });
  }
  await reader.cancel().catch(() => {});
  return text;
}

async function quiet(): Promise<null> {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  return null;
}

function bodyOf(method: string, path: string): object | undefined {
  if (method === "GET" || method === "DELETE") return undefined;
  if (path.endsWith("/events")) return { type: "user.message", payload: { text: "/say hi" } };
  if (path.endsWith("/control")) return { action: "pause" };
  if (path.endsWith("/uploads")) return { filename: "a.txt", contentType: "text/plain", sizeBytes: 3 };
  if (path.endsWith("/steer") || path.endsWith("/submit")) return { text: "hi" };
  if (path.endsWith("/sessions")) return { initialMessage: "/say hi" };
  return {};
}
