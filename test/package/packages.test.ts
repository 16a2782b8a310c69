import { existsSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { bin, entriesOf, installFolder, root, run } from "./support.js";

const tarballs = inject("tarballs");
let app: ReturnType<typeof installFolder>;
let backend: ReturnType<typeof installFolder>;

beforeAll(() => {
  backend = installFolder([tarballs["@service/sdk"], tarballs["@service/embedded"]]);
  app = installFolder([
    tarballs["@service/react"],
    tarballs["@service/sdk"],
    "react@19.3.1",
    "react-dom@19.3.1",
    "@types/react@19",
    "@types/node@20",
  ]);
}, 180_000);

afterAll(() => {
  app?.remove();
  backend?.remove();
});

/** Imports each entry in a process of its own folder and prints how many names it has. */
function importAll(folder: string, entries: readonly string[]): Record<string, number> {
  const script = `const found = {}; for (const entry of ${JSON.stringify(entries)}) found[entry] = Object.keys(await import(entry)).length; console.log(JSON.stringify(found));`;
  return JSON.parse(run(process.execPath, ["--input-type=module", "-e", script], folder)) as Record<string, number>;
}

const backendEntries = [...entriesOf("sdk"), ...entriesOf("service")];
/** Entries that need a package of the host, and that package. */
const peerEntries = { "@service/embedded/model": "ai", "@service/embedded/nats": "@nats-io/transport-node" };

describe("the packed packages", () => {
  it("give every entry of @service/react", () => {
    const found = importAll(app.path, entriesOf("."));
    expect(Object.values(found).every((names) => names > 0)).toBe(true);
    expect(Object.keys(found)).toHaveLength(8);
  });

  it("give every entry of the backend half but those of the host's own packages where none of these is installed", () => {
    for (const name of ["react", ...Object.values(peerEntries)]) {
      expect(() => run(process.execPath, ["-e", `require.resolve('${name}')`], backend.path)).toThrow(
        "Cannot find module",
      );
    }
    const found = importAll(
      backend.path,
      backendEntries.filter((entry) => !Object.hasOwn(peerEntries, entry)),
    );
    expect(Object.values(found).every((names) => names > 0)).toBe(true);
    expect(Object.keys(found)).toHaveLength(7);
    for (const [entry, name] of Object.entries(peerEntries)) {
      expect(() => importAll(backend.path, [entry])).toThrow(`Cannot find package '${name}'`);
    }
  });

  it("give every entry of the backend half where the AI SDK and the client of NATS are installed", () => {
    const own = [tarballs["@service/sdk"], tarballs["@service/embedded"]];
    const withPeers = installFolder([...own, "ai@6.0.326", "@nats-io/transport-node@3.3.1"]);
    try {
      const found = importAll(withPeers.path, backendEntries);
      expect(Object.values(found).every((names) => names > 0)).toBe(true);
      expect(Object.keys(found)).toHaveLength(9);
    } finally {
      withPeers.remove();
    }
  });

  it.each([
    ["@service/react", "."],
    ["@service/sdk", "sdk"],
    ["@service/embedded", "service"],
  ] as const)("pass publint and are-the-types-wrong: %s", (name, folder) => {
    const styles =
      name === "@service/react" ? ["--exclude-entrypoints", "styles.css", "styles.layer.css", "tokens.css"] : [];
    expect(run(bin("publint"), ["--strict", tarballs[name]], tmpdir())).toContain("All good");
    const report = run(bin("attw"), [tarballs[name], "--profile", "esm-only", ...styles], tmpdir());
    // It also ends well for a package without any types, so each entry's line is counted.
    expect(report.match(/node16 \(from ESM\): 🟢 \(ESM\)/g)).toHaveLength(entriesOf(folder).length);
  });

  it.each(["index.js", "entries/hooks.js"])('begin client entries with "use client": %s', (file) => {
    const bytes = Buffer.alloc(13);
    readSync(openSync(join(app.path, "node_modules/@service/react/dist", file), "r"), bytes, 0, 13, 0);
    expect(bytes.toString()).toBe('"use client";');
  });

  it.each(["index.js", "entries/hooks.js"])(
    "name what client entries export, as a client boundary must: %s",
    (file) => {
      const code = readFileSync(join(app.path, "node_modules/@service/react/dist", file), "utf8");
      expect(code).not.toMatch(/\bexport\s*\*/);
    },
  );

  it("contain no path of the build machine, and no source condition", () => {
    for (const [name, file] of [
      ["react", "entries/chat.js"],
      ["sdk", "chat.js"],
    ] as const) {
      const manifest = readFileSync(join(app.path, `node_modules/@service/${name}/package.json`), "utf8");
      expect(manifest).not.toContain("service-source");
      expect(readFileSync(join(app.path, `node_modules/@service/${name}/dist/${file}`), "utf8")).not.toContain(root);
    }
  });

  it.each(["react", "sdk", "embedded"])(
    "contain every target of links in their README and pages: @service/%s",
    (name) => {
      const folder = join((name === "react" ? app : backend).path, "node_modules/@service", name);
      const docs = readdirSync(join(folder, "docs")).filter((file) => file.endsWith(".md"));
      const pages = ["README.md", "CHANGELOG.md", "SECURITY.md", ...docs.map((file) => `docs/${file}`)];
      const links = pages.flatMap((page) =>
        [...readFileSync(join(folder, page), "utf8").matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(
          ([, file = ""]) => join(page, "..", file),
        ),
      );
      expect(links).toEqual(expect.arrayContaining(["docs/servers.md", "docs/deploy.md", "docs/deploy/nginx.conf"]));
      expect(links.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
    },
  );

  it.each(["service-embedded", "service-sdk"])("have their version from the command %s", (command) => {
    expect(run(join(backend.path, "node_modules/.bin", command), ["--version"], backend.path)).toBe("0.1.0\n");
  });

  it("run the embedded service from its command", () => {
    const script = `const { spawn } = await import("node:child_process");
      const child = spawn("node_modules/.bin/service-embedded", ["--memory", "--port", "0", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
      const line = await new Promise((resolve) => child.stdout.once("data", (data) => resolve(String(data).split("\\n")[0])));
      const health = await (await fetch(JSON.parse(line).url + "/healthz")).json();
      child.kill(); console.log(JSON.stringify(health));`;
    expect(JSON.parse(run(process.execPath, ["--input-type=module", "-e", script], backend.path))).toMatchObject({
      ok: true,
      serverVersion: "0.1.0",
    });
  });

  it("run the doctor from its command, before a host made of them", () => {
    const script = `const { spawn } = await import("node:child_process");
      const { createServer } = await import("node:http");
      const { createEmbeddedService } = await import("@service/embedded");
      const { createChatHandler, Service } = await import("@service/sdk/chat");
      const { toNodeHandler } = await import("@service/sdk/node");
      const embedded = await createEmbeddedService();
      const { url: baseUrl } = await embedded.listen({ port: 0 });
      const service = new Service({ baseUrl, apiKey: embedded.apiKey, organizationId: embedded.organizationId, source: "packed" });
      const resolve = (request) => ({ tenant: "acme", user: request.headers.get("x-user") ?? "nobody" });
      const host = createServer(toNodeHandler(createChatHandler(service, { resolve, heartbeatMs: 30 })));
      await new Promise((listening) => host.listen(0, "127.0.0.1", listening));
      const url = "http://127.0.0.1:" + host.address().port + "/api/chat";
      const people = ["--header", "x-user: ana", "--other-header", "x-user: ben"];
      const child = spawn("node_modules/.bin/service-sdk", ["doctor", url, ...people, "--wait", "0.2", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
      let text = "";
      child.stdout.on("data", (data) => (text += data));
      const code = await new Promise((ended) => child.once("close", ended));
      host.close(); host.closeAllConnections(); await embedded.close();
      console.log(JSON.stringify({ code, ...JSON.parse(text) }));`;
    const { code, sent, findings } = JSON.parse(
      run(process.execPath, ["--input-type=module", "-e", script], backend.path),
    ) as { code: number; sent: boolean; findings: { check: string; outcome: string }[] };
    expect([code, sent]).toEqual([0, true]);
    expect(findings.filter(({ outcome }) => outcome !== "ok").map(({ check }) => check)).toEqual(["time-out"]);
  });

  it("render each component on a server", () => {
    writeFileSync(join(app.path, "render.mjs"), readFileSync(join(root, "test/package/server-render.mjs")));
    const html = JSON.parse(run(process.execPath, ["render.mjs"], app.path)) as Record<string, string>;
    expect(Object.keys(html).toSorted()).toEqual([
      "ChatComposer",
      "ChatConversation",
      "MessageTimeline",
      "SessionConversation",
    ]);
    for (const markup of Object.values(html)) {
      expect(markup).toContain("sv-");
      // A style attribute in server HTML would break a strict content security policy.
      expect(markup).not.toMatch(/ style="/);
    }
  });
});
