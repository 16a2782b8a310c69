/**
 * Serves a store on a free port and prints its address: `node readers-child memory|postgres`. Its agent writes events at a
 * steady pace: the message is `<count> <ms between two>`. Each carries the time before its append.
 */
import { setTimeout as after } from "node:timers/promises";
import { createMemoryStore, createServiceApp, type Agent } from "../../service/src/app.js";
import { createEmbeddedService } from "../../service/src/index.js";
import { listen } from "../../service/src/listen.js";
import { startPostgres } from "../../service/test/postgres/postgres-server.js";

const credentials = {
  organizationId: "0a6f0c0e-3a52-4f62-9a4e-0d3f2b1c4d5e",
  apiKey: "svk_0123456789abcdef0123456789abcdef",
};

const agent: Agent = {
  name: "bench",
  async *run({ prompt }) {
    const [count = 0, ms = 0] = prompt.split(" ").map(Number);
    const begin = performance.now();
    for (let n = 0; n < count; n += 1) {
      await after(Math.max(0, begin + n * ms - performance.now()));
      const at = performance.timeOrigin + performance.now();
      yield { type: "event", eventType: "bench.step", payload: { at, text: "x".repeat(100) } };
    }
  },
};

async function serveMemory() {
  const app = await createServiceApp({ store: createMemoryStore(), agent });
  return { url: (await listen(app, { port: 0 })).url, apiKey: app.apiKey };
}

async function servePostgres() {
  const server = await startPostgres();
  process.once("SIGTERM", () => void server.stop().then(() => process.exit(0)));
  const service = await createEmbeddedService({ store: { databaseUrl: server.url }, agent, credentials });
  return { url: (await service.listen({ port: 0 })).url, ...credentials };
}

console.log(JSON.stringify(await (process.argv[2] === "postgres" ? servePostgres() : serveMemory())));
