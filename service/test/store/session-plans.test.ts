import type { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll } from "vitest";
import { sessionPlans } from "./session-plans.js";
import { openEmptyDatabase } from "./template.js";

let pglite: PGlite;
beforeAll(async () => {
  pglite = await openEmptyDatabase();
});
afterAll(() => pglite.close());

sessionPlans("PGlite", () => (text, values) => pglite.query(text, values));
