/**
 * Allows one process at a time to open a data folder.
 *
 * PGlite itself lets two processes open one folder and damage it. The kernel owns the lock and releases it when the
 * process ends, however it ends. So a restart after a crash opens at once, and a process in another container is
 * detected as well.
 */
import { tryLock } from "fs-native-extensions";
import { open, readFile, type FileHandle } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { ServiceError } from "@service/sdk/protocol";

interface FolderLock {
  /** Opens the folder to other processes. */
  release(): Promise<void>;
}

/**
 * Locks a folder that exists and is writable. The file `lock` stays there for ever: removing it would let two processes lock
 * two files of that name.
 *
 * @throws {ServiceError} `data_folder_in_use` when another process has the folder open, `data_folder_not_lockable` when its
 *   file system has no locks.
 */
export async function lockFolder(folder: string, now: () => number = Date.now): Promise<FolderLock> {
  const path = join(folder, "lock");
  const file = await open(path, "a+", 0o600);
  try {
    if (!isGranted(file, folder)) throw inUse(folder, await readHolder(path));
    await writeHolder(file, now);
  } catch (error) {
    await file.close();
    throw error;
  }
  return { release: () => file.close() };
}

function isGranted(file: FileHandle, folder: string): boolean {
  try {
    return tryLock(file.fd);
  } catch (error) {
    throw new ServiceError(
      `The data folder ${folder} cannot be locked: its file system supports no locks. Use a folder on a local disk.`,
      { code: "data_folder_not_lockable", cause: error },
    );
  }
}

/** Names the owner for people who read the file or the error. Nothing decides by it. */
async function writeHolder(file: FileHandle, now: () => number): Promise<void> {
  await file.truncate();
  await file.write(`process ${process.pid} on ${hostname()}, since ${new Date(now()).toISOString()}\n`);
}

/**
 * Whether the process lives that has a folder locked. True where this cannot be found out, as for a process of another
 * container.
 */
export async function isHolderAlive(folder: string): Promise<boolean> {
  const [, pid, host] = /^process (\d+) on ([\w.-]+),/.exec(await readHolder(join(folder, "lock"))) ?? [];
  if (pid === undefined || host !== hostname()) return true;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

async function readHolder(path: string): Promise<string> {
  // On Windows no other process can read a locked file.
  const text = await readFile(path, "utf8").catch(() => "");
  const [line = ""] = text.split("\n");
  return /^process \d+ on [\w.-]{1,255}, since [\w:.-]+$/.test(line) ? line : "another process";
}

function inUse(folder: string, holder: string): ServiceError {
  return new ServiceError(
    `The data folder ${folder} is already open (${holder}). Only one process may open a folder: stop that process, or use another folder.`,
    { code: "data_folder_in_use" },
  );
}
