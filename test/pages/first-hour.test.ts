/** Mistakes of the first hour that only a browser can make: the whole text in its console, and the page's own words. */
import express, { type Express } from "express";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createChatHandler } from "../../src/server/handler/create-chat-handler.js";
import { toNodeHandler } from "../../src/server/node/to-node-handler.js";
import { english } from "../../src/strings/english.js";
import {
  listen,
  openService,
  resolve,
  steady,
  type Listening,
  type NewcomersService,
} from "../first-hour/open-host.js";
import { launch } from "../journeys/support/browser.js";
import { bundle } from "./open-page.js";

let newcomer: NewcomersService;
let browser: Browser;
const servers: Listening[] = [];
beforeAll(async () => {
  // A host name without TLS is no secure context, as localhost would be.
  [newcomer, browser] = await Promise.all([openService(), launch(["--host-resolver-rules=MAP shop.test 127.0.0.1"])]);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
afterAll(async () => {
  await browser.close();
  await newcomer.close();
});

const hasCookie = (request: Request) => request.headers.get("cookie")?.includes("sid=ana") ?? false;
const signedIn = (request: Request) =>
  hasCookie(request) ? resolve() : new Response("Sign in first.", { status: 401 });

/** A server with the newcomer's page and more, the page in Chromium, and the kit's texts in its console. */
async function open(host: string, serve: (app: Express) => unknown, query = "") {
  const { script, style } = await bundle("first-hour-page", "development");
  const app = express();
  serve(app);
  app.get("/page.js", (_request, response) => void response.type("js").send(script));
  app.get("/page.css", (_request, response) => void response.type("css").send(style));
  app.get("/", (_request, response) => {
    response.cookie("sid", "ana", { secure: true, httpOnly: true }).type("html");
    response.send(
      '<!doctype html><link rel="stylesheet" href="/page.css"><div id="root"></div><script src="/page.js"></script>',
    );
  });
  const server = await listen(app);
  servers.push(server);
  const page = await browser.newPage();
  const url = new URL(`/${query}`, server.url);
  url.hostname = host;
  const told = hints(page);
  const visit = () => page.goto(url.href);
  return { page, told, origin: url.origin, visit };
}

/** The page of `open`, once the kit wrote to its console. */
async function visit(host: string, serve: (app: Express) => unknown, query = "") {
  const { page, told, visit: go } = await open(host, serve, query);
  await go();
  await expect.poll(() => told.length).toBeGreaterThan(0);
  return { page, told: told.map(steady).map((text) => text.replaceAll(/shop\.test:\d+/g, "shop.test:PORT")) };
}

/** The kit's texts in the browser's console. */
function hints(page: Page): string[] {
  const texts: string[] = [];
  page.on("console", (message) => {
    if (message.text().startsWith("[service]")) texts.push(message.text());
  });
  return texts;
}

const mount = (app: Express, origins: readonly string[] = []) => {
  const handler = createChatHandler(newcomer.service(), { resolve: signedIn, onError: () => {}, origins });
  return app.use("/api/chat", toNodeHandler(handler));
};
const chat = (app: Express) => mount(app);

it("names the origins when the handler is of another one, which CORS forbids", async () => {
  const app = express();
  chat(app);
  const backend = await listen(app);
  servers.push(backend);
  const { page, told } = await visit("127.0.0.1", () => {}, `?api=${backend.url}/api/chat`);
  expect(told).toEqual([
    "[service] GET http://127.0.0.1:PORT/api/chat got no answer that the browser lets the page read: nothing listens there, or CORS forbids it, as the page is at http://127.0.0.1:PORT. Mount the chat handler on the page's own origin, or list that of the page in its option `origins`.",
  ]);
  await page.getByText(english.connection.unreachable).first().waitFor();
});

it("has a conversation with a handler of another origin that lists the page's, told apart by identity", async () => {
  const app = express();
  const backend = await listen(app);
  servers.push(backend);
  const { page, told, origin, visit: go } = await open("127.0.0.1", () => {}, `?cookies&api=${backend.url}/api/chat`);
  mount(app, [origin]);
  const identities: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") identities.push(request.headers()["x-service-identity"]);
  });
  await go();
  for (const words of ["Hello over there", "Hello again"]) {
    await page.getByRole("textbox").fill(`/say ${words}`);
    await page.keyboard.press("Enter");
    await page.getByText(words, { exact: true }).waitFor();
  }
  // The first message may be faster than the first answer, from which the page learns the identity.
  expect(identities.at(-1)).toMatch(/^[0-9a-f]{64}$/);
  expect(told).toEqual([]);
});

it("names the attribute Secure when the page is on http and its cookie was dropped", async () => {
  const { page, told } = await visit("shop.test", chat);
  expect(told).toEqual([
    "[service] GET http://shop.test:PORT/api/chat was answered 401, so the page shows nobody as signed in. `resolve`, or something before it, did not accept the request. If your sign-in sets a cookie: on http, browsers drop those with the attribute Secure.",
  ]);
  await page.getByText(english.states.signedOutTitle).waitFor();
  expect(await page.context().cookies()).toEqual([]);
});
