import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/free-port.js";
import { NewcomerApp } from "./newcomer-app.js";
import { bin } from "./support.js";

const compilerOptions = {
  target: "ES2023",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  types: ["node"],
  jsx: "react-jsx",
  strict: true,
  noUnusedLocals: true,
  module: "ESNext",
  moduleResolution: "bundler",
  noUncheckedSideEffectImports: true,
  noEmit: true,
};

/** One installation for all kinds: each folder below it finds the packages above itself. */
const app = new NewcomerApp();
let servicePort = 0;

beforeAll(async () => {
  servicePort = await freePort();
  app.write({ "package.json": JSON.stringify({ name: "my-product", private: true, type: "module" }) });
  const servers = ["express", "hono", "@hono/node-server", "tsx", "@types/express", "@types/node"];
  const page = ["react", "react-dom", "@types/react", "@types/react-dom"];
  await app.install(["@service/react", "@service/sdk", "@service/embedded", ...servers, ...page]);
});
afterAll(() => app.remove());

const service = ["--data", ".service", "--port"];

describe("a product that service-sdk init began in an empty folder", () => {
  it("gets its .env from service-embedded --env", async () => {
    const lines = await app.run(app.bin("service-embedded"), [...service, String(servicePort), "--env"]);
    expect(lines.match(/^SERVICE_\w+=\S+$/gm)).toHaveLength(3);
    app.write({ ".env": lines });
    await app.start("service-embedded", [...service, String(servicePort)], /answers at (\S+)/);
  });

  it.each(["express", "hono", "node"])("compiles, and answers a message: %s", async (kind) => {
    const port = String(await freePort());
    app.write({
      [`${kind}/package.json`]: JSON.stringify({ type: "module", dependencies: { react: "*" } }),
      [`${kind}/tsconfig.json`]: JSON.stringify({
        compilerOptions,
        include: ["*.ts", "src"],
        exclude: ["vite.config.ts"],
      }),
    });
    const report = await app.run(app.bin("service-sdk"), ["init", kind, "--folder", join(app.path, kind)]);
    expect(report).toContain("Written:\n  chat.ts");
    expect(await app.run(bin("tsc"), ["-p", kind])).toBe("");

    const server = readFileSync(join(app.path, kind, "server.ts"), "utf8");
    app.write({ [`${kind}/server.ts`]: server.replace("3001", port) });
    void app.start("tsx", ["--env-file=.env", `${kind}/server.ts`], /never/).catch(() => {});
    const address = `http://127.0.0.1:${port}/api/chat`;
    const headers = { "content-type": "application/json", "x-service-conversation": kind };
    await expect
      .poll(() =>
        fetch(address, { headers }).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
    const answer = await fetch(address, {
      method: "POST",
      headers,
      body: JSON.stringify({ message: "/say It works." }),
    });
    expect(await answer.text()).toContain("It works.");
  });
});
