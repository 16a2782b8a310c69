/** Bundles a program of this folder with the service's source, so that it runs in a process of its own. */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../scripts/prepare.mjs";

const cache = join(root, "node_modules/.cache/bench-service");
/** Files that the bundle starts as processes or threads, beside it. */
const beside = ["service/src/store/pglite-worker.js", "service/test/postgres/server-guard.mjs"];

/** @returns the path of the bundle */
export async function bundle(name) {
  mkdirSync(cache, { recursive: true });
  const outfile = join(cache, `${name}.mjs`);
  await build({
    entryPoints: [join(root, `bench/service/${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["service-source"],
    packages: "external",
    alias: { "@service/sdk/protocol": join(root, "src/entries/protocol.ts") },
    logLevel: "error",
  });
  for (const path of beside) copyFileSync(join(root, path), join(cache, path.split("/").at(-1)));
  return outfile;
}
