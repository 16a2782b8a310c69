/** `service-embedded backup`: copies a data folder, also while a service runs on it, which then makes the copy itself. */
import { randomUUID } from "node:crypto";
import { existsSync, watch } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isServiceError, ServiceError } from "@service/sdk/protocol";
import { UsageError } from "./cli-modules.js";
import { lookAtDataFolder } from "./data-folder.js";
import { openStorage } from "./open-storage.js";

export const backupHelp = `
  service-embedded backup --data <folder> --to <folder>   copy a data folder, also while a service runs on it; start a
                                                          service on the copy to restore it
`;

/** In the data folder, which its user alone may enter. */
const requestName = "backup.request";
const answerName = "backup.answer";

interface Request {
  readonly id: string;
  readonly to: string;
}
type Answer = { readonly id: string } & ({ readonly done: true } | { readonly code: string; readonly message: string });

const lookMs = 100;
/** How long the running process may take to make the copy (ms). */
const patienceMs = 600_000;
/** How long it may take to notice the request (ms). */
const noticeMs = 15_000;

/** @throws {UsageError | ServiceError} */
export async function backup(dataDir: string, target: string): Promise<string> {
  const to = resolve(target);
  if (existsSync(to)) throw new UsageError(`${target} is there already. Give a folder that is not, for a whole copy.`);
  await assertDataFolder(dataDir);
  try {
    const storage = await openStorage({ dataDir }, { credentials: { organizationId: "", apiKey: "" } });
    try {
      await storage.backup?.(to);
    } finally {
      await storage.close();
    }
  } catch (error) {
    if (!isServiceError(error) || error.code !== "data_folder_in_use") throw error;
    await askRunning(dataDir, to);
  }
  return `Copied to ${target}.`;
}

/** A command on data that is there must not make an empty folder and report success. @throws {UsageError} */
export async function assertDataFolder(dataDir: string): Promise<void> {
  const { is: found } = await lookAtDataFolder(dataDir);
  if (found === "data") return;
  const path = resolve(dataDir);
  const what =
    found === "missing" ? `There is no data folder at ${path}` : `${path} is no data folder, as it has no database`;
  throw new UsageError(`${what}. Check the path after --data.`);
}

/** A command that fills a folder must not add a database to another program's. @throws {UsageError} */
export async function assertOwnFolder(dataDir: string): Promise<void> {
  const { foreign } = await lookAtDataFolder(dataDir);
  if (foreign === undefined) return;
  const advice = "Name a data folder, or one that is new or empty.";
  throw new UsageError(`${resolve(dataDir)} has other files, such as ${foreign}. ${advice}`);
}

async function askRunning(dataDir: string, to: string): Promise<void> {
  const request: Request = { id: randomUUID(), to };
  await writeWhole(join(dataDir, requestName), request);
  for (let waited = 0; waited < patienceMs; waited += lookMs) {
    const answer = await readAs<Answer>(join(dataDir, answerName));
    if (answer?.id === request.id) {
      if ("done" in answer) return;
      throw new ServiceError(answer.message, { code: answer.code });
    }
    if (waited >= noticeMs && existsSync(join(dataDir, requestName))) break;
    await pause(lookMs);
  }
  await rm(join(dataDir, requestName), { force: true });
  throw new ServiceError(
    "The process that has the data folder open makes no backup. If it is a program of your own, call `backup` of its service.",
    { code: "backup_failed" },
  );
}

/** Answers requests for backups of the folder until the returned function is called. */
export function answerBackups(dataDir: string, makeCopy: (to: string) => Promise<void>): () => void {
  let working: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const path = join(dataDir, requestName);
    const request = await readAs<Request>(path);
    if (request === null) return;
    await rm(path, { force: true });
    const { id, to } = request;
    const answer = await makeCopy(to).then(
      (): Answer => ({ id, done: true }),
      (error: unknown): Answer => ({
        id,
        code: isServiceError(error) ? error.code : "backup_failed",
        message: error instanceof Error ? error.message : "The copy failed.",
      }),
    );
    await writeWhole(join(dataDir, answerName), answer);
  }

  const enqueue = () => {
    working = working.then(look).catch(() => undefined);
  };
  const watcher = watch(dataDir, { persistent: false }, (_event, name) => {
    if (name === requestName) enqueue();
  });
  watcher.on("error", () => undefined);
  enqueue();
  return () => watcher.close();
}

/** Appears whole. */
async function writeWhole(path: string, content: object): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(content), { mode: 0o600 });
  await rename(draft, path);
}

async function readAs<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch {
    return null;
  }
}
