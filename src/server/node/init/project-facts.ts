/** Reads the facts about a folder that decide which files `init` writes. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Kind, ProjectFacts } from "./plan-init.js";

const folders = ["", "src/", "server/"];
const names = ["server", "app", "index", "main"];
const extensions = ["ts", "js", "mts", "mjs", "cts", "cjs"];

const imports: Readonly<Record<Exclude<Kind, "next">, RegExp>> = {
  express: /["']express["']/,
  hono: /["'](?:hono|@hono\/node-server)["']/,
  node: /["'](?:node:)?http["']/,
};

export async function readFacts(folder: string, kind: Kind, packages: readonly string[]): Promise<ProjectFacts> {
  return {
    packages,
    hasSourceApp: await isFolder(join(folder, "src/app")),
    server: kind === "next" ? undefined : await findServer(folder, imports[kind]),
  };
}

/** The first usual file that imports the server's package. */
async function findServer(folder: string, pattern: RegExp): Promise<string | undefined> {
  const paths = folders.flatMap((place) =>
    names.flatMap((name) => extensions.map((extension) => `${place}${name}.${extension}`)),
  );
  for (const path of paths) {
    const text = await readFile(join(folder, path), "utf8").catch(() => "");
    if (pattern.test(text)) return path;
  }
  return undefined;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
