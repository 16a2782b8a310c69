/**
 * Serves a data folder on a free port and prints its address: `node starvation-child <folder> thread|main`. Its agent
 * writes the number of events in the message, each in a transaction of its own, as an agent with many tool calls
 * does.
 */
import { mkdir } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { createServiceApp, type Agent } from "../../service/src/app.js";
import { createEmbeddedService } from "../../service/src/index.js";
import { listen } from "../../service/src/listen.js";
import { migrate } from "../../service/src/store/sql-migrate.js";
import { pgliteQueries } from "../../service/src/store/sql-pglite.js";
import { createSqlStore } from "../../service/src/store/sql-store.js";

const [folder = "", place = "thread"] = process.argv.slice(2);

const agent: Agent = {
  name: "bench",
  async *run({ prompt }) {
    const payload = { text: "x".repeat(200) };
    for (let n = Number(prompt); n > 0; n -= 1) yield { type: "event", eventType: "bench.step", payload };
    yield { type: "text", text: "done" };
  },
};

/** The service with its database in its own thread, which is what data folders had before. */
async function serveFromMainThread() {
  await mkdir(folder, { recursive: true });
  const pglite = await PGlite.create({ dataDir: folder });
  const db = pgliteQueries(pglite, () => pglite.close());
  await migrate(db);
  const app = await createServiceApp({ store: createSqlStore(db), agent });
  return { url: (await listen(app, { port: 0 })).url, ...app };
}

async function serveFromThread() {
  const service = await createEmbeddedService({ store: { dataDir: folder }, agent });
  return { url: (await service.listen({ port: 0 })).url, ...service };
}

const { url, apiKey } = await (place === "thread" ? serveFromThread() : serveFromMainThread());
console.log(JSON.stringify({ url, apiKey }));
