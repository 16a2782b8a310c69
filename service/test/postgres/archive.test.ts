import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runDataCommand } from "../../src/cli-data.js";
import { UsageError } from "../../src/cli-modules.js";
import { openStorage } from "../../src/open-storage.js";
import { contentOf, fillPlace, linesOf } from "../store/archived.js";
import { copyEmptyFolder } from "../store/template.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";

let database: PostgresDatabase;
let folder: string;
beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), "erase-copy-"));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it("takes a data folder into a PostgreSQL database with one command, and back", async () => {
  const given = { credentials: { organizationId: "", apiKey: "" } };
  await copyEmptyFolder(join(folder, "one"));
  const storage = await openStorage({ dataDir: join(folder, "one") }, given);
  const place = { store: storage.store, fileStore: storage.fileStore! };
  await fillPlace(place);
  const content = contentOf(await linesOf(place));
  await storage.close();

  await runDataCommand(["copy", "--data", join(folder, "one"), "--to", database.url]);
  const opened = await database.open();
  expect(contentOf(await linesOf(opened))).toEqual(content);

  await runDataCommand(["copy", "--database", database.url, "--to", join(folder, "two")]);
  const back = await openStorage({ dataDir: join(folder, "two") }, given);
  expect(contentOf(await linesOf({ store: back.store, fileStore: back.fileStore! }))).toEqual(content);
  await back.close();
});

it.each([["verify"], ["repair"], ["export", "--out", "/nowhere-archive"], ["erase", "--workspace", "w1", "--all"]])(
  "makes no tables in a database of another program: %s",
  async (...args) => {
    const other = await createDatabase();
    try {
      await expect(runDataCommand([...args, "--database", other.url])).rejects.toThrow(
        new UsageError("The database has no data of this service. Check its name at the end of the address."),
      );
      const client = await other.connect();
      const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
      expect(rows).toEqual([]);
    } finally {
      await other.drop();
    }
  },
);
