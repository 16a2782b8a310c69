import { expect, it } from "vitest";
import { runRaces } from "../data/canary-races.js";
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

it("leaves nothing of a scope that is erased while its producers, turns and requests run, on PostgreSQL", async () => {
  const database = await createDatabase();
  try {
    const client = await database.connect();
    const placesWith = (mark: string) => tablesWith(async (sql) => (await client.query(sql)).rows as unknown[], mark);
    const [one, other] = [await database.open(), await database.open()];
    expect(
      await runRaces(async () => {
        await database.empty();
        return { ...one, placesWith, erasing: other.store };
      }, 8),
    ).toBe(8);
  } finally {
    await database.drop();
  }
});
