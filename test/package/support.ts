import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");
export const bin = (name: string): string => join(root, "node_modules/.bin", name);

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
}

/** The names one would import, styles and manifests left out. */
export function entriesOf(folder: string): readonly string[] {
  const { name, exports } = readManifest(folder);
  return Object.keys(exports)
    .filter((path) => !/\.(css|json)$/.test(path))
    .map((path) => name + path.slice(1));
}

/** An empty folder with the given packages installed, as in another project. */
export function installFolder(packages: readonly string[]): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "installed-"));
  writeFileSync(join(path, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error", ...packages], path);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs a program and gives what it printed; throws with all of it when it fails. */
export function run(program: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(" ")} failed:\n${stdout ?? ""}\n${stderr ?? ""}`, { cause: error });
  }
}
