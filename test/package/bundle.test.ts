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
async function bundle(code: string, external: readonly string[] = []): Promise<Bundle> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: code, resolveDir: root, loader: "ts" },
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format: "esm",
    platform: "browser",
    conditions: ["service-source"],
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
  /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? /^src\/((?:chat\/)?[^/]+)/.exec(file)?.[1] ?? file;

const roomsOf = ({ modules }: Bundle): readonly string[] => [...new Set(modules.map(roomOf))].toSorted();

describe("what one import costs a page", () => {
  it("is no server code, no query library and no markdown for useChat", async () => {
    const found = await bundle('export { useChat } from "@service/react";');
    const allowed = [
      "chat/client",
      "decisions",
      "eventsource-parser",
      "foundation",
      "hooks",
      "identity",
      "outbox",
      "protocol",
      "sse",
      "strings",
      "timeline",
      "valibot",
      "zustand",
    ];
    expect(roomsOf(found).filter((room) => !allowed.includes(room))).toEqual([]);
    expect(found.modules).toContain(join("src", "hooks", "use-chat.ts"));
    console.log(`useChat: ${(found.size / 1024).toFixed(1)} KB gzip`);
  });

  it("is nothing of the chat protocol for SessionConversation", async () => {
    const found = await bundle('export { SessionConversation } from "@service/react";', ["@tanstack/react-query"]);
    const allowed = [
      "components",
      "decisions",
      "eventsource-parser",
      "foundation",
      "hooks",
      "identity",
      "marked",
      "outbox",
      "protocol",
      "remend",
      "session",
      "sse",
      "strings",
      "timeline",
      "valibot",
      "zustand",
    ];
    expect(roomsOf(found).filter((room) => !allowed.includes(room))).toEqual([]);
    expect(found.modules.some((file) => file.includes("chat-chunk") || file.startsWith("src/chat/"))).toBe(false);
    console.log(`SessionConversation: ${(found.size / 1024).toFixed(1)} KB gzip without react-query`);
  });
});
