/**
 * A newcomer's mistakes in the backend: the whole text in the server's log, and the text for the person on the page.
 */
import express, { type Express } from "express";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { createChatHandler, type ChatHandlerOptions } from "../../src/server/handler/create-chat-handler.js";
import { Service } from "../../src/server/handler/service.js";
import { toNodeHandler } from "../../src/server/node/to-node-handler.js";
import { createSessionProxy } from "../../src/server/proxy/create-session-proxy.js";
import type { SessionProxyOptions } from "../../src/server/proxy/proxy-options.js";
import { listen, openService, resolve, steady, type NewcomersService } from "./open-host.js";

let newcomer: NewcomersService;
beforeAll(async () => {
  newcomer = await openService();
});
afterAll(() => newcomer.close());

let log: MockInstance;
beforeEach(() => {
  log = vi.spyOn(console, "error").mockImplementation(() => {});
  return () => log.mockRestore();
});

const chat = (mistake: object = {}, service: Service = newcomer.service()) =>
  toNodeHandler(createChatHandler(service, { resolve, ...mistake } as ChatHandlerOptions));
const proxy = (mistake: object = {}) =>
  toNodeHandler(createSessionProxy(newcomer.service(), { resolve, ...mistake } as SessionProxyOptions));

interface Mistake {
  readonly mistake: string;
  readonly mount: (app: Express) => unknown;
  /** @default GET /api/chat */
  readonly ask?: readonly [method: string, path: string, headers?: Record<string, string>];
  /** Status, code and sentence that the page gets. */
  readonly told: readonly [status: number, code: string, message: string];
  /** The line of the log, without its beginning and end, which all lines share. */
  readonly log: string;
}

const unavailable = "This isn't available right now. We've been told about it.";
const unreachable = "We couldn't reach the server. Try again.";
const wentWrong = "Something went wrong. Try again.";

