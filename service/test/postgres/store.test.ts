import { afterAll, beforeAll } from "vitest";
import type { Store } from "../../src/store/store.js";
import { sqlContract } from "../store/sql-contract.js";
import { storeContract } from "../store/store-contract.js";
import { storeModel } from "../store/store-model.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";

let database: PostgresDatabase;
let store: Store;
beforeAll(async () => {
  database = await createDatabase();
  ({ store } = await database.open());
});
afterAll(() => database.drop());

/** One that may be closed. */
async function ownStore() {
  await database.empty();
  return (await database.open()).store;
}

async function emptyStore() {
  await database.empty();
  return store;
}

const name = "The SQL store on a PostgreSQL server";
storeContract(name, ownStore, emptyStore);
sqlContract(name, emptyStore);
storeModel(name, emptyStore);
