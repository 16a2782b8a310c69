import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createMemoryFileStore } from "../../src/app.js";
import { openStorage } from "../../src/open-storage.js";
import { runRaces } from "../data/canary-races.js";
import { canary, everyScope, runCanaries } from "../data/canary-run.js";
import { kindsWith } from "./contract/data.js";
import { openSqlDatabase } from "./sql-database.js";
import { tablesWith } from "./tables-with.js";
import { copyEmptyFolder } from "./template.js";

it("finds no canary of erased data in any table of PGlite", async () => {
  const database = await openSqlDatabase();
  try {
    const place = {
      store: await database.emptyStore(),
      fileStore: createMemoryFileStore(),
      placesWith: (mark: string) => tablesWith(async (sql) => (await database.pglite.query(sql)).rows, mark),
    };
    expect(await runCanaries(place)).toEqual(everyScope);
  } finally {
    await database.close();
  }
});

it("leaves nothing of a scope that is erased while its producers, turns and requests run, on PGlite", async () => {
  const database = await openSqlDatabase();
  const placesWith = (mark: string) => tablesWith(async (sql) => (await database.pglite.query(sql)).rows, mark);
  try {
    expect(
      await runRaces(
        async () => ({ store: await database.emptyStore(), fileStore: createMemoryFileStore(), placesWith }),
        8,
      ),
    ).toBe(8);
  } finally {
    await database.close();
  }
});

it("leaves no canary in any file of a data folder once it is compacted", async () => {
  const folder = await mkdtemp(join(tmpdir(), "canary-folder-"));
  try {
    const none = { credentials: { organizationId: "", apiKey: "" } };
    const dataDir = join(folder, "data");
    await copyEmptyFolder(dataDir);
    const storage = await openStorage({ dataDir }, none);
    const { store, fileStore } = storage;
    await runCanaries({ store, fileStore: fileStore!, placesWith: (mark) => kindsWith(store, mark) }, async () => {
      expect(await filesWith(folder, canary)).not.toEqual([]);
      await store.compact();
    });
    await storage.close();
    expect(await filesWith(folder, canary)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function filesWith(folder: string, mark: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if (entry.name.includes(mark) || (await readFile(path)).includes(mark)) found.push(path);
  }
  return found;
}