const mistakes: readonly Mistake[] = [
  {
    mistake: "the service is down",
    mount: (app) => app.use("/api/chat", chat({}, newcomer.service({ baseUrl: newcomer.deadUrl }))),
    told: [502, "network_error", unreachable],
    log: "chat GET history: network_error. The service at http://127.0.0.1:PORT could not be reached: ECONNREFUSED 127.0.0.1:PORT. Check that it is running there, and `baseUrl`.",
  },
  {
    mistake: "the base URL names a host that does not exist",
    mount: (app) => app.use("/api/chat", chat({}, newcomer.service({ baseUrl: "http://nowhere.invalid" }))),
    told: [502, "network_error", unreachable],
    log: "chat GET history: network_error. The service at http://nowhere.invalid could not be reached: ENOTFOUND nowhere.invalid. Check that it is running there, and `baseUrl`.",
  },
  {
    mistake: "the base URL has a port that fetch refuses",
    mount: (app) => app.use("/api/chat", chat({}, newcomer.service({ baseUrl: "http://127.0.0.1:6000" }))),
    told: [502, "network_error", unreachable],
    log: "chat GET history: network_error. The service at http://127.0.0.1:PORT could not be reached: fetch does not allow this port. Check that it is running there, and `baseUrl`.",
  },
  {
    mistake: "the base URL ends in /v1",
    mount: (app) =>
      app.use("/api/chat", chat({}, newcomer.service({ baseUrl: `${newcomer.world.service.baseUrl}/v1/` }))),
    told: [502, "response_malformed", wentWrong],
    log: "chat GET history: response_malformed. `baseUrl` is http://127.0.0.1:PORT/v1, and nothing of the session API is there (404). Remove /v1 from its end: each path of the API begins with it.",
  },
  {
    mistake: "the base URL leads to a web page",
    mount: (app) => app.use("/api/chat", chat({}, newcomer.service({ baseUrl: newcomer.pageUrl }))),
    told: [502, "response_malformed", wentWrong],
    log: "chat GET history: response_malformed. Something answered at http://127.0.0.1:PORT that does not read as the session API (200). Check `baseUrl`, and what stands between this process and the service.",
  },
  {
    mistake: "no base URL is set",
    mount: (app) => app.use("/api/chat", chat({}, newcomer.service({ baseUrl: undefined }))),
    told: [502, "base_url_missing", unreachable],
    log: "chat GET history: base_url_missing. No address of the service is set. Set SERVICE_API_BASE_URL and pass it as `baseUrl`; if it is in a file `.env`, start Node with --env-file=.env.",
  },
  {
    mistake: "the key is wrong, or another service's",
    mount: (app) => app.use("/api/chat", chat({}, newcomer.service({ apiKey: "svk_of_another_service" }))),
    told: [502, "service_refused", unavailable],
    log: "chat GET history: unauthenticated. The service at http://127.0.0.1:PORT does not accept the API key: it is unknown there, revoked or expired (401), or a key of another service. Give `Service` a full key of the organization, usually from SERVICE_API_KEY.",
  },
  {
    mistake: "the key is another organization's",
    mount: (app) => app.use("/api/chat", chat({}, newcomer.service({ organizationId: crypto.randomUUID() }))),
    told: [502, "service_refused", unavailable],
    log: "chat GET history: forbidden. The service at http://127.0.0.1:PORT refuses this to the API key: it is read-only, or belongs to another organization (403). Give `Service` a full key of the organization in `organizationId`.",
  },
  {
    mistake: "resolve throws",
    mount: (app) => app.use("/api/chat", chat({ resolve: (request: { user?: { id: string } }) => request.user!.id })),
    told: [500, "internal_error", wentWrong],
    log: "chat GET history: `resolve` threw TypeError: Cannot read properties of undefined (reading 'id') at backend.test.ts:LINE",
  },
  {
    mistake: "resolve throws at the proxy",
    mount: (app) =>
      app.use(
        "/api/service",
        proxy({
          resolve() {
            throw new Error("no session store");
          },
        }),
      ),
    ask: ["GET", "/api/service/v1/config/client"],
    told: [500, "proxy_error", wentWrong],
    log: "proxy GET config/client: `resolve` threw Error: no session store at backend.test.ts:LINE",
  },
  {
    mistake: "resolve returns nothing",
    mount: (app) => app.use("/api/chat", chat({ resolve: () => undefined })),
    told: [500, "resolve_invalid", unavailable],
    log: "chat GET history: resolve_invalid. The host's `resolve` hook is at fault: it returned no object. Return {tenant, user} or a Response.",
  },
  {
    mistake: "resolve returns no tenant",
    mount: (app) => app.use("/api/chat", chat({ resolve: () => ({ user: "ana" }) })),
    told: [500, "resolve_invalid", unavailable],
    log: "chat GET history: resolve_invalid. The host's `resolve` hook is at fault: it must return a tenant, or else a workspaceId.",
  },
  {
    mistake: "resolve returns no user",
    mount: (app) => app.use("/api/chat", chat({ resolve: () => ({ tenant: "acme" }) })),
    told: [400, "conversation_required", "Sign in first."],
    log: "chat GET history: conversation_required. `resolve` returned neither a `user` nor a `conversation`, so no conversation can be opened. Return {tenant, user}.",
  },
  {
    mistake: "resolve of the proxy returns no user",
    mount: (app) => app.use("/api/service", proxy({ resolve: () => ({ tenant: "acme" }) })),
    ask: ["GET", "/api/service/v1/config/client"],
    told: [401, "user_required", "Sign in first."],
    log: "proxy GET config/client: user_required. `resolve` of the session proxy returned no `user`, so every request is answered 401. Return {tenant, user}.",
  },
  {
    mistake: "the page is of another origin",
    mount: (app) => app.use("/api/chat", chat()),
    ask: ["POST", "/api/chat", { origin: "http://localhost:5173" }],
    told: [403, "mutation_denied", "This can't be done from here."],
    log: "chat POST send: mutation_denied. A write from http://localhost:PORT to 127.0.0.1:PORT was refused. If pages of that origin may write, add it to the option `origins`; behind a proxy that changes the Host header, set `trustForwardedHost`.",
  },
  {
    mistake: "the proxy is mounted elsewhere than its basePath says",
    mount: (app) => app.use("/api/agents", proxy({ basePath: "/api/service" })),
    ask: ["GET", "/api/agents/v1/config/client"],
    told: [404, "route_not_allowed", "This isn't possible here."],
    log: "proxy GET no route: route_not_allowed. Requests come in below /api/agents, and `basePath` is /api/service. Set `basePath` to the path where the proxy is mounted, and `baseUrl` of the ServiceProvider to the path that browsers use for it.",
  },
  {
    mistake: "the page's baseUrl ends in /v1",
    mount: (app) => app.use("/api/service", proxy({ basePath: "/api/service" })),
    ask: ["GET", "/api/service/v1/v1/config/client"],
    told: [404, "route_not_allowed", "This isn't possible here."],
    log: "proxy GET no route: route_not_allowed. A page asks for paths below /api/service/v1/v1. Remove /v1 from the end of `baseUrl` of its ServiceProvider.",
  },
  {
    mistake: "the page starts a session, and the proxy does not allow that",
    mount: (app) => app.use("/api/service", proxy()),
    ask: ["POST", "/api/service/v1/workspaces/current/sessions"],
    told: [404, "route_not_allowed", "This isn't possible here."],
    log: "proxy POST no route: route_not_allowed. A page asks for POST workspaces/:workspaceId/sessions, which is off. Set the option `createSession` of createSessionProxy to allow it.",
  },
];

