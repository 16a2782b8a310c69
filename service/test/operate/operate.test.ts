import { afterAll, beforeAll, expect, it } from "vitest";
import { createMemoryStore, type Agent, type Store } from "../../src/app.js";
import { prometheusMetrics } from "../../src/operate/prometheus-metrics.js";
import { storeFull, storeUnavailable } from "../../src/store/store.js";
import { fault, harness, type Harness } from "../harness.js";
import { openSqlDatabase } from "../store/sql-database.js";

let database: Awaited<ReturnType<typeof openSqlDatabase>>;
beforeAll(async () => {
  database = await openSqlDatabase();
});
afterAll(() => database.close());

const noKey = { key: null };
const ready = (service: Harness) => service.call("GET", "/readyz", undefined, noKey);
const ok = { database: "ok", schema: "ok", disk: "ok", process: "ok" };

it("answers that it lives and is ready, without a key, over both stores", async () => {
  for (const store of [createMemoryStore(), await database.emptyStore()]) {
    const service = await harness({ store });
    expect((await service.call("GET", "/livez", undefined, noKey)).body).toEqual({ ok: true });
    expect(await ready(service)).toMatchObject({ status: 200, body: { ready: true, checks: ok } });
    await service.app.close();
  }
});

it("is not ready while the database is away, and lives", async () => {
  const away = async (): Promise<never> => {
    throw storeUnavailable(null);
  };
  let isAway = true;
  const store: Store = createMemoryStore();
  const service = await harness({
    store: { ...store, checkDatabase: () => (isAway ? away() : store.checkDatabase()) },
  });
  const answer = await ready(service);
  expect(fault(answer)).toBe("503 not_ready");
  expect(answer.body["error"]).toMatchObject({
    details: { checks: { ...ok, database: "unavailable", schema: "unknown" } },
  });
  expect((await service.call("HEAD", "/readyz", undefined, noKey)).status).toBe(503);
  expect((await service.call("GET", "/livez", undefined, noKey)).status).toBe(200);
  isAway = false;
  expect((await ready(service)).status).toBe(200);
});

it("is not ready once a newer version has migrated the database, and while it takes no writes", async () => {
  const service = await harness({ store: await database.emptyStore() });
  const checks = async () => (await ready(service)).body["error"]?.["details"]?.["checks"];
  await database.pglite.query("insert into kysely_migration (name, timestamp) values ('9999-newer', 'now')");
  expect(await checks()).toEqual({ ...ok, schema: "newer" });
  await database.pglite.query("delete from kysely_migration where name = '9999-newer'");
  await database.pglite.exec("set default_transaction_read_only = on");
  expect(await checks()).toEqual({ ...ok, database: "read-only" });
  await database.pglite.exec("set default_transaction_read_only = off");
  expect((await ready(service)).status).toBe(200);
});

it("is not ready for 30 seconds after a write found no room, and from the moment it stops", async () => {
  const store: Store = createMemoryStore();
  let isFull = false;
  const changeSession: Store["changeSession"] = async (...of) => {
    if (isFull) throw storeFull(null);
    return store.changeSession(...of);
  };
  const service = await harness({ store: { ...store, changeSession } });
  const session = await service.start("/say hello");
  isFull = true;
  expect(fault(await service.send(session, "/say more"))).toBe("507 store_full");
  isFull = false;
  expect((await ready(service)).body["error"]).toMatchObject({ details: { checks: { ...ok, disk: "full" } } });
  await service.clock.advance(30_000);
  expect((await ready(service)).status).toBe(200);
  await service.app.close();
  expect((await ready(service)).body["error"]).toMatchObject({ details: { checks: { ...ok, process: "stopping" } } });
});

it("measures requests by route, turns by end and tokens, and names nothing of anybody", async () => {
  const agent: Agent = {
    name: "test",
    async *run() {
      yield { type: "event", eventType: "agent.model.usage", payload: { inputTokens: 7, outputTokens: 3 } };
      yield { type: "text", text: "secret words" };
    },
  };
  const service = await harness({ agent, metrics: prometheusMetrics() });
  const session = await service.start("private question");
  await service.call("GET", session);
  await service.call("GET", `${session}/unknown`);
  const request = new Request("http://service/metrics", { headers: { authorization: `Bearer ${service.app.apiKey}` } });
  const answer = await service.app.fetch(request);
  const text = await answer.text();
  expect(answer.headers.get("content-type")).toContain("version=0.0.4");
  const route = "/v1/workspaces/:workspaceId/sessions/:sessionId";
  for (const line of [
    `service_requests_total{method="GET",route="${route}",status="200"} 1`,
    `service_requests_total{method="GET",route="other",status="404"} 1`,
    'service_turns_total{change="started"} 1',
    'service_turns_total{change="completed"} 1',
    'service_tokens_total{kind="input"} 7',
    'service_tokens_total{kind="output"} 3',
    "service_streams_open 0",
    "service_ready 1",
  ]) {
    expect(text).toContain(line);
  }
  expect(text).toContain("process_cpu_seconds_total");
  for (const name of ["secret words", "private question", session.split("/").at(-1), "acme", service.app.apiKey]) {
    expect(text).not.toContain(name);
  }
  expect(fault(await service.call("GET", "/metrics", undefined, noKey))).toBe("401 unauthenticated");
});

it("measures how long new events are on their way to live readers, and no old ones", async () => {
  const metrics = prometheusMetrics();
  const service = await harness({ metrics });
  const session = await service.start("/say hello");
  const headers = { authorization: `Bearer ${service.app.apiKey}` };
  const answer = await service.app.fetch(new Request(`http://service${session}/events/stream`, { headers }));
  const reader = answer.body!.getReader();
  const decoder = new TextDecoder();
  const readUntil = async (word: string) => {
    let text = "";
    while (!text.includes(word)) text += decoder.decode((await reader.read()).value);
  };
  await readUntil(": connected");
  expect((await metrics.text()).body).toContain("service_event_delivery_seconds_count 0");
  await service.send(session, "/say more");
  await service.clock.advance(20);
  await readUntil("turn.completed");
  const { body } = await metrics.text();
  expect(Number(/service_event_delivery_seconds_count (\d+)/.exec(body)?.[1])).toBeGreaterThan(0);
  expect(Number(/service_event_delivery_seconds_sum ([\d.]+)/.exec(body)?.[1])).toBeGreaterThan(0.01);
  await reader.cancel();
});

it("measures the age of the oldest turn that waits, and answers without it while the database is away", async () => {
  const metrics = prometheusMetrics();
  let isAway = false;
  const store: Store = createMemoryStore();
  const agent: Agent = {
    name: "test",
    // eslint-disable-next-line require-yield
    async *run(_turn, signal) {
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    },
  };
  const nextDue: Store["nextDue"] = async () => {
    if (isAway) throw storeUnavailable(null);
    return store.nextDue();
  };
  const service = await harness({ agent, metrics, settings: { turnsAtOnce: 1 }, store: { ...store, nextDue } });
  const age = async () => /^service_queue_age_seconds (\S+)/m.exec((await metrics.text()).body)?.[1];
  await service.start("first");
  expect(await age()).toBe("0");
  await service.start("second");
  await service.clock.advance(7_000);
  expect(await age()).toBe("7");
  isAway = true;
  expect(await age()).toBe("Nan");
  isAway = false;
  await service.app.close();
});

it("answers 404 for the metrics of a service that measures nothing", async () => {
  const service = await harness();
  expect(fault(await service.call("GET", "/metrics"))).toBe("404 metrics_disabled");
});
