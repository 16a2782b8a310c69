import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeHost, type RunningHost } from "../servers/support/host-suite.js";
import { describeSlowReader } from "../servers/support/slow-reader-suite.js";
import type { World } from "../servers/support/world.js";
import { NewcomerApp } from "./newcomer-app.js";
import { block } from "./newcomer-readme.js";

/** Files of the documents, in addition to those that `init` writes. */
const own = ["session-proxy.ts", "app/page.tsx", "app/api/service/[...path]/route.ts"];

/** The files of an empty app, with a sign-in that trusts a header, as a test has no cookies. */
const files = {
  "package.json": JSON.stringify({ name: "my-product", private: true, scripts: { build: "next build" } }),
  "app/layout.tsx":
    'export default function Layout({ children }: { children: React.ReactNode }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
  "your-sign-in.ts":
    'export async function whoIs(request: Request) {\n  const user = request.headers.get("x-user");\n  return user ? { tenant: "acme", user } : null;\n}\n',
};

const app = new NewcomerApp();
beforeAll(async () => {
  app.write({ ...files, ...Object.fromEntries(own.map((title) => [title, block(title)])) });
  const types = ["typescript", "@types/react", "@types/react-dom", "@types/node"];
  await app.install(["next", "react", "react-dom", "@service/react", "@service/sdk", ...types]);
});
beforeAll(async () => {
  const report = await app.run(app.bin("service-sdk"), ["init"]);
  expect(report).toMatch(
    /^A chat for next\.\n\nWritten:\n +chat\.ts .*\n +support\.tsx [^]*Left as they are:\n +your-sign-in\.ts /,
  );
});
// No key is at hand, as where a product is built.
beforeAll(async () => void (await app.run(app.bin("next"), ["build"])));
afterAll(() => app.remove());

async function open({ service }: World): Promise<RunningHost> {
  const env = {
    SERVICE_API_BASE_URL: service.baseUrl,
    SERVICE_API_KEY: service.apiKey,
    SERVICE_ORGANIZATION_ID: service.organizationId,
  };
  const url = await app.start(
    "next",
    ["start", "-p", "0", "-H", "127.0.0.1"],
    /Local:\s+(http:\S+?)\/?\s[^]*Ready/,
    env,
  );
  return { chat: `${url}/api/chat`, proxy: `${url}/api/service`, close: () => app.stop() };
}

describe("a newcomer who follows the README in a Next.js app", () => {
  it("gets a page that is drawn on the server, styles and all", async () => {
    const url = await app.start("next", ["start", "-p", "0", "-H", "127.0.0.1"], /Local:\s+(http:\S+?)\/?\s[^]*Ready/);
    const html = await (await fetch(url)).text();
    expect(html).toContain('class="sv-');
    const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(await (await fetch(url + sheet)).text()).toContain(".sv-bubble");
    expect(await (await fetch(`${url}/support`)).text()).toContain('class="sv-');
    await app.stop();
  });
});

describeHost("Next.js", open, { options: 204 });
describeSlowReader("Next.js", open, 20_000);
