import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll } from "vitest";
import { migrate } from "../../src/store/sql-migrate.js";
import { pgliteQueries } from "../../src/store/sql-pglite.js";
import { sessionPlans } from "./session-plans.js";

let pglite: PGlite;
beforeAll(async () => {
  pglite = await PGlite.create();
  await migrate(pgliteQueries(pglite, () => Promise.resolve()));
});
afterAll(() => pglite.close());

sessionPlans("PGlite", () => (text, values) => pglite.query(text, values));
