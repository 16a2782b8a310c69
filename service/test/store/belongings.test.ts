import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { belongings, tableNames } from "../../src/store/belongings.js";
import { openPgliteStore } from "../../src/store/sql-pglite.js";
import { ana, kindsWith, recordsOf } from "./contract/data.js";
import { openSqlDatabase } from "./sql-database.js";
import { copyEmptyFolder } from "./template.js";

let database: Awaited<ReturnType<typeof openSqlDatabase>>;
beforeAll(async () => {
  database = await openSqlDatabase();
});
afterAll(() => database.close());

it("names whose the rows of every table of the database are, by columns that the table has", async () => {
  const { rows } = await database.pglite.query<{ readonly table_name: string; readonly column_name: string }>(
    "select table_name, column_name from information_schema.columns where table_schema = 'public'",
  );
  const columnsOf = (table: string) => rows.filter((row) => row.table_name === table).map((row) => row.column_name);
  const tables = new Set(rows.map((row) => row.table_name).filter((name) => !name.startsWith("kysely_")));
  expect([...tables].toSorted()).toEqual(tableNames.toSorted());
  for (const name of tableNames) {
    const { key, session, workspace, owner, under = [] } = belongings[name];
    const named = [...key, session, workspace, owner, ...under.map(([, column]) => column)].flat();
    expect([name, columnsOf(name)]).toEqual([
      name,
      expect.arrayContaining(named.filter((column) => column !== undefined)),
    ]);
  }
});

it("puts every parent before its children", () => {
  for (const name of tableNames) {
    for (const [parent] of belongings[name].under ?? []) {
      expect([name, tableNames.indexOf(parent)]).toEqual([
        name,
        expect.toSatisfy((at) => at < tableNames.indexOf(name)),
      ]);
    }
  }
});

it("leaves no canary of an erased person in any file of a folder once it is compacted", async () => {
  const root = await mkdtemp(join(tmpdir(), "erase-folder-"));
  try {
    const folder = join(root, "data");
    await copyEmptyFolder(folder);
    const path = join(folder, "database");
    const store = await openPgliteStore(path);
    const ofOrganization = new Set(["organizations", "apiKeys", "members", "workspaceMembers"]);
    const records = recordsOf({ prefix: "one", mark: "canary-in-the-mine", workspaceId: "w", endUser: ana });
    await store.writeData(records.filter(({ kind }) => !ofOrganization.has(kind)));
    await store.writeData(recordsOf({ prefix: "two", mark: "another", workspaceId: "w2" }));
    expect(await filesWith(path, "canary-in-the-mine")).not.toEqual([]);
    await store.eraseData({ kind: "workspace", workspaceId: "w" });
    expect(await kindsWith(store, "canary-in-the-mine")).toEqual([]);
    await store.compact();
    await store.close();
    expect(await filesWith(path, "canary-in-the-mine")).toEqual([]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

/** The files of a folder that contain a text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path)).includes(text)) found.push(path);
  }
  return found;
}
