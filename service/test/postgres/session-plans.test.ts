import type { Client } from "pg";
import { afterAll, beforeAll } from "vitest";
import { sessionPlans } from "../store/session-plans.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";

let database: PostgresDatabase;
let client: Client;
beforeAll(async () => {
  database = await createDatabase();
  await database.open();
  client = await database.connect();
});
afterAll(() => database.drop());

sessionPlans("A PostgreSQL server", () => (text, values) => client.query(text, values));
