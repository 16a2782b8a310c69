import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorage } from "../../src/open-storage.js";

export interface NewFolder {
  /** A data folder that no process has open, with an empty database. */
  readonly path: string;
  /** Copies it to a folder that is not there yet. */
  copyTo(folder: string): Promise<void>;
  remove(): Promise<void>;
}

/** Makes one data folder for the tests of a file. A copy takes a sixth of the processor time that a new database takes. */
export async function newFolder(): Promise<NewFolder> {
  const root = await mkdtemp(join(tmpdir(), "new-folder-"));
  const path = join(root, "data");
  await (await openStorage({ dataDir: path }, {})).close();
  return {
    path,
    copyTo: (folder) => cp(path, folder, { recursive: true }),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
