import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceClient } from "../../src/api/service-client.js";
import { connectService } from "../../src/api/service-connection.js";
import { getSession } from "../../src/api/routes/sessions.js";
import { streamSessionEvents } from "../../src/api/stream-session-events.js";
import { faultFetch } from "../../src/testing/fault-fetch.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { createLoadedService, type LoadedService } from "../session/loaded-service.js";

let service: LoadedService;
let client: ServiceClient;
beforeAll(async () => {
  service = await createLoadedService();
  client = service.client();
});
afterAll(() => service.close());

const make = (initialMessage = "/say hi") =>
  client.createSession({ initialMessage }).then(({ id }) => ({ sessionId: id }));

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const got: T[] = [];
  for await (const item of items) got.push(item);
  return got;
}

describe("the client's methods", () => {
  it("are the functions of every file of routes, by the same names", async () => {
    const folder = join(import.meta.dirname, "../../src/api/routes");
    const files = readdirSync(folder);
    const rooms = await Promise.all(
      files.map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>),
    );
    const names = rooms.flatMap((room) => Object.keys(room));
    const isMethod = (name: string) => typeof (client as unknown as Record<string, unknown>)[name] === "function";
    expect(names.filter((name) => !isMethod(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("are what the functions do over the same connection", async () => {
    const ref = await make();
    const { app, fetch, workspaceId } = service;
    const connection = connectService({ baseUrl: "http://service.test", apiKey: app.apiKey, workspaceId, fetch });
    expect((await getSession(connection, ref)).id).toBe((await client.getSession(ref)).id);
    for await (const event of streamSessionEvents(connection, ref)) {
      expect(event.sequence).toBe(1);
      break;
    }
  });

  it("do not print the key of a client", () => {
    expect(JSON.stringify(client)).not.toContain(service.app.apiKey);
    expect(Object.values(client).join(" ")).not.toContain(service.app.apiKey);
  });

  it("read models, relatives, workspaces and lists, and remove a session", async () => {
    const ref = await make();
    expect(await client.getModelCatalog()).toHaveProperty("models");
    expect(await client.getLineage(ref)).toMatchObject({ sessionId: ref.sessionId, ancestors: [], children: [] });
    const { organizationId } = service.app;
    expect(await client.getWorkspace()).toMatchObject({ id: service.workspaceId, name: "Acme", externalId: "acme" });
    await expect(client.getWorkspace({ workspaceId: "w" })).rejects.toMatchObject({ status: 403, code: "forbidden" });
    const { workspaces } = await client.listWorkspaces(organizationId);
    expect(workspaces.map(({ id }) => id)).toContain(service.workspaceId);
    await client.deleteSession(ref);
    await expect(client.getSession(ref)).rejects.toMatchObject({ status: 404 });
  });

  it("carry the verified person", async () => {
    const ref = await make();
    const actor = { source: "host", id: "ana", name: "Ana Łuk" };
    const event = await client.sendEvent(ref, { type: "user.message", payload: { text: "/say x" } }, { actor });
    expect(event.payload).toMatchObject({ actor });
  });
});

describe("the loops over pages", () => {
  it("give each session once, newest first, however small the pages", async () => {
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.push((await make(`/say page ${count}`)).sessionId);
    const found = await all(client.eachSession({ search: "/say page", limit: 2 }));
    expect(found.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    const times = found.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const { organizationId } = service.app;
    const everywhere = (await all(client.eachOrganizationSession(organizationId, { limit: 3 }))).map(({ id }) => id);
    expect(new Set(everywhere).size).toBe(everywhere.length);
    for (const id of made) expect(everywhere).toContain(id);
    expect(await all(client.eachWorkspace(organizationId))).toHaveLength(1);
  });

  it("give a session that is pinned or unpinned between two pages, and each once", async () => {
    const refs = [];
    for (let count = 0; count < 6; count += 1) refs.push(await make(`/say pins ${count}`));
    await client.pinSession(refs[5]!, true);
    const ids: string[] = [];
    for await (const { id } of client.eachSession({ search: "/say pins", limit: 2 })) {
      ids.push(id);
      if (ids.length > 1) continue;
      await client.pinSession(refs[0]!, true);
      await client.pinSession(refs[5]!, false);
    }
    expect(ids.toSorted()).toEqual(refs.map(({ sessionId }) => sessionId).toSorted());
  });

  it("read no page before the loop needs it", async () => {
    for (let count = 0; count < 3; count += 1) await make("/say lazy");
    const network = faultFetch(service.fetch, () => undefined);
    for await (const _first of service.client({ fetch: network }).eachSession({ search: "/say lazy", limit: 1 })) break;
    expect(network.seen).toHaveLength(1);
  });

  it("give each event of a log once, in order, to its end", async () => {
    const ref = await make("/say some words here");
    for (;;) if ((await client.getSession(ref)).status === "idle") break;
    const events = await all(client.eachEvent(ref, { limit: 2 }));
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, index) => index + 1));
    expect(events).toHaveLength((await client.getSession(ref)).lastSequence);
    expect((await all(client.eachEvent(ref, { after: 3 })))[0]?.sequence).toBe(4);
  });
});

describe("retries", () => {
  it("carry the key of the first try, so that nothing is written twice", async () => {
    const ref = await make();
    const before = (await client.listEvents(ref, { includeTypes: ["user.message"], after: 0 })).events.length;
    const bodies: string[] = [];
    let tries = 0;
    const clock = createManualClock();
    const lossy: typeof fetch = async (input, init) => {
      bodies.push(init?.body as string);
      const answer = await service.fetch(input, init);
      tries += 1;
      if (tries < 3) throw new TypeError("lost on the way back");
      return answer;
    };
    const sending = service
      .client({ fetch: lossy, clock, retries: 2, random: () => 0.5 })
      .sendEvent(ref, { type: "user.message", payload: { text: "/say once" } });
    for (let waited = 0; waited < 100; waited += 1) await clock.advanceAsync(100);
    await sending;
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0] ?? "{}").clientEventId).toEqual(expect.any(String));
    const after = (await client.listEvents(ref, { includeTypes: ["user.message"], after: 0 })).events.length;
    expect(after).toBe(before + 1);
  });

  it("are not made of a write without a key, of a refusal, or unasked", async () => {
    const seen: string[] = [];
    const down: typeof fetch = async (input) => {
      seen.push(input as string);
      throw new TypeError("down");
    };
    const clock = createManualClock();
    const patient = service.client({ fetch: down, clock, retries: 5 });
    await expect(patient.createApiKey("org", { name: "x" })).rejects.toMatchObject({ code: "network_error" });
    await expect(service.client({ fetch: down, clock }).getSession({ sessionId: "s" })).rejects.toMatchObject({
      status: 0,
    });
    expect(seen).toHaveLength(2);
    const network = faultFetch(service.fetch, () => undefined);
    const refused = service
      .client({ fetch: network, clock, retries: 5 })
      .getSession({ sessionId: crypto.randomUUID() });
    await expect(refused).rejects.toMatchObject({ status: 404 });
    expect(network.seen).toHaveLength(1);
  });

  it("wait as long as the service asks, at most the given number of times, and not for an hour", async () => {
    const clock = createManualClock();
    const asksFor = (seconds: string) =>
      faultFetch(service.fetch, () => ({ kind: "status", status: 429, headers: { "retry-after": seconds } }));
    const busy = asksFor("20");
    const read = service.client({ fetch: busy, clock, retries: 2 }).getSession({ sessionId: "s" });
    const refused = read.catch((error: unknown) => error);
    const tries: number[] = [];
    for (const ms of [0, 19_999, 1, 20_000, 60_000]) {
      await clock.advanceAsync(ms);
      tries.push(busy.seen.length);
    }
    expect(await refused).toMatchObject({ status: 429, retryAfterMs: 20_000 });
    expect(tries).toEqual([1, 1, 2, 3, 3]);
    const hour = asksFor("3600");
    const given = service.client({ fetch: hour, clock, retries: 2 }).getSession({ sessionId: "s" });
    await expect(given).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    expect([hour.seen.length, clock.waiting]).toEqual([1, 0]);
  });
});
