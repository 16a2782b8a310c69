/**
 * A service process to be killed: `node worker-child <databaseUrl> <when>`. Its agent reaches a point
 * (`before-output`, `after-output`), reports it on standard output, and never ends.
 */
import { writeSync } from "node:fs";
import { createServiceApp, type Agent } from "../../src/app.js";
import { openPostgresStore } from "../../src/store/sql-postgres.js";

const [databaseUrl = "", when = "", organizationId = "", apiKey = ""] = process.argv.slice(2);

const agent: Agent = {
  name: "hanging",
  async *run() {
    if (when === "after-output") yield { type: "tool", id: "t", name: "look", arguments: {} };
    writeSync(1, "reached\n");
    await new Promise(() => undefined);
  },
};

const { store, fileStore } = await openPostgresStore(databaseUrl, { onError: console.error });
await createServiceApp({
  store,
  fileStore,
  agent,
  credentials: { organizationId, apiKey },
  onError: console.error,
});
writeSync(1, "started\n");