/** Mistakes in mounting the handler or proxy, before there is a route or an id. */
const mountMistakes: readonly Mistake[] = [
  {
    mistake: "the chat handler is given to Express without the adapter",
    mount: (app) => app.use("/api/chat", createChatHandler(newcomer.service(), { resolve }) as never),
    told: [500, "not_a_request", unavailable],
    log: 'not_a_request. The handler of createChatHandler was called with a Node request instead of a web Request. Wrap it with the adapter: import { toNodeHandler } from "@service/sdk/node" and mount toNodeHandler(chat).',
  },
  {
    mistake: "the session proxy is given to Express without the adapter",
    mount: (app) => app.use("/api/service", createSessionProxy(newcomer.service(), { resolve }) as never),
    ask: ["GET", "/api/service/v1/config/client"],
    told: [500, "not_a_request", unavailable],
    log: 'not_a_request. The handler of createSessionProxy was called with a Node request instead of a web Request. Wrap it with the adapter: import { toNodeHandler } from "@service/sdk/node" and mount toNodeHandler(proxy).',
  },
  {
    mistake: "something reads the body before the handler",
    mount: (app) =>
      app.use((request, _response, next) => void request.resume().once("end", next)).use("/api/chat", chat()),
    ask: ["POST", "/api/chat"],
    told: [500, "body_already_read", unavailable],
    log: "body_already_read. The request's body was read before this handler was asked, and is gone. Mount the handler before whatever reads bodies, or let that leave what it read in `request.body`.",
  },
  {
    mistake: "the function round the handlers returns nothing",
    mount: (app) => app.use("/api/chat", toNodeHandler((() => undefined) as never)),
    told: [500, "no_response", unavailable],
    log: "no_response. The function that toNodeHandler was given returned undefined instead of a Response. Return what the handler returns: (request) => chat(request).",
  },
];

const visit = async ({ mount, ask = ["GET", "/api/chat"] }: Mistake) => {
  const app = express();
  mount(app);
  const host = await listen(app);
  const [method, path, more] = ask;
  const headers = { "content-type": "application/json", "x-service-conversation": "support", ...more };
  const body = method === "GET" ? {} : { body: JSON.stringify({ message: "hi", initialMessage: "hi" }) };
  const answer = await fetch(host.url + path, { method, headers, ...body });
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  await host.close();
  return [answer.status, error.code, error.message] as const;
};
const lines = () => log.mock.calls.map((args) => steady(args.map(String).join(" ")));

