import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/app.js";
import { fault, harness, text, type Harness } from "../harness.js";

const nowhere = "00000000-0000-4000-8000-000000000000";

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

const create = (body: object, key?: string) => service.call("POST", "/v1/workspaces", body, { ...(key && { key }) });

describe("creating a workspace", () => {
  it("takes a name alone, or everything that a workspace has", async () => {
    const plain = await create({ name: "Plain", accountId: service.app.organizationId });
    expect(plain).toMatchObject({ status: 201, body: { name: "Plain", kind: "shared", externalSource: null } });
    const body = {
      name: "Shop",
      slug: "shop",
      agentInstructions: "Be brief.",
      externalSource: "app",
      externalId: "shop",
      settings: { memoryEnabled: false },
    };
    const whole = await create(body);
    expect(whole).toMatchObject({ status: 201, body: { ...body, accountId: service.app.organizationId } });
    const read = await service.call("GET", `/v1/workspaces/${text(whole.body["id"])}`);
    expect(read.body).toEqual(whole.body);
  });

  it("refuses names that another workspace has, with its id", async () => {
    const again = await create({ name: "n", externalSource: "app", externalId: "acme" });
    expect(fault(again)).toBe("409 conflict");
    expect(again.body["current"]).toEqual({ workspaceId: service.workspace.split("/").at(-1) });
  });

  it.each<[object, string]>([
    [{}, "422 validation_failed"],
    [{ name: "" }, "422 validation_failed"],
    [{ name: "n", externalSource: "app" }, "422 validation_failed"],
    [{ name: "n", externalId: "a" }, "422 validation_failed"],
    [{ name: "n", accountId: nowhere }, "403 forbidden"],
    [{ name: "n", settings: { memoryEnabled: "no" } }, "422 validation_failed"],
  ])("refuses %j", async (body, expected) => {
    expect(fault(await create(body))).toBe(expected);
  });

  it("has no limit on the number of workspaces, so a product may have any number of tenants", async () => {
    const store = createMemoryStore();
    const large = await harness({ store });
    const { organizationId } = large.app;
    const [record] = await store.listWorkspaces(organizationId);
    for (let at = 0; at < 10_001; at += 1)
      await store.ensureWorkspace({ ...record!, id: randomUUID(), externalSource: "app", externalId: `tenant-${at}` });
    const body = { name: "n", externalSource: "app", externalId: "one more" };
    expect((await large.call("PUT", "/v1/workspaces/external", body)).status).toBe(201);
    expect((await large.call("POST", "/v1/workspaces", { name: "n" })).status).toBe(201);
  });

  it("is refused to a read-only key", async () => {
    expect(fault(await create({ name: "n" }, await service.readKey()))).toBe("403 forbidden");
  });
});

describe("changing a workspace", () => {
  const change = (body: object, key?: string) =>
    service.call("PATCH", service.workspace, body, { ...(key && { key }) });

  it("sets the fields that are named, clears with null, and leaves the rest", async () => {
    await service.clock.advance(1_000);
    const set = await change({ name: "New", slug: "new", agentInstructions: "Be kind." });
    expect(set).toMatchObject({
      status: 200,
      body: { name: "New", slug: "new", agentInstructions: "Be kind.", updatedAt: "2026-01-01T00:00:01.000Z" },
    });
    const settings = await change({ settings: { memoryEnabled: false }, slug: null, name: null });
    expect(settings.body).toMatchObject({ name: "New", slug: null, settings: { memoryEnabled: false } });
    expect((await change({ unknown: 1 })).body).toEqual(settings.body);
    expect((await service.call("GET", service.workspace)).body).toEqual(settings.body);
  });

  it.each([{ name: "" }, { slug: 3 }, { agentInstructions: "x".repeat(65_537) }, { settings: [] }])(
    "refuses %j",
    async (body) => {
      expect(fault(await change(body))).toBe("422 validation_failed");
    },
  );

  it("is refused to a read-only key, and for a workspace that is not there", async () => {
    expect(fault(await change({ name: "n" }, await service.readKey()))).toBe("403 forbidden");
    expect(fault(await service.call("PATCH", `/v1/workspaces/${nowhere}`, { name: "n" }))).toBe("403 forbidden");
  });
});

describe("listing workspaces", () => {
  it("answers a plain array, oldest first, and pages with view=page", async () => {
    for (const name of ["b", "c"]) {
      await service.clock.advance(1_000);
      await create({ name });
    }
    const names = (list: unknown) => (list as { name: string }[]).map(({ name }) => name);
    const key = await service.readKey();
    expect(names((await service.call("GET", "/v1/workspaces", undefined, { key })).body)).toEqual(["acme", "b", "c"]);
    const first = await service.call("GET", "/v1/workspaces?view=page&limit=2");
    expect(names(first.body["workspaces"])).toEqual(["acme", "b"]);
    const cursor = encodeURIComponent(text(first.body["nextCursor"]));
    const rest = await service.call("GET", `/v1/workspaces?view=page&limit=2&cursor=${cursor}`);
    expect([names(rest.body["workspaces"]), rest.body["nextCursor"]]).toEqual([["c"], null]);
    expect(fault(await service.call("GET", "/v1/workspaces?view=list"))).toBe("400 validation_failed");
  });
});

describe("a cursor of an organization's list", () => {
  const sessions = () => `/v1/organizations/${service.app.organizationId}/sessions`;

  async function firstCursor(query: string): Promise<string> {
    const page = await service.call("GET", `${sessions()}?limit=1${query}`);
    return encodeURIComponent(text(page.body["nextCursor"]));
  }

  it("continues the query it belongs to, also with another limit", async () => {
    for (const message of ["a", "b", "c"]) {
      await service.start(message, { endUser: { source: "app", id: "ana" } });
      await service.clock.advance(1_000);
    }
    const mine = "&endUserSource=app&endUserId=ana";
    const cursor = await firstCursor(mine);
    const rest = await service.call("GET", `${sessions()}?limit=9&cursor=${cursor}${mine}`);
    expect(rest.body["sessions"]).toHaveLength(2);
  });

  it("is refused for other filters, another list or another key, and when a character differs", async () => {
    await service.start("a");
    await service.start("b");
    const cursor = await firstCursor("");
    const key = await service.readKey();
    const organization = `/v1/organizations/${service.app.organizationId}`;
    const forged = cursor.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10));
    for (const [path, own] of [
      [`${sessions()}?status=idle&cursor=${cursor}`],
      [`${organization}/workspaces?cursor=${cursor}`],
      [`${sessions()}?cursor=${cursor}`, key],
      [`${sessions()}?cursor=${forged}`],
      [`${sessions()}?cursor=${cursor.slice(0, -1)}`],
      [`${sessions()}?cursor=${cursor.split(".")[0]!}`],
      [`${sessions()}?cursor=`],
    ] as const) {
      const answer = await service.call("GET", path, undefined, { ...(own !== undefined && { key: own }) });
      expect([path, fault(answer)]).toEqual([path, "400 validation_failed"]);
    }
    expect((await service.call("GET", `${sessions()}?cursor=${cursor}`)).status).toBe(200);
  });
});
