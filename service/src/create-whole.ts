/** Files and folders that appear under their name whole, and after they are on the disk. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Calls `write` with a temporary path beside `target`, flushes the file or folder that it writes there, and renames it to
 * `target`. Simultaneous calls have a temporary path each. A failure removes it and leaves no `target`; a process that is
 * killed leaves `<target>.<uuid>.part`.
 *
 * @throws {Error} The failure of `write` or of the file system, or that `target` is there already.
 */
export async function createWhole(target: string, write: (draft: string) => Promise<void>): Promise<void> {
  assertFree(target);
  const draft = `${target}.${randomUUID()}.part`;
  try {
    await write(draft);
    await flushTree(draft);
    assertFree(target);
    await rename(draft, target).catch((error: NodeJS.ErrnoException) => {
      // Another call was faster since.
      throw takenCodes.includes(error.code) ? targetTaken(target, error) : error;
    });
    await flushFolder(dirname(target));
  } catch (error) {
    // The first failure is the one to report.
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

/** A rename replaces files and empty folders without an error. */
function assertFree(target: string): void {
  if (existsSync(target)) throw targetTaken(target);
}

function targetTaken(target: string, cause?: Error): Error {
  return new Error(`${target} is there already.`, { cause });
}

/** Codes of a rename to a folder that has content. */
const takenCodes: readonly unknown[] = ["ENOTEMPTY", "EEXIST"];

/** Flushes a file, or a folder with all its content, to the disk. */
async function flushTree(path: string): Promise<void> {
  if (!(await stat(path)).isDirectory()) return flush(path);
  for (const name of await readdir(path)) await flushTree(join(path, name));
  await flushFolder(path);
}

/** Some file systems open or flush no folders, such as network shares. */
const unsupported: readonly unknown[] = ["EACCES", "EPERM", "EISDIR", "EBADF", "EINVAL"];

async function flushFolder(path: string): Promise<void> {
  await flush(path).catch((error: NodeJS.ErrnoException) => {
    if (!unsupported.includes(error.code)) throw error;
  });
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
