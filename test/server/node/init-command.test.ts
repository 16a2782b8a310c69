import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { initCommand } from "../../../src/server/node/init/init-command.js";
import * as templates from "../../../src/server/node/init/templates.js";
import { block } from "../../package/newcomer-readme.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "init-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  const said = { out: "", err: "" };
  const output = { out: (text: string) => void (said.out += text), err: (text: string) => void (said.err += text) };
  const code = await initCommand([...args, "--folder", folder], output);
  return { code, ...said };
}

const written = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "package.json")
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const usePackages = (...names: string[]) =>
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, "1"])) }),
  );

const backend = [".gitignore", "chat.ts", "server.ts", "your-sign-in.ts"];

describe("the command init", () => {
  it.each([
    ["express", "toNodeHandler(chat)"],
    ["hono", "new Hono()"],
    ["node", "createServer("],
  ])("writes a backend for %s", async (kind, mounts) => {
    const { code, out, err } = await run(kind);
    expect([code, err, written()]).toEqual([0, "", backend]);
    expect(read("server.ts")).toContain(mounts);
    expect(out).toContain(`A chat for ${kind}.\n\nWritten:\n  chat.ts`);
    expect(out).toContain("npx service-embedded --data .service -- npx tsx server.ts   #");
    expect(out).toContain(`curl -N localhost:3001/api/chat `);
    expect(read(".gitignore")).toBe("# Added by service-sdk init\n.env\n.service\nnode_modules\n");
  });

  it("takes the server from package.json, and writes a page where React is installed", async () => {
    usePackages("express", "react", "@service/sdk");
    const { out } = await run();
    expect(written()).toEqual([...backend, "src/support.tsx", "vite.config.ts"].toSorted());
    expect(out).toContain("A chat for express.");
    expect(out).toContain("npm install @service/react\n");
    expect(out).toContain("npm install -D @service/embedded tsx @types/express @types/node\n");
  });

  it.each([
    ["app", ""],
    ["src/app", "src/"],
  ])("writes the routes of Next.js below %s", async (app, before) => {
    mkdirSync(join(folder, app), { recursive: true });
    await run("next");
    const files = ["chat.ts", "support.tsx", "your-sign-in.ts"].map((name) => before + name);
    const routes = [`${app}/api/chat/[[...path]]/route.ts`, `${app}/support/page.tsx`];
    expect(written()).toEqual([".gitignore", ...files, ...routes].toSorted());
  });

  it("overwrites nothing, and prints what to add to an existing file", async () => {
    usePackages("express", "react");
    writeFileSync(join(folder, "vite.config.ts"), "mine");
    writeFileSync(join(folder, "server.ts"), "mine too");
    const { code, out } = await run();
    expect([code, read("vite.config.ts"), read("server.ts")]).toEqual([0, "mine", "mine too"]);
    expect(out).toMatch(
      /Left as they are:\n +server\.ts +add, before express\.json\(\): import .* app\.use\("\/api\/chat"/,
    );
    expect(out).toContain('server: { proxy: { "/api": "http://127.0.0.1:3001" } }');
    expect((await run()).out).toContain("Nothing was written: every file exists.");
  });

  it.each([
    ["express", "app.js", 'const express = require("express");'],
    ["hono", "src/index.ts", 'import { Hono } from "hono";'],
    ["node", "server/main.mjs", 'import { createServer } from "node:http";'],
  ])("writes no second server beside an existing one: %s in %s", async (kind, path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    const { out } = await run(kind);
    expect(written()).toEqual([".gitignore", "chat.ts", "your-sign-in.ts", path].toSorted());
    expect(out).toContain(`Left as they are:\n  ${path}`);
    expect(out).toContain(`npx service-embedded --data .service -- npx tsx ${path}   #`);
    expect(read(path)).toBe(text);
  });

  it.each([
    ["a folder of the same name", "/.env\n.service/\nnode_modules", "/.env\n.service/\nnode_modules"],
    ["a pattern", ".env*\n.s*e\n/node_modules\n", ".env*\n.s*e\n/node_modules\n"],
    [
      "some of the paths",
      "node_modules\n.envrc\n!.env",
      "node_modules\n.envrc\n!.env\n\n# Added by service-sdk init\n.env\n.service\n",
    ],
  ])("adds to .gitignore only the missing paths: %s", async (_, before, after) => {
    writeFileSync(join(folder, ".gitignore"), before);
    const { out } = await run("node");
    expect(read(".gitignore")).toBe(after);
    expect(out.includes("\nAdded to .gitignore: .env, .service\n")).toBe(before !== after);
  });

  it.each([
    [["koa"], '"koa" is no kind of server. Name one: express, hono, next, node.'],
    [["--wrong"], "--wrong"],
  ])("answers %j with the mistake and exit code 2, and writes nothing", async (args, why) => {
    const { code, out, err } = await run(...args);
    expect([code, out, err, written()]).toEqual([2, "", expect.stringContaining(why), []]);
  });

  it("reports a package.json that is not JSON", async () => {
    writeFileSync(join(folder, "package.json"), "{");
    expect(await run()).toMatchObject({ code: 2, err: expect.stringContaining("is not JSON") });
  });

  it.each([
    ["chat.ts", templates.chat],
    ["your-sign-in.ts", templates.signIn],
    ["server.ts", templates.expressServer],
    ["support.tsx", templates.support],
    ["vite.config.ts", templates.viteConfig],
    ["app/api/chat/[[...path]]/route.ts", templates.nextRoute],
  ])("writes %s as the pages print it", (title, text) => {
    expect(text).toBe(block(title));
  });
});
