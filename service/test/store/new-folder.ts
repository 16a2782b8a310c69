import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyEmptyFolder } from "./template.js";

export interface NewFolder {
  /** A data folder that no process has open, with an empty database. */
  readonly path: string;
  /** Copies it to a folder that is not there yet. */
  copyTo(folder: string): Promise<void>;
  remove(): Promise<void>;
}

/** Makes one data folder for the tests of a file. */
export async function newFolder(): Promise<NewFolder> {
  const root = await mkdtemp(join(tmpdir(), "new-folder-"));
  const path = join(root, "data");
  await copyEmptyFolder(path);
  return { path, copyTo: copyEmptyFolder, remove: () => rm(root, { recursive: true, force: true }) };
}
