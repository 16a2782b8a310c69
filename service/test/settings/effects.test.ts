import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import type { Agent, ServiceAppOptions, Settings } from "../../src/app.js";
import { createMemoryStore } from "../../src/app.js";
import { createEmbeddedService } from "../../src/index.js";
import type { SettingName } from "../../src/settings/setting-table.js";
import { webhookWorld } from "../automations/webhook-world.js";
import { fault, harness, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";

/** Settings whose effect other tests show: those of the command in cli.test.ts, those of a database in postgres/settings.test.ts. */
type Elsewhere = "port" | "host" | "drain" | "logLevel" | Extract<SettingName, `database${string}`>;

async function readerOf(service: Harness, session: string) {
  const headers = { authorization: `Bearer ${service.app.apiKey}` };
  const answer = await service.app.fetch(new Request(`http://service${session}/events/stream`, { headers }));
  return answer.body!.pipeThrough(new TextDecoderStream()).getReader();
}

/** An agent that writes a letter and waits until it is stopped. */
const waiting = (text: string): Agent => ({
  name: "test",
  async *run(_turn, signal) {
    yield { type: "text", text };
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  },
});

const serving = (settings: Partial<Settings>, options: Partial<ServiceAppOptions> = {}) =>
  harness({ ...options, settings });

const endUser = { source: "app", id: "ana" };

const counting: Agent = {
  name: "test",
  async *run() {
    yield { type: "event", eventType: "agent.model.usage", payload: { inputTokens: 4, outputTokens: 1 } };
  },
};

async function refusesSecond(settings: Partial<Settings>): Promise<void> {
  const service = await serving(settings, { agent: counting });
  expect(fault(await service.send(await service.start("one", { endUser }), "two"))).toBe("429 quota_exceeded");
}

async function refusesFile(settings: Partial<Settings>): Promise<void> {
  const service = await serving(settings);
  const file = { filename: "a.txt", contentType: "text/plain", sizeBytes: 11, endUser };
  expect(fault(await service.call("POST", `${service.workspace}/files/uploads`, file))).toBe(
    "429 storage_quota_exceeded",
  );
}

async function delaysSecond(settings: Partial<Settings>): Promise<void> {
  const service = await serving(settings, { agent: waiting("a") });
  await service.start("one", { endUser });
  expect(await service.types(await service.start("two", { endUser }))).not.toContain("turn.started");
}

/** One for each setting, so that none is without effect. */
const effects: Record<Exclude<SettingName, Elsewhere>, () => Promise<void>> = {
  async keepAliveMs() {
    const service = await createEmbeddedService({ settings: { keepAliveMs: 33_000 } });
    const { url } = await service.listen({ port: 0 });
    expect((await fetch(`${url}/livez`)).headers.get("keep-alive")).toBe("timeout=33");
    await service.close();
  },
  async maxBodyBytes() {
    const service = await serving({ maxBodyBytes: 65_536 });
    const answer = await service.call("POST", `${service.workspace}/sessions`, { initialMessage: "a".repeat(70_000) });
    expect(answer).toMatchObject({ status: 413, body: { error: { details: { limit: 65_536 } } } });
  },
  async maxFileBytes() {
    const service = await serving({ maxFileBytes: 10 });
    const file = { filename: "a.txt", contentType: "text/plain", sizeBytes: 11 };
    expect(fault(await service.call("POST", `${service.workspace}/files/uploads`, file))).toBe("413 file_too_large");
  },
  async heartbeatMs() {
    const service = await serving({ heartbeatMs: 1_000 });
    const reader = await readerOf(service, await service.start("/say hello"));
    const beat = (async () => {
      for (;;) if ((await reader.read()).value?.includes(": heartbeat")) return true;
    })();
    await settle();
    await service.clock.advance(1_000);
    expect(await beat).toBe(true);
  },
  async stalledReaderMs() {
    const service = await serving({ stalledReaderMs: 1_000 });
    const reader = await readerOf(service, await service.start("/say hello"));
    await service.clock.advance(1_000);
    await expect(reader.read().then(() => reader.read())).rejects.toThrow(/took nothing for 1000 ms/);
  },
  async streamsAtOnce() {
    const service = await serving({ streamsAtOnce: 1 });
    const session = await service.start("/say hello");
    await readerOf(service, session);
    expect(fault(await service.call("GET", `${session}/events/stream`))).toBe("503 streams_full");
  },
  async webhooksPerMinute() {
    const world = await webhookWorld({ settings: { webhooksPerMinute: 1 } });
    const source = await world.source();
    expect((await world.deliver(source, { type: "t" })).status).toBe(202);
    expect((await world.deliver(source, { type: "t" })).status).toBe(429);
  },
  async turnsAtOnce() {
    const service = await serving({ turnsAtOnce: 1 }, { agent: waiting("a") });
    await service.start("one");
    const second = await service.start("two");
    expect(await service.types(second)).not.toContain("turn.started");
  },
  async leaseMs() {
    const store = createMemoryStore();
    const leases: number[] = [];
    const claimSession: typeof store.claimSession = (asked) => {
      leases.push(Date.parse(asked.expiresAt) - Date.parse(asked.now));
      return store.claimSession(asked);
    };
    const service = await serving({ leaseMs: 7_000 }, { store: { ...store, claimSession } });
    await service.start("/say hello");
    expect(new Set(leases)).toEqual(new Set([7_000]));
  },
  async maxTurnMs() {
    const service = await serving({ maxTurnMs: 2_000 }, { agent: waiting("a") });
    const session = await service.start("hi");
    expect(await service.types(session)).not.toContain("turn.failed");
    await service.clock.advance(2_000);
    expect((await service.log(session)).find(({ type }) => type === "turn.failed")).toMatchObject({
      payload: { code: "turn_timed_out" },
    });
  },
  async deltaMs() {
    const service = await serving({ deltaMs: 200 }, { agent: waiting("a") });
    const session = await service.start("hi");
    await service.clock.advance(199);
    expect(await service.types(session)).not.toContain("agent.message.delta");
    await service.clock.advance(1);
    expect(await service.types(session)).toContain("agent.message.delta");
  },
  async deltaBytes() {
    const service = await serving({ deltaBytes: 64 }, { agent: waiting("a".repeat(100)) });
    const session = await service.start("hi");
    const deltas = (await service.log(session)).filter(({ type }) => type === "agent.message.delta");
    expect(deltas.map(({ payload }) => payload)).toEqual([{ text: "a".repeat(64) }, { text: "a".repeat(36) }]);
  },
  async upkeepMs() {
    const store = createMemoryStore();
    let looks = 0;
    const listRetainingWorkspaces: typeof store.listRetainingWorkspaces = () => {
      looks += 1;
      return store.listRetainingWorkspaces();
    };
    const service = await serving(
      { upkeepMs: 20_000 },
      { store: { ...store, listRetainingWorkspaces }, retention: { enabled: true } },
    );
    await service.clock.advance(40_000);
    expect(looks).toBe(3);
    await service.app.close();
  },
  workspaceMessages: () => refusesSecond({ workspaceMessages: 1 }),
  personMessages: () => refusesSecond({ personMessages: 1 }),
  workspaceTokens: () => refusesSecond({ workspaceTokens: 5 }),
  personTokens: () => refusesSecond({ personTokens: 5 }),
  workspaceStoredBytes: () => refusesFile({ workspaceStoredBytes: 10 }),
  personStoredBytes: () => refusesFile({ personStoredBytes: 10 }),
  workspaceRunningTurns: () => delaysSecond({ workspaceRunningTurns: 1 }),
  personRunningTurns: () => delaysSecond({ personRunningTurns: 1 }),
};

describe("a setting has its effect", () => {
  it.each(Object.entries(effects))("%s", async (_name, show) => {
    expect.hasAssertions();
    await show();
  });
});

it("refuses a wrong setting of a program that embeds the service", async () => {
  const settings = { leaseMs: 5 };
  await expect(createEmbeddedService({ settings })).rejects.toMatchObject({
    code: "setting_invalid",
    message: '"leaseMs" in `settings` is "5". It must be a whole number, 1000 to 3600000 ms.',
  });
});

it("gives up a database that does not answer after the time that is set", async () => {
  const sockets: { destroy(): void }[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const address = silent.address();
  const store = { databaseUrl: `postgres://u:p@127.0.0.1:${typeof address === "object" && address?.port}/d` };
  const credentials = {
    organizationId: "0a6f0c0e-3a52-4f62-9a4e-0d3f2b1c4d5e",
    apiKey: "svk_0123456789abcdef0123",
  };
  const opened = (settings: Partial<Settings>, name: string) =>
    createEmbeddedService({ store, credentials, settings }).catch(() => name);
  const first = await Promise.race([opened({ databaseConnectMs: 100 }, "soon"), opened({}, "late")]);
  expect(first).toBe("soon");
  for (const socket of sockets) socket.destroy();
  silent.close();
});
