import { chmod, copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

const cache = fileURLToPath(new URL("../../node_modules/.cache/service-test/", import.meta.url));
/** Threads are started from files of their own, beside the script. */
const worker = fileURLToPath(new URL("../src/store/pglite-worker.js", import.meta.url));

/** Replaces text that occurs once in a file. */
interface Edit {
  readonly file: URL;
  readonly code: string;
  readonly becomes: string;
}

function editing({ file, code, becomes }: Edit): Plugin {
  const path = fileURLToPath(file);
  return {
    name: "edit",
    setup(builder) {
      builder.onLoad({ filter: new RegExp(`/${basename(path)}$`) }, async (loaded) => {
        if (loaded.path !== path) return undefined;
        const parts = (await readFile(path, "utf8")).split(code);
        if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} times: ${code}`);
        return { contents: parts.join(becomes), loader: "ts" };
      });
    },
  };
}

/**
 * Makes one plain script of a TypeScript entry and our sources, so that a test can start it as a process of its own in
 * a tenth of a second. It lies below node_modules, where it finds the libraries.
 *
 * @param edit changes one source, as a later version would.
 */
export async function bundleChild(entry: URL, edit?: Edit): Promise<{ path: string; remove(): Promise<void> }> {
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
      "cross-spawn",
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
    plugins: edit === undefined ? [] : [editing(edit)],
  });
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
