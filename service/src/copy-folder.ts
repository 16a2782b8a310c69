/** Copies a data folder that this process has open. */
import { copyFile, mkdir, readdir, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { ServiceError } from "@service/sdk/protocol";
import { createWhole } from "./create-whole.js";

/**
 * The target appears whole, and after it is on the disk. A failure before that leaves nothing.
 *
 * @throws {ServiceError} `backup_failed`, also when the target is there already.
 */
export async function copyFolder(
  { path, filesPath }: { readonly path: string; readonly filesPath: string },
  copyDatabase: (to: string) => Promise<void>,
  to: string,
): Promise<void> {
  const copyTo = async (draft: string) => {
    await assertOutside(path, to);
    await mkdir(draft, { recursive: true, mode: 0o700 });
    await copyDatabase(join(draft, "database"));
    for (const { name, parentPath } of await readdir(filesPath, { recursive: true, withFileTypes: true }).then((all) =>
      all.filter((entry) => entry.isFile()),
    )) {
      await copyContent(join(parentPath, name), join(draft, "files", relative(filesPath, parentPath)), name);
    }
    await copyContent(join(path, "development.json"), draft, "development.json");
  };
  await createWhole(to, copyTo).catch((error: unknown) => {
    throw new ServiceError(`The copy to ${to} failed: ${error instanceof Error ? error.message : "no reason given"}`, {
      code: "backup_failed",
      cause: error,
    });
  });
}

/** A copy inside the folder would be copied with it the next time, and lost with its disk. */
async function assertOutside(path: string, to: string): Promise<void> {
  const way = relative(await realpath(path), join(await realFolder(dirname(to)), basename(to)));
  if (isAbsolute(way) || way === ".." || way.startsWith(`..${sep}`)) return;
  throw new Error(`${to} is inside the data folder. Name a folder outside of it.`);
}

/** The path of a folder without links; of one that is missing, by the nearest folder above that is there. */
async function realFolder(path: string): Promise<string> {
  const above = dirname(path);
  return realpath(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" || above === path) throw error;
    return join(await realFolder(above), basename(path));
  });
}

/** A file that was erased meanwhile is left out. */
async function copyContent(from: string, folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await copyFile(from, join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}
