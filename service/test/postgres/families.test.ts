import { afterAll, beforeAll } from "vitest";
import { familyContract } from "../families/family-contract.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

familyContract(
  "on PostgreSQL",
  async () => {
    const { store } = await database.open();
    await database.empty();
    return store;
  },
  ["a NUL", "half a surrogate pair"],
);
