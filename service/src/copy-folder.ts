/** Copies a data folder that this process has open. */
import { copyFile, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { ServiceError } from "@service/sdk/protocol";

/**
 * The target appears whole, and after it is on the disk. A failure before that leaves nothing.
 *
 * @throws {ServiceError} `backup_failed`
 */
export async function copyFolder(
  { path, filesPath }: { readonly path: string; readonly filesPath: string },
  copyDatabase: (to: string) => Promise<void>,
  to: string,
): Promise<void> {
  const draft = `${to}.part`;
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    await copyDatabase(join(draft, "database"));
    for (const { name, parentPath } of await readdir(filesPath, { recursive: true, withFileTypes: true }).then((all) =>
      all.filter((entry) => entry.isFile()),
    )) {
      await copyContent(join(parentPath, name), join(draft, "files", relative(filesPath, parentPath)), name);
    }
    await copyContent(join(path, "development.json"), draft, "development.json");
    await flushTree(draft);
    await rename(draft, to);
    await flushFolder(dirname(to));
  } catch (error) {
    // The first failure is the one to report.
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    throw new ServiceError(`The copy to ${to} failed: ${error instanceof Error ? error.message : "no reason given"}`, {
      code: "backup_failed",
      cause: error,
    });
  }
}

/** A file that was erased meanwhile is left out. */
async function copyContent(from: string, folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await copyFile(from, join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}

/** Flushes a folder with all its content to the disk. */
async function flushTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? flushTree(path) : flush(path));
  }
  await flushFolder(folder);
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
