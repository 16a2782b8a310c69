import { chmod, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const cache = fileURLToPath(new URL("../../node_modules/.cache/service-test/", import.meta.url));
/** Threads are started from files of their own, beside the script. */
const worker = fileURLToPath(new URL("../src/store/pglite-worker.js", import.meta.url));

/**
 * Makes one plain script of a TypeScript entry and our sources, so that a test can start it as a process of its own in
 * a tenth of a second. It lies below node_modules, where it finds the libraries.
 */
export async function bundleChild(entry: URL): Promise<{ path: string; remove(): Promise<void> }> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "child-"));
  // A test may start it as another user.
  await chmod(folder, 0o755);
  const path = join(folder, "child.mjs");
  await copyFile(worker, join(folder, "pglite-worker.js"));
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile: path,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    conditions: ["service-source"],
    external: [
      "@electric-sql/pglite",
      "fs-native-extensions",
      "pg",
      "prom-client",
      "pino",
      "@opentelemetry/api",
      "kysely",
      "hono",
      "hono/*",
      "@hono/node-server",
      "valibot",
    ],
    logLevel: "error",
  });
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
