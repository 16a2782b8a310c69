import { expect, it } from "vitest";
import { everyScope, runCanaries } from "../data/canary-run.js";
import { tablesWith } from "../store/tables-with.js";
import { createDatabase } from "./postgres-database.js";

it("finds no canary of erased data in any table of a PostgreSQL database", async () => {
  const database = await createDatabase();
  try {
    const { store, fileStore } = await database.open();
    const client = await database.connect();
    const placesWith = (mark: string) => tablesWith(async (sql) => (await client.query(sql)).rows as unknown[], mark);
    expect(await runCanaries({ store, fileStore, placesWith })).toEqual(everyScope);
  } finally {
    await database.drop();
  }
});
