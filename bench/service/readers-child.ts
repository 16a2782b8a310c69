/**
 * Serves a store on a free port and prints its address: `node readers-child memory|postgres`. Its agent writes events at a
 * steady pace: the message is `<count> <ms between two>`. Each carries the time before its append. Answers each line of its
 * input with the CPU time that it and its database have used (s).
 */
import { createInterface } from "node:readline";
import { setTimeout as after } from "node:timers/promises";
import { createMemoryStore, createServiceApp, type Agent } from "../../service/src/app.js";
import { createEmbeddedService } from "../../service/src/index.js";
import { listen } from "../../service/src/listen.js";
import { Client } from "pg";
import { startPostgres } from "../../service/test/postgres/postgres-server.js";
import { serverCpu } from "./cpu.js";

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
  process.once("SIGTERM", () => process.exit(0));
  const app = await createServiceApp({ store: createMemoryStore(), agent });
  const database = async () => 0;
  return { address: { url: (await listen(app, { port: 0 })).url, apiKey: app.apiKey }, database };
}

async function servePostgres() {
  const server = await startPostgres();
  const client = new Client(server.url);
  await client.connect();
  process.once("SIGTERM", () => void client.end().then(() => server.stop().then(() => process.exit(0))));
  const service = await createEmbeddedService({ store: { databaseUrl: server.url }, agent, credentials });
  const address = { url: (await service.listen({ port: 0 })).url, ...credentials };
  return { address, database: () => serverCpu(client) };
}

const { address, database } = await (process.argv[2] === "postgres" ? servePostgres() : serveMemory());
console.log(JSON.stringify(address));
for await (const _line of createInterface(process.stdin)) {
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ service: (user + system) / 1e6, database: await database() }));
}
