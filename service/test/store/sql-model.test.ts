import { afterAll, beforeAll } from "vitest";
import { openSqlDatabase } from "./sql-database.js";
import { storeModel } from "./store-model.js";

let database: Awaited<ReturnType<typeof openSqlDatabase>>;
beforeAll(async () => {
  database = await openSqlDatabase();
});
afterAll(() => database.close());

storeModel("The SQL store on PGlite", () => database.emptyStore());
