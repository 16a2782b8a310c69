/** Size of a page's bundle, minified and compressed, without React and react-query, in bytes. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const peerPackages = ["react", "react-dom", "react/jsx-runtime", "@tanstack/react-query"];

async function bundled(contents, loader = "ts") {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(here, "service-react"), loader },
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    platform: "browser",
    external: peerPackages,
    logLevel: "error",
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

export async function measureSizes() {
  const hooks = await bundled('export { ServiceProvider, useSessionById } from "@service/react/hooks";');
  const script = await bundled('export { ServiceProvider, SessionConversation } from "@service/react";');
  const css = await bundled('@import "@service/react/styles.css";', "css");
  return { hooks, conversation: script + css, script, css };
}
