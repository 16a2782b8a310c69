/** `service-embedded backup`: copies a data folder, also while a service runs on it, which then makes the copy itself. */
import { randomUUID } from "node:crypto";
import { existsSync, watch } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isServiceError, ServiceError } from "@service/sdk/protocol";
import { UsageError } from "./cli-modules.js";
import { isHolderAlive } from "./data-folder-lock.js";
import { lookAtDataFolder } from "./data-folder.js";
import { openStorage } from "./open-storage.js";

export const backupHelp = `
  service-embedded backup --data <folder> --to <folder>   copy a data folder, also while a service runs on it; start a
                                                          service on the copy to restore it
`;

/**
 * Files in the data folder, which its user alone may enter: each command writes a request of its own. The service renames it
 * while it makes the copy, writes its answer and removes the request.
 */
const requestPattern = /^backup\.([\da-f-]{36})\.request$/;
const pathsOf = (dataDir: string, id: string) => ({
  request: join(dataDir, `backup.${id}.request`),
  taken: join(dataDir, `backup.${id}.taken`),
  answer: join(dataDir, `backup.${id}.answer`),
});

interface Request {
  readonly to: string;
}
type Answer = { readonly done: true } | { readonly code: string; readonly message: string };

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
  const { request, taken, answer } = pathsOf(dataDir, randomUUID());
  await writeWhole(request, { to } satisfies Request).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === "ENOSPC" ? "its disk is full" : error.message;
    throw failed(
      `The running service cannot be asked for a backup, as ${dataDir} cannot be written: ${reason}.`,
      error,
    );
  });
  try {
    for (let waited = 0; waited < patienceMs; waited += lookMs) {
      // Before the look at the files: an answer is written by a process that lives.
      const isAlive = await isHolderAlive(dataDir);
      const [isAsked, isTaken] = [existsSync(request), existsSync(taken)];
      const found = await readAs<Answer>(answer);
      if (found !== null) {
        if ("done" in found) return;
        throw new ServiceError(found.message, { code: found.code });
      }
      if (!isAlive) throw failed("The process that had the data folder open has ended. Repeat the backup.");
      if (isAsked && waited >= noticeMs) break;
      if (!isAsked && !isTaken) {
        if (existsSync(to)) return;
        throw failed(
          "The service made no copy and could not write the reason. Check the room on its disk, and its log.",
        );
      }
      await pause(lookMs);
    }
  } finally {
    for (const path of [request, taken, answer]) await rm(path, { force: true });
  }
  throw failed(
    "The process that has the data folder open makes no backup. If it is a program of your own, call `backup` of its service.",
  );
}

function failed(message: string, cause?: unknown): ServiceError {
  return new ServiceError(message, { code: "backup_failed", cause });
}

/** Answers requests for backups of the folder until the returned function is called. Copies do not wait for each other. */
export function answerBackups(dataDir: string, makeCopy: (to: string) => Promise<void>): () => void {
  async function take(id: string): Promise<void> {
    const { request, taken, answer } = pathsOf(dataDir, id);
    // One look alone takes it.
    await rename(request, taken);
    try {
      const { to } = (await readAs<Request>(taken)) ?? {};
      if (to === undefined) return;
      await writeWhole(
        answer,
        await makeCopy(to).then(
          (): Answer => ({ done: true }),
          (error: unknown): Answer => ({
            code: isServiceError(error) ? error.code : "backup_failed",
            message: error instanceof Error ? error.message : "The copy failed.",
          }),
        ),
      );
    } finally {
      await rm(taken, { force: true });
    }
  }

  const look = (name: string | null) => {
    const [, id] = requestPattern.exec(name ?? "") ?? [];
    if (id !== undefined) void take(id).catch(() => undefined);
  };
  const watcher = watch(dataDir, { persistent: false }, (_event, name) => look(name));
  watcher.on("error", () => undefined);
  void readdir(dataDir).then(
    (names) => names.forEach(look),
    () => undefined,
  );
  return () => watcher.close();
}

/** Appears whole. A failure leaves nothing. */
async function writeWhole(path: string, content: object): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, JSON.stringify(content), { mode: 0o600 });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function readAs<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch {
    return null;
  }
}
