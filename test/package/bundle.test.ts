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
    // Asking a handler without a stream for one again takes 0.2, reading a stream once a frame 0.3,
    // approved calls that run or wait 0.2, and messages that are in the queue from their send on 0.5.
    // The sentence for people of a malformed answer takes 0.1, and files of messages 0.3.
    expect(found.size / 1000).toBeLessThan(33.9);
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

  // The aims are ratios of a peer's size (docs/decisions/0008). Most of it is the fold, the session and its writes.
  // The sentences of limits that are reached, and asking for a stream again, take 0.2, reading it once a frame 0.3, and
  // approved calls that run 0.1, and messages that are in the queue from their send on 0.5.
  // Calls that waited for an approval when their turn was cancelled take 0.1.
  // One place of a message in flight, and the sentence for people of a malformed answer take 0.2.
  it("is at most 50.7 KB for a session by its id", async () => {
    expect(await shipped('export { ServiceProvider, useSessionById } from "@service/react/hooks";')).toBeLessThan(50.7);
  });

  // A third of the script is rows, cards and composer.
  // 1.4 of script and 0.4 of style are the menus of composer and queue, the hint that goes once its key was used, announcements that are read once, and density.
  // The sentences of failures in the catalogue and rows that render alone take 0.7.
  // Results in the answer, folds of long texts, a print, footnotes and elapsed times take 2.7 of the script, 0.6 of the style, and presses 0.2 of the style. The room of the hint takes 0.1 of the style.
  // The queue from the send on, the menu of a source and the host's words of an approval take 0.9.
  // Copying a selection as plain HTML takes 0.5, and the place kept by folds and the limit in bytes 0.4.
  // English as in the reader's region, words for a missing network and writes that outlive their page take 0.2. The arrow of
  // selects and the cross of a search take 0.1 of the style.
  // The host's title in an announcement, pictures of a restored draft, a level for the first heading and a copy with its name take 0.3; the width of the composer takes 0.1 of the style.
  // Files of a session that was left, a sent text that stays away and typed answers that end with their session take 0.4.
  // Tab to the buttons of an empty conversation and the keys of a timeline take 0.3; room for text of 200 % 0.1 of the style.
  // Calls that waited for an approval when their turn was cancelled take 0.2.
  // One place of a message in flight, a host's row that throws and a session that is deleted while it is open take 0.3.
  // The focus, the presses and the selection in a shadow root, a frame or another window take 0.6.
  // Room beside several approvals and shapes of loading rows that can be seen take 0.1 of the script and 0.2 of the style.
  // The words of a machine's approval, the folded queue and the fault of "Other" take 1 of the script and 0.2 of the style.
  // Words in elements of their own, for a page that the browser translates, take 0.1.
  // Hover only where a pointer can hover, text that fades at an edge and the foot of a dialog take 0.4 of the style.
  // Host parts that load later, tries of those that threw and the refusing client take 0.2.
  // Forms that keep their words and ask before they discard them, and catalogue words for that, take 0.4.
  it("is at most 144 KB of script and 15.6 of style for a whole conversation", async () => {
    expect(await shipped('export { ServiceProvider, SessionConversation } from "@service/react";')).toBeLessThan(144);
    expect(gzipSync(readFileSync(join(root, "dist/styles.css")), { level: 9 }).length / 1000).toBeLessThan(15.6);
  });
});
