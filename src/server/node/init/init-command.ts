/** The command `init`: writes the files of a first chat into a folder. Adds lines to `.gitignore` and changes no other file. */
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { CommandOutput } from "../doctor-command.js";
import { linesFor, missingPaths } from "./ignored-paths.js";
import { guessKind, kinds, planInit, type Kind, type PlannedFile } from "./plan-init.js";
import { readFacts } from "./project-facts.js";

export const initHelp = `service-sdk init: writes the files of a first chat, and says what to do next.

Usage: npx @service/sdk init [express | hono | next | node] [options]

  express, hono, next, node  the server of your backend (default: the one in package.json, else node)
  --folder <path>            write into this folder (default: the current one)
  --help                     print this

It changes no file that exists, except that it adds missing lines to .gitignore. It names each file that exists, and what
to put into it.
It ends with 0 when it wrote or found every file, and with 2 when it was called the wrong way or cannot write.
`;

/** An error of the command line. The message explains the correction. */
class UsageError extends Error {}

/** Returns the exit code. */
export async function initCommand(args: readonly string[], { out, err }: CommandOutput): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help === true) {
      out(initHelp);
      return 0;
    }
    const folder = resolve(values.folder ?? ".");
    const packages = await packagesIn(folder);
    const kind = kindOf(positionals, packages);
    const { files, ignored, next } = planInit(kind, await readFacts(folder, kind, packages));
    const written: PlannedFile[] = [];
    const left: PlannedFile[] = [];
    for (const file of files) ((await writeNew(join(folder, file.path), file.text)) ? written : left).push(file);
    out(report(kind, { written, ignored: await ignore(join(folder, ".gitignore"), ignored), left, next }));
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    err(`${error.message}\n\nnpx @service/sdk init --help has the rest.\n`);
    return 2;
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { folder: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function kindOf([given, ...more]: readonly string[], packages: readonly string[]): Kind {
  if (given === undefined) return guessKind(packages);
  const kind = kinds.find((name) => name === given);
  if (kind !== undefined && more.length === 0) return kind;
  throw new UsageError(`"${[given, ...more].join(" ")}" is no kind of server. Name one: ${kinds.join(", ")}.`);
}

/** The packages of the folder's `package.json`; none without one. */
async function packagesIn(folder: string): Promise<readonly string[]> {
  const path = join(folder, "package.json");
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch {
    return [];
  }
  try {
    const { dependencies, devDependencies } = JSON.parse(text) as Record<string, object | undefined>;
    return Object.keys({ ...dependencies, ...devDependencies });
  } catch {
    throw new UsageError(`${path} is not JSON. Correct it first.`);
  }
}

/** False when a file of that name exists. */
async function writeNew(path: string, text: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw notWritable(path, error);
  }
}

/** Adds paths to `.gitignore`. Returns the added ones. */
async function ignore(path: string, paths: readonly string[]): Promise<readonly string[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  const missing = missingPaths(text, paths);
  if (missing.length === 0) return missing;
  return appendFile(path, linesFor(text, missing)).then(
    () => missing,
    (error: unknown) => Promise.reject(notWritable(path, error)),
  );
}

function notWritable(path: string, error: unknown): UsageError {
  const { code } = error as NodeJS.ErrnoException;
  return new UsageError(`${path} cannot be written (${String(code)}). Check the folder and its permissions.`);
}

interface Outcome {
  readonly written: readonly PlannedFile[];
  /** Lines that `.gitignore` got. */
  readonly ignored: readonly string[];
  readonly left: readonly PlannedFile[];
  readonly next: readonly string[];
}

function report(kind: Kind, { written, ignored, left, next }: Outcome): string {
  const width = Math.max(...[...written, ...left].map(({ path }) => path.length)) + 2;
  const rows = (files: readonly PlannedFile[], text: "purpose" | "otherwise") =>
    files.map((file) => `  ${file.path.padEnd(width)}${file[text]}\n`).join("");
  return [
    `A chat for ${kind}.\n`,
    written.length > 0 ? `\nWritten:\n${rows(written, "purpose")}` : "\nNothing was written: every file exists.\n",
    ignored.length > 0 ? `\nAdded to .gitignore: ${ignored.join(", ")}\n` : "",
    left.length > 0 ? `\nLeft as they are:\n${rows(left, "otherwise")}` : "",
    `\nNext:\n${next.map((line, at) => `  ${at + 1}. ${line}\n`).join("")}`,
  ].join("");
}
