import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { root } from "./support.js";

interface Bundle {
  /** Files of ours and packages that put bytes into the bundle. */
  readonly modules: readonly string[];
  /** Minified and compressed, in bytes, without React. */
  readonly size: number;
}

/** Bundles what one import costs a page. */
async function bundle(code: string, external: readonly string[] = [], from = ["service-source"]): Promise<Bundle> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: code, resolveDir: root, loader: "ts" },
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format: "esm",
    platform: "browser",
    conditions: [...from],
    define: { "process.env.NODE_ENV": '"production"' },
    external: ["react", "react-dom", "react/jsx-runtime", ...external],
    absWorkingDir: root,
    logLevel: "error",
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const modules = inputs
    .filter(([name, { bytesInOutput }]) => bytesInOutput > 0 && name !== "<stdin>")
    .map(([name]) => name);
  return { modules, size: gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length };
}

const roomOf = (file: string): string =>
  /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ??
  /^src\/((?:(?:wire|server|conversation)\/)?[^/]+)(?=\/)/.exec(file)?.[1] ??
  file;

const roomsOf = ({ modules }: Bundle): readonly string[] => [...new Set(modules.map(roomOf))].toSorted();

describe("what one import costs a page", () => {
  it("is no server code, no query library and no markdown for useChat", async () => {
    const found = await bundle('export { useChat } from "@service/react";');
    const allowed = [
      "chat",
      "conversation",
      "conversation/decisions",
      "conversation/outbox",
      "eventsource-parser",
      "foundation",
      "hooks",
      "identity",
      "strings",
      "timeline",
      "valibot",
      "wire/http",
      "wire/protocol",
      "wire/sse",
      "zustand",
    ];
    expect(roomsOf(found).filter((room) => !allowed.includes(room))).toEqual([]);
    expect(found.modules).toContain(join("src", "hooks", "use-chat.ts"));
    // Not needed for a chat: the timeline's fold, which `useSession` loads, and the strings.
    expect(
      found.modules.filter((file) => /^src\/(timeline|strings|session|api|conversation\/(view|drafts))\//.test(file)),
    ).toEqual([]);
    // A tenth is the parser of server-sent events, as much the guards, and the rest what a durable chat does.
    expect(found.size / 1000).toBeLessThan(37.2);
  });

  it("is nothing of the chat protocol for SessionConversation", async () => {
    const found = await bundle('export { SessionConversation } from "@service/react";', ["@tanstack/react-query"]);
    const allowed = [
      "api",
      "components",
      "conversation",
      "conversation/attachments",
      "conversation/decisions",
      "conversation/drafts",
      "conversation/outbox",
      "eventsource-parser",
      "foundation",
      "hooks",
      "identity",
      "markdown",
      "session",
      "strings",
      "timeline",
      "valibot",
      "wire/http",
      "wire/protocol",
      "wire/sse",
      "zustand",
    ];
    expect(roomsOf(found).filter((room) => !allowed.includes(room))).toEqual([]);
    expect(found.modules.some((file) => file.includes("chat-chunk") || file.startsWith("src/chat/"))).toBe(false);
    console.log(`SessionConversation: ${(found.size / 1024).toFixed(1)} KB gzip without react-query`);
  });
});

describe("the compressed size of the published packages, without React and the query library", () => {
  /** As a host's bundler finds it: the built files. In KB of 1,000 bytes. */
  const shipped = async (code: string) => (await bundle(code, ["@tanstack/react-query"], [])).size / 1000;

  // The aims are ratios of a peer's size (docs/decisions/0008). Each limit is just above the size when it was set: a
  // new library or a room that was imported by mistake fails.
  // Most of it is the fold, the session and its writes.
  it("is at most 54.6 KB for a session by its id", async () => {
    expect(await shipped('export { ServiceProvider, useSessionById } from "@service/react/hooks";')).toBeLessThan(54.6);
  });

  // A third of the script is rows, cards and composer; the next largest are the fold, the strings and the outbox.
  it("is at most 158.4 KB of script and 19 of style for a whole conversation", async () => {
    expect(await shipped('export { ServiceProvider, SessionConversation } from "@service/react";')).toBeLessThan(158.4);
    expect(gzipSync(readFileSync(join(root, "dist/styles.css")), { level: 9 }).length / 1000).toBeLessThan(19);
  });
});
