/**
 * Mistakes between a page and its backend, each made as a newcomer would, over real servers: the whole text in the
 * browser's console in development, and the text for the person on the page.
 */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import express, { type Express } from "express";
import { StrictMode } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { ChatConversation, english, ServiceProvider, SessionConversation, SessionList } from "../../src/index.js";
import { forgetHints } from "../../src/foundation/development.js";
import { createChatHandler, type ChatHandlerOptions } from "../../src/server/handler/create-chat-handler.js";
import { toNodeHandler } from "../../src/server/node/to-node-handler.js";
import { createSessionProxy } from "../../src/server/proxy/create-session-proxy.js";
import { html, listen, openService, resolve, steady, type Listening, type NewcomersService } from "./open-host.js";

let newcomer: NewcomersService;
beforeAll(async () => {
  newcomer = await openService();
});
afterAll(() => newcomer.close());

let written: MockInstance;
let host: Listening | undefined;
let leave = () => {};
beforeEach(() => {
  vi.stubEnv("NODE_ENV", "development");
  forgetHints();
  written = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(async () => {
  leave();
  leave = () => {};
  written.mockRestore();
  vi.unstubAllEnvs();
  await host?.close();
  host = undefined;
});

/** The kit's texts in the browser; the backend writes to the same console here, with its door first. */
const hints = () =>
  written.mock.calls
    .map((args) => steady(String(args[0])))
    .filter((line) => line.startsWith("[service] ") && !/^\[service\] (chat|proxy) /.test(line));
const hint = (text: string) => `[service] ${text}`;

const chat = (mistake: object = {}) =>
  toNodeHandler(
    createChatHandler(newcomer.service(), { resolve, onError: () => {}, ...mistake } as ChatHandlerOptions),
  );
const proxy = () => toNodeHandler(createSessionProxy(newcomer.service(), { resolve, onError: () => {} }));

/** A browser's `fetch`: a path is one of the page's own server. */
const browserFetch: typeof fetch = (input, init) => {
  const url = String(input instanceof Request ? input.url : input);
  return fetch(url.startsWith("/") ? `${host?.url ?? newcomer.deadUrl}${url}` : url, init);
};

type Page = "chat" | "session" | "list";

const ana = { tenant: "acme", user: "ana" };

function show(page: Page, props: { readonly api?: string; readonly baseUrl?: string }, identity = ana) {
  const { api, baseUrl } = props;
  const shown = {
    chat: <ChatConversation conversation="support" api={api} />,
    session: <SessionConversation sessionId="8f14e45f-ceea-467f-a0d6-3a1b5c9e4d2f" />,
    list: <SessionList />,
  };
  const { rerender } = render(
    <StrictMode>
      <ServiceProvider identity={identity} baseUrl={baseUrl} fetch={browserFetch}>
        {shown[page]}
      </ServiceProvider>
    </StrictMode>,
  );
  // A sign-out ends every request of the page, so none is reported in the next test.
  leave = () =>
    rerender(
      <StrictMode>
        <ServiceProvider identity={null} />
      </StrictMode>,
    );
}

interface Mistake {
  readonly mistake: string;
  readonly serve?: (app: Express) => unknown;
  readonly page?: Page;
  readonly props?: { readonly api?: string; readonly baseUrl?: string } | (() => { readonly api?: string });
  /** The console's text, once. */
  readonly hint: string;
  /** The person's text. */
  readonly told: string;
}

const wentWrong = "Something went wrong.";
const unavailable = "This isn't available right now.";
const signedOut = english.states.signedOutTitle;
const outOfReach = english.connection.unreachable;

const chatRoutes =
  'app.use("/api/chat", …) in Express, app.all("/api/chat/*", …) in Hono, app/api/chat/[[...path]]/route.ts in Next.js';
const page = (_request: unknown, response: { type(type: string): { send(text: string): unknown } }) =>
  void response.type("html").send(html);

const mistakes: readonly Mistake[] = [
  {
    mistake: "`api` is not where the handler is mounted",
    serve: (app) => app.use("/api/chat", chat()),
    props: { api: "/api/chats" },
    hint: "GET http://localhost:PORT/api/chats was answered 404 with a web page, so the chat handler is not there. Set `api` to the path where it is mounted, or let the page's server forward this path to the backend (in Vite: server.proxy).",
    told: unavailable,
  },
  {
    mistake: "a single-page app answers every path with its page",
    serve: (app) => app.use(page),
    hint: "GET http://localhost:PORT/api/chat was answered 200 with a web page, so the chat handler is not there. Set `api` to the path where it is mounted, or let the page's server forward this path to the backend (in Vite: server.proxy).",
    told: wentWrong,
  },
  {
    mistake: "the handler is mounted for one method",
    serve: (app) =>
      app.use("/api/chat", (request, response, next) =>
        request.method === "POST" ? next() : void response.status(405).end(),
      ),
    hint:
      "GET http://localhost:PORT/api/chat was answered 405: the chat handler is mounted for another method only. Mount it for all methods: " +
      chatRoutes +
      ".",
    told: wentWrong,
  },
  {
    mistake: "the backend behind Vite's proxy is down",
    serve: (app) =>
      app.use((_request, response) => void response.writeHead(500, { "content-type": "text/plain" }).end()),
    hint: "GET http://localhost:PORT/api/chat was answered 500 with text/plain, and not by the chat handler. A server before it answered, such as Vite's proxy: check that the backend runs, and where that server forwards to.",
    told: outOfReach,
  },
  {
    mistake: "the sign-in redirects to its page",
    serve: (app) =>
      app.get("/login", page).use((_request, response) => {
        response.redirect("/login");
      }),
    hint: "GET http://localhost:PORT/api/chat was redirected to http://127.0.0.1:PORT/login, which is not the chat handler. Let your sign-in answer 401 for this path instead of redirecting.",
    told: wentWrong,
  },
  {
    mistake: "the cookie is missing",
    serve: (app) => app.use("/api/chat", chat({ resolve: () => new Response("Sign in first.", { status: 401 }) })),
    hint: "GET http://localhost:PORT/api/chat was answered 401, so the page shows nobody as signed in. `resolve`, or something before it, did not accept the request. If your sign-in sets a cookie: on http, browsers drop those with the attribute Secure.",
    told: signedOut,
  },
  {
    mistake: "the cookie is of another origin than the handler",
    serve: (app) => app.use("/api/chat", chat({ resolve: () => new Response("Sign in first.", { status: 401 }) })),
    props: () => ({ api: `${host?.url}/api/chat` }),
    hint: "GET http://127.0.0.1:PORT/api/chat was answered 401, so the page shows nobody as signed in. `resolve`, or something before it, did not accept the request. The page is at http://localhost:PORT: a browser sends no cookie to http://127.0.0.1:PORT, unless the provider's `fetch` passes `credentials: \"include\"`. Mount the handler on the page's own origin, or pass such a `fetch`.",
    told: signedOut,
  },
  {
    mistake: "the handler is of another origin, which CORS forbids, or is down",
    props: () => ({ api: `${newcomer.deadUrl}/api/chat` }),
    hint: "GET http://127.0.0.1:PORT/api/chat got no answer that the browser lets the page read: nothing listens there, or CORS forbids it, as the page is at http://localhost:PORT. Mount the chat handler on the page's own origin, or list that of the page in its option `origins`.",
    told: outOfReach,
  },
  {
    mistake: "the page's own server is down",
    hint: "GET http://localhost:PORT/api/chat got no answer. Check that the page's server runs.",
    told: outOfReach,
  },
  {
    mistake: "`resolve` throws",
    serve: (app) => app.use("/api/chat", chat({ resolve: () => Promise.reject(new Error("no session store")) })),
    hint: "GET http://localhost:PORT/api/chat was answered 500 internal_error by the chat handler. The backend's log says why: look for internal_error or ID.",
    told: wentWrong,
  },
  {
    mistake: "`baseUrl` is not where the proxy is mounted",
    serve: (app) => app.use("/api/agents", proxy()),
    page: "list",
    hint: "GET http://localhost:PORT/api/service/v1/workspaces/current/sessions was answered 404 with a web page, so the session proxy is not there. Set `baseUrl` of the ServiceProvider to the path where it is mounted, or let the page's server forward this path to the backend (in Vite: server.proxy).",
    told: unavailable,
  },
  {
    mistake: "the proxy is not mounted, and a session is shown",
    serve: (app) => app.use("/api/chat", chat()),
    page: "session",
    hint: "GET http://localhost:PORT/api/service/v1/workspaces/current/sessions/ID was answered 404 with a web page, so the session proxy is not there. Set `baseUrl` of the ServiceProvider to the path where it is mounted, or let the page's server forward this path to the backend (in Vite: server.proxy).",
    told: unavailable,
  },
  {
    mistake: "the page of a single-page app answers for the proxy",
    serve: (app) => app.use(page),
    page: "list",
    hint: "GET http://localhost:PORT/api/service/v1/workspaces/current/sessions was answered 200 with a web page, so the session proxy is not there. Set `baseUrl` of the ServiceProvider to the path where it is mounted, or let the page's server forward this path to the backend (in Vite: server.proxy).",
    // The button beside it asks to try again.
    told: wentWrong,
  },
];

/** Words for developers only. */
const developersWords = /\bapi\b|\bmount|handler|proxy|resolve|baseUrl|https?:|\b[45]\d\d\b|_/;

describe("a newcomer's page", () => {
  it.each(mistakes)("writes to the console what to change when $mistake", async (row) => {
    const { serve, page = "chat", props = {}, told } = row;
    if (serve) {
      const app = express();
      serve(app);
      host = await listen(app);
    }
    show(page, typeof props === "function" ? props() : props);
    expect(await screen.findByText(told, { exact: false })).toBeVisible();
    expect(hints()).toEqual([hint(row.hint)]);
    expect(document.body.textContent).not.toMatch(developersWords);
  });

  it("names both sides when the identity disagrees with `resolve`", async () => {
    const app = express();
    app.use("/api/chat", chat({ development: true }));
    host = await listen(app);
    show("chat", {}, { tenant: "globex", user: "ana" });
    await waitFor(() =>
      expect(hints()).toEqual([
        hint(
          'ServiceProvider\'s identity (tenant "globex", user "ana") disagrees with what the host\'s resolve returned (tenant "acme", person "ana"). Give both the same tenant and user, or drafts of two tenants share one owner. Reported in development only.',
        ),
      ]),
    );
  });

  it("explains the format of a conversation's id", async () => {
    render(
      <ServiceProvider identity={ana} fetch={browserFetch}>
        <ChatConversation conversation="my first chat" />
      </ServiceProvider>,
    );
    expect(await screen.findByText("This conversation couldn't be opened.")).toBeVisible();
    expect(hints()).toEqual([
      hint(
        "A conversation id is 1 to 256 visible ASCII characters without spaces; this one has 13 characters. Give the thread a plain id, such as a UUID.",
      ),
    ]);
  });

  it("reports the error that `headers` threw", async () => {
    // The next try waits until the page is gone.
    const later = new Promise<never>(() => {});
    let asked = 0;
    const headers = () => ((asked += 1) > 1 ? later : Promise.reject(new TypeError("getToken is not a function")));
    render(
      <ServiceProvider identity={ana} fetch={browserFetch} headers={headers}>
        <ChatConversation conversation="support" />
      </ServiceProvider>,
    );
    await waitFor(() =>
      expect(hints()).toEqual([
        hint(
          "The option `headers` threw TypeError: getToken is not a function at page.test.tsx:LINE, so nothing was sent.",
        ),
      ]),
    );
  });

  it("writes no hints in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    host = await listen(express());
    const errors: (Error & { hint?: string })[] = [];
    const { rerender } = render(
      <ServiceProvider identity={ana} fetch={browserFetch} onError={(e) => errors.push(e)}>
        <ChatConversation conversation="support" api="/api/chats" />
      </ServiceProvider>,
    );
    leave = () => rerender(<ServiceProvider identity={null} />);
    await waitFor(() => expect(errors).toHaveLength(1));
    expect(errors[0]).not.toHaveProperty("hint");
    expect(hints()).toEqual([]);
  });

  it("writes nothing when nothing is wrong", async () => {
    const app = express();
    app.use("/api/chat", chat());
    host = await listen(app);
    show("chat", {});
    await userEvent.type(await screen.findByRole("textbox"), "/say Hello there{Enter}");
    expect(await screen.findByText("Hello there")).toBeVisible();
    expect(written.mock.calls).toEqual([]);
  });
});

describe("a chat whose handler is mounted for its own path alone", () => {
  const below = (path: string) =>
    hint(
      `POST http://localhost:PORT/api/chat${path} was answered 404 with a web page, although the chat handler answers other paths. Mount it for all paths below its own: ${chatRoutes}.`,
    );

  beforeEach(async () => {
    const app = express();
    app.all("/api/chat", chat());
    host = await listen(app);
    show("chat", {});
  });

  it("reports it when a person stops a turn", async () => {
    await userEvent.type(await screen.findByRole("textbox"), "/hold stopped{Enter}");
    await screen.findByText("first", { exact: false });
    await userEvent.click(screen.getByRole("button", { name: english.composer.stop }));
    expect(await screen.findByText(unavailable, { exact: false })).toBeVisible();
    expect(hints()).toEqual([below("/stop")]);
    expect(document.body.textContent).not.toMatch(developersWords);
    newcomer.world.letGo("stopped");
  });

  it("reports it when a person decides", async () => {
    await userEvent.type(await screen.findByRole("textbox"), "/approve deploy{Enter}");
    await userEvent.click(await screen.findByRole("button", { name: english.decisions.approve }));
    await waitFor(() => expect(hints()).toEqual([below("/respond")]));
    expect(await screen.findByText(unavailable, { exact: false })).toBeVisible();
  });
});
