/**
 * Sizes of pages of the kit and of the AI SDK, bundled alike in one run: the code that loads first, minified and
 * compressed, in bytes. Without React and react-query, which the pages of the AI SDK do not use. Code that a page loads
 * later is not counted.
 */
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const kit = join(here, "service-react");
const peer = join(here, "harness/contenders/aisdk-streamdown");
const query = "@tanstack/react-query";
const react = ["react", "react-dom", "react-dom/client", "react/jsx-runtime"];

async function bundled(contents, folder, external = [query]) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder, loader: contents.startsWith("@import") ? "css" : "tsx", sourcefile: "main" },
    outdir: "/out",
    bundle: true,
    splitting: true,
    metafile: true,
    write: false,
    minify: true,
    jsx: "automatic",
    format: "esm",
    target: "es2022",
    platform: "browser",
    legalComments: "none",
    external: [...react, ...external],
    logLevel: "error",
  });
  const outputs = new Map(Object.entries(metafile.outputs).map(([file, output]) => [basename(file), output]));
  const first = new Set([...outputs].flatMap(([file, { entryPoint }]) => (entryPoint ? [file] : [])));
  for (const file of first) {
    for (const { path, kind } of outputs.get(file).imports) {
      if (kind === "import-statement" && outputs.has(basename(path))) first.add(basename(path));
    }
  }
  const files = outputFiles.filter(({ path }) => first.has(basename(path)));
  return files.reduce((sum, { contents: bytes }) => sum + gzipSync(bytes, { level: 9 }).length, 0);
}

export async function measureSizes() {
  const session = 'export { ServiceProvider, SessionConversation } from "@service/react";';
  const chat = 'export { ServiceProvider, ChatConversation } from "@service/react";';
  const css = await bundled('@import "@service/react/styles.css";', kit);
  return {
    useChat: await bundled('export { useChat } from "@service/react";', kit),
    hooks: await bundled('export { ServiceProvider, useSessionById } from "@service/react/hooks";', kit),
    session: (await bundled(session, kit)) + css,
    sessionWithQuery: (await bundled(session, kit, [])) + css,
    chat: (await bundled(chat, kit)) + css,
    css,
    peerHook: await bundled('export * from "./hook.ts";', peer),
    peerPage: await bundled('export * from "./entry.tsx";', peer),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await measureSizes());