/** Target of the line's link: the entry of its error code. */
const pointerOf = (line: string) => {
  const [, code] = /: ([a-z_]+)\. /.exec(line) ?? [];
  return code === undefined ? "" : `; see docs/troubleshooting.md#${code} in the package`;
};

describe("a newcomer's backend", () => {
  it.each(mistakes)("logs what to change when $mistake", async (row) => {
    expect(await visit(row)).toEqual(row.told);
    expect(lines()).toEqual([
      `[service] ${row.log} (ID; give the handler \`onError\` to see the error whole${pointerOf(row.log)})`,
    ]);
  });

  it.each(mountMistakes)("logs what to change when $mistake", async (row) => {
    expect(await visit(row)).toEqual(row.told);
    expect(lines()).toEqual([`[service] ${row.log}`]);
  });

  it("logs it when the function around the handlers throws", async () => {
    const fail = () => Promise.reject(new TypeError("Cannot find module './chat'"));
    const host = await listen(toNodeHandler(fail));
    expect((await fetch(host.url)).status).toBe(500);
    await host.close();
    expect(lines()).toEqual([
      "[service] The function that toNodeHandler was given threw TypeError: Cannot find module './chat' at backend.test.ts:LINE",
    ]);
  });

  it("logs it when Hono passes its context to the handler", async () => {
    const app = new Hono();
    const failures: Error[] = [];
    app.onError((error, context) => {
      failures.push(error);
      return context.text("", 500);
    });
    app.all("/api/chat/*", createChatHandler(newcomer.service(), { resolve }) as never);
    expect((await app.request("/api/chat")).status).toBe(500);
    expect(failures.map(({ message }) => message)).toEqual([
      "The handler of createChatHandler was called with Hono's context instead of a Request. Mount it as (context) => chat(context.req.raw).",
    ]);
  });
});

describe("a newcomer's backend does not start", () => {
  const given = { apiKey: "svk_1", organizationId: "o_1", source: "shop" };
  it.each([
    [
      "without a key",
      () => new Service({ ...given, apiKey: undefined as never }),
      "Service needs apiKey: a full organization key, usually from SERVICE_API_KEY. If it is in a file .env, start Node with --env-file=.env.",
    ],
    [
      "without an organization",
      () => new Service({ ...given, organizationId: "" }),
      "Service needs organizationId: the organization that the key belongs to, usually from SERVICE_ORGANIZATION_ID. If it is in a file .env, start Node with --env-file=.env.",
    ],
    [
      "with a base URL that is none",
      () => new Service({ ...given, baseUrl: "localhost:4000" }),
      '"localhost:4000" is no address of a service. Give an http(s) address, or the path of the host\'s proxy such as "/api/service".',
    ],
    [
      "without resolve",
      () => createChatHandler(newcomer.service(), {} as never),
      "createChatHandler needs `resolve`: a function that verifies the request and returns {tenant, user} or a Response.",
    ],
    [
      "with options in the place of a handler",
      () => toNodeHandler(newcomer.service() as never),
      "toNodeHandler needs a function from Request to Response, such as createChatHandler(service, {…}) returns: this is object.",
    ],
  ])("%s", (_mistake, make, message) => {
    expect(make).toThrow(expect.objectContaining({ message }) as Error);
  });

  it("on a Node that is too old", () => {
    const any = Object.getOwnPropertyDescriptor(AbortSignal, "any")!;
    Object.defineProperty(AbortSignal, "any", { ...any, value: undefined });
    try {
      expect(() => newcomer.service()).toThrow(
        new TypeError(`@service/sdk needs Node 20.19 or newer: this is ${process.version}.`),
      );
    } finally {
      Object.defineProperty(AbortSignal, "any", any);
    }
  });
});
