import { afterAll, beforeAll } from "vitest";
import { familyContract } from "../families/family-contract.js";
import { openSqlDatabase } from "./sql-database.js";

let database: Awaited<ReturnType<typeof openSqlDatabase>>;
beforeAll(async () => {
  database = await openSqlDatabase();
});
afterAll(() => database.close());

familyContract("on PGlite", () => database.emptyStore(), ["a NUL", "half a surrogate pair"]);
