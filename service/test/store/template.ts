/**
 * An empty database with all its tables, made once a run as a tar archive: PostgreSQL's `initdb` and the migrations take
 * several times the processor time of opening a copy.
 */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { inject } from "vitest";
import { migrate } from "../../src/store/sql-migrate.js";
import { pgliteQueries } from "../../src/store/sql-pglite.js";

let archive: Promise<string> | undefined;

/** Path of the archive. Two workers may each make one: they are alike, and each appears whole. */
async function makeArchive(): Promise<string> {
  const folder = inject("databaseTemplates");
  const path = join(folder, "empty.tar");
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) return path;
  const pglite = await PGlite.create();
  await migrate(pgliteQueries(pglite, () => Promise.resolve()));
  const dump = await pglite.dumpDataDir("none");
  await pglite.close();
  const draft = join(folder, randomUUID());
  await writeFile(draft, Buffer.from(await dump.arrayBuffer()));
  await rename(draft, path);
  return path;
}

/** Makes a data folder with an empty database and without a development key. */
export async function copyEmptyFolder(folder: string): Promise<void> {
  const database = join(folder, "database");
  await mkdir(database, { recursive: true, mode: 0o700 });
  // The system's own command: a database has a thousand files, and Node writes each in several steps.
  await promisify(execFile)("tar", ["-xf", await (archive ??= makeArchive()), "-C", database]);
}

/** Opens an empty database in memory. */
export async function openEmptyDatabase(): Promise<PGlite> {
  return PGlite.create({ loadDataDir: new Blob([await readFile(await (archive ??= makeArchive()))]) });
}
