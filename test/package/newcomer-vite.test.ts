import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, watchForErrors } from "../journeys/support/browser.js";
import { ConversationPage } from "../journeys/support/conversation-page.js";
import { freePort } from "../support/free-port.js";
import { NewcomerApp } from "./newcomer-app.js";
import { argumentsOf, block, blocks, commandsOf, packagesOf, untitled } from "./newcomer-readme.js";
import { bin } from "./support.js";

const heading = "From nothing to an answer";

/** The relevant files of the first command's template. */
const template = {
  "package.json": JSON.stringify({ name: "my-product", private: true, type: "module", scripts: { dev: "vite" } }),
  "index.html":
    '<!doctype html><html lang="en"><head><title>My product</title><link rel="icon" href="data:," /></head><body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body></html>',
};
const templatePackages = ["react", "react-dom", "@types/react", "@types/react-dom", "vite", "@vitejs/plugin-react"];

/** The AI SDK's own types want those of json-schema. */
const aiSdkPackages = ["ai", "@ai-sdk/react", "@ai-sdk/openai-compatible", "@types/json-schema"];

/** Packages of the guide's test of a page. */
const testPackages = [
  "vitest",
  "jsdom",
  "@testing-library/react",
  "@testing-library/dom",
  "@testing-library/user-event",
];

const compilerOptions = {
  target: "ES2023",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  types: ["node", "vite/client"],
  jsx: "react-jsx",
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noUncheckedSideEffectImports: true,
  noFallthroughCasesInSwitch: true,
  noEmit: true,
};

const editedPage =
  '<!doctype html><html lang="en"><head><title>Edited</title><link rel="icon" href="data:," /></head><body><div id="root"></div><script type="module" src="/src/edited.tsx"></script></body></html>';

const editedEntry = `import { ServiceProvider } from "@service/react";
import { createRoot } from "react-dom/client";
import { Words } from "./words";

createRoot(document.getElementById("root")!).render(
  <ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
    <Words />
  </ServiceProvider>,
);
`;

const ownWords = `import { useChat } from "@service/react";

export function Words() {
  const { messages, sendMessage, status } = useChat({ conversation: "edited" });
  return (
    <main>
      <h1>First title</h1>
      <button onClick={() => void sendMessage("/long 300 100")}>Send</button>
      <output>{status}</output>
      {messages.map(({ id, parts }) => (
        <p key={id}>{parts.map((part) => (part.type === "text" ? part.text : "")).join("")}</p>
      ))}
    </main>
  );
}
`;

const ofEdited = { "x-service-conversation": "edited" };

const ownFiles = ["chat.ts", "server.ts", "your-sign-in.ts", "src/main.tsx", "vite.config.ts"];

describe("a newcomer who follows the README in an empty Vite app", () => {
  const app = new NewcomerApp();
  let browser: Browser | undefined;
  let url = "";
  let backendPort = 0;
  const withPort = (text: string) => text.replaceAll("3001", String(backendPort));

  beforeAll(async () => {
    backendPort = await freePort();
    app.write({
      ...template,
      ...Object.fromEntries(ownFiles.map((title) => [title, withPort(block(title))])),
      "src/support.tsx": block("support.tsx"),
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          ...compilerOptions,
          module: "ESNext",
          moduleResolution: "bundler",
          verbatimModuleSyntax: true,
          moduleDetection: "force",
          skipLibCheck: true,
        },
        include: ["src", "*.ts"],
      }),
    });
    await app.install([
      ...templatePackages,
      ...packagesOf(heading),
      "hono",
      "@hono/node-server",
      "openai",
      "react-router",
      "@nats-io/transport-node",
      ...aiSdkPackages,
      ...testPackages,
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await app.remove();
  });

  it("has types that fit, and a page that builds", async () => {
    expect(await app.run(bin("tsc"), ["-p", "."])).toBe("");
    expect(await app.run(app.bin("vite"), ["build"])).toContain("built in");
  });

  it("chats in the page, with the backend and the service that the commands start", async () => {
    const args = argumentsOf(heading, "service-embedded");
    const command = args.slice(args.indexOf("--"));
    const own = args.slice(0, -command.length);
    await app.start("service-embedded", [...own, "--port", "0", ...command], /The backend answers at/);
    expect(commandsOf(heading)).toContain("npm run dev");
    url = await app.start("vite", ["--port", "0", "--host", "127.0.0.1"], /Local:\s+(http:\S+?)\/?\s/);
    browser = await launch();
    const page = await browser.newPage();
    const errors = watchForErrors(page);
    const conversation = new ConversationPage(page);
    await page.goto(url);
    await conversation.composer.waitFor();
    await conversation.send("/say It works.");
    await conversation.transcript.getByText("It works.", { exact: true }).waitFor();
    await page.reload();
    await conversation.transcript.getByText("It works.", { exact: true }).waitFor();
    expect(errors).toEqual([]);
    // Drawn with its style sheet: without one a bubble has no colour of its own.
    const bubble = page.locator(".sv-bubble").first();
    expect(await bubble.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe("rgba(0, 0, 0, 0)");
  });

  it("keeps a chat and its running answer while its component is edited", async () => {
    const wordsWith = (title: string) => ownWords.replace("First title", title);
    app.write({ "edited.html": editedPage, "src/edited.tsx": editedEntry, "src/words.tsx": ownWords });
    const page = (await browser?.newPage())!;
    const errors = watchForErrors(page);
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/") || request.isNavigationRequest())
        asked.push(request.method() + pathname + search);
    });
    await page.goto(`${url}/edited.html`);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("streaming").waitFor();
    const before = asked.splice(0);
    app.write({ "src/words.tsx": wordsWith("Second title") });
    await page.getByRole("heading", { name: "Second title" }).waitFor();
    await page.getByText("ready").waitFor();
    app.write({ "src/words.tsx": wordsWith("Third title") });
    await page.getByRole("heading", { name: "Third title" }).waitFor();
    // An answer that was read twice, or not to its end, would look different.
    const history = (await (await page.request.get(`${url}/api/chat`, { headers: ofEdited })).json()) as {
      messages: { role: string; text: string }[];
    };
    expect(await page.locator("p").allTextContents()).toEqual(history.messages.map(({ text }) => text));
    expect(history.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(before).toEqual(expect.arrayContaining(["GET/api/chat?follow=1", "POST/api/chat"]));
    expect(asked).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("finds every block of the README and its pages compiling, the packages' own types included", async () => {
    const files = Object.fromEntries([...blocks, ...untitled].map(([name, code]) => [`every/${name}`, code]));
    app.write({
      ...files,
      "every/src/support.tsx": block("support.tsx"),
      "every/css.d.ts": 'declare module "*.css";\n',
      "every/tsconfig.json": JSON.stringify({
        compilerOptions: {
          ...compilerOptions,
          types: ["node"],
          module: "ESNext",
          moduleResolution: "bundler",
          skipLibCheck: false,
        },
        include: ["**/*.ts", "**/*.tsx"],
        exclude: ["vite.config.ts"],
      }),
    });
    expect(blocks.size + untitled.size).toBeGreaterThanOrEqual(26);
    expect(await app.run(bin("tsc"), ["-p", "every"])).toBe("");
  });

  it("sees the tests of the guide pass", async () => {
    app.write({ "every/chat.test.ts": block("chat.test.ts") });
    expect(await app.run(process.execPath, ["--import", "tsx", "--test", "every/chat.test.ts"])).toContain("# fail 0");
    expect(await app.run(app.bin("vitest"), ["run", "every/support.test.tsx"])).toMatch(/Tests +1 passed/);
  });
});
