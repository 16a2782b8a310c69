/** A page that follows more conversations than a browser opens connections to an origin over HTTP/1.1. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toNodeHandler } from "../../src/server/node/to-node-handler.js";
import { launch } from "../journeys/support/browser.js";
import { createBackend, type Backend } from "../support/backend.js";

const source = `
  import { ServiceProvider, useChat } from "@service/react";
  import { createElement as h } from "react";
  import { createRoot } from "react-dom/client";
  function Conversation({ name }) {
    const { messages, sendMessage } = useChat({ conversation: name });
    const words = messages.map(({ id, parts }) => h("p", { key: id }, parts.map(({ text }) => text)));
    return h("section", { id: name }, words, h("button", { onClick: () => void sendMessage("/say from " + name) }, "Send"));
  }
  const names = Array.from({ length: 8 }, (_, n) => "c" + n);
  createRoot(document.querySelector("main")).render(
    h(ServiceProvider, { identity: { tenant: "acme", user: "ana" }, headers: { "x-user": "ana" } },
      names.map((name) => h(Conversation, { key: name, name }))),
  );
`;

let browser: Browser;
let backend: Backend;
let server: Server;
let script: string;
beforeAll(async () => {
  backend = await createBackend();
  const bundled = build({
    stdin: { contents: source, resolveDir: join(import.meta.dirname, "../.."), loader: "ts" },
    bundle: true,
    write: false,
    format: "iife",
    conditions: ["service-source"],
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
  script = (await bundled).outputFiles[0]?.text ?? "";
  const chat = backend.chat();
  const page =
    '<!doctype html><meta charset="utf-8"><title>page</title><main></main><script src="/script.js"></script>';
  const answer = (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/api/chat")) return chat(request);
    const [body, type] = pathname === "/script.js" ? [script, "text/javascript"] : [page, "text/html"];
    return new Response(body, { headers: { "content-type": type } });
  };
  server = createServer(toNodeHandler(answer)).listen(0, "127.0.0.1");
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await backend.close();
});

it("sends in the last of eight conversations over HTTP/1.1, shows all their messages, and warns once", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const warnings: string[] = [];
  page.on("console", (message) => void (message.type() === "warning" && warnings.push(message.text())));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const shows = (name: string, text: string) => page.locator(`#${name}`).getByText(text, { exact: true }).waitFor();
  await page.locator("#c7").getByRole("button").click();
  await shows("c7", "from c7");

  const names = Array.from({ length: 8 }, (_, n) => `c${n}`);
  for (const conversation of names) {
    const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation });
    await chat.send(`/say elsewhere ${conversation}`);
  }
  // In turns of three seconds.
  for (const name of names) await shows(name, `elsewhere ${name}`);
  // Once they have taken turns for ten seconds.
  await expect.poll(() => warnings.length).toBe(1);
  expect(warnings).toEqual([expect.stringContaining("More than 4 conversations are followed on this page")]);
  await context.close();
});
