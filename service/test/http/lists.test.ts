import { beforeEach, describe, expect, it } from "vitest";
import { fault, harness, text, type Harness } from "../harness.js";

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

const organization = () => `/v1/organizations/${service.app.organizationId}`;
const messages = (list: unknown) => (list as { initialMessage: string }[]).map((session) => session.initialMessage);

/** Another workspace of the same organization. */
async function otherWorkspace(name: string): Promise<string> {
  const body = { externalSource: "app", externalId: name, name };
  const made = await service.call("PUT", "/v1/workspaces/external", body);
  return `/v1/workspaces/${text(made.body["workspace"]?.["id"])}`;
}

/** Every page of a list, from the first to the last. */
async function pages(path: string, list: string): Promise<unknown[][]> {
  const found: unknown[][] = [];
  for (let cursor = ""; ;) {
    const { status, body } = await service.call("GET", `${path}${cursor && `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    found.push(body[list] as unknown as unknown[]);
    const next = body["nextCursor"] as unknown as string | null;
    if (next === null) return found;
    cursor = encodeURIComponent(next);
  }
}

describe("a workspace's sessions", () => {
  it("are found by their title and their first message, page by page", async () => {
    const plain = await service.start("hello");
    await service.call("PATCH", plain, { title: "Trip to Rome" });
    for (const message of ["a trip", "b", "c TRIP"]) {
      await service.clock.advance(1_000);
      await service.start(message);
    }
    const path = `${service.workspace}/sessions?view=page&limit=2&search=trip`;
    expect((await pages(path, "sessions")).map(messages)).toEqual([["c TRIP", "a trip"], ["hello"]]);
  });

  it("are by their last change where that is asked for, page by page", async () => {
    const first = await service.start("first");
    for (const message of ["second", "third", "fourth"]) {
      await service.clock.advance(1_000);
      await service.start(message);
    }
    await service.clock.advance(1_000);
    await service.send(first, "/say again");
    const path = `${service.workspace}/sessions?view=page&limit=2`;
    const list = async (order: string) => (await pages(path + order, "sessions")).map(messages);
    expect(await list("&order=updated")).toEqual([
      ["first", "fourth"],
      ["third", "second"],
    ]);
    expect(await list("")).toEqual([
      ["fourth", "third"],
      ["second", "first"],
    ]);
    const { body } = await service.call("GET", `${path}&order=updated`);
    const cursor = encodeURIComponent(text(body["nextCursor"]));
    expect(fault(await service.call("GET", `${path}&order=created&cursor=${cursor}`))).toBe("400 validation_failed");
    expect(fault(await service.call("GET", `${path}&order=random`))).toBe("400 validation_failed");
  });

  it("are shown by their status", async () => {
    await service.start("rests");
    await service.start("/silence 100");
    await service.start("/ask text");
    const shown = async (status: string) =>
      messages(
        (await service.call("GET", `${service.workspace}/sessions?view=page&status=${status}`)).body["sessions"],
      );
    expect(await shown("running")).toEqual(["/silence 100"]);
    expect(await shown("requires_action")).toEqual(["/ask text"]);
    expect(await shown("failed")).toEqual([]);
    const wrong = await service.call("GET", `${service.workspace}/sessions?status=busy`);
    expect(fault(wrong)).toBe("400 validation_failed");
  });

  it("are put away by one who saw the newest state, and shown apart", async () => {
    const session = await service.start("away");
    const put = (body: object) => service.call("PUT", `${session}/archive`, body);
    expect((await put({ archived: true, expectedVersion: 0 })).body).toMatchObject({
      archived: true,
      archiveVersion: 1,
    });
    expect(fault(await put({ archived: false, expectedVersion: 0 }))).toBe("409 conflict");
    const listed = async (query: string) =>
      messages((await service.call("GET", `${service.workspace}/sessions?view=page${query}`)).body["sessions"]);
    expect([await listed(""), await listed("&archivedOnly=1")]).toEqual([[], ["away"]]);
  });

  it("are asked for by a parent that could be one", async () => {
    const path = `${service.workspace}/sessions?parentSessionId=`;
    expect((await service.call("GET", `${path}null`)).status).toBe(200);
    expect(fault(await service.call("GET", `${path}somebody`))).toBe("400 validation_failed");
  });
});

describe("an organization's sessions", () => {
  it("are listed from all its workspaces, newest first, without gap or repeat", async () => {
    const beta = await otherWorkspace("beta");
    const made = [];
    for (let n = 0; n < 5; n += 1) {
      const where = n % 2 === 0 ? service.workspace : beta;
      await service.call("POST", `${where}/sessions`, { initialMessage: `m${n}` });
      made.unshift(`m${n}`);
      if (n !== 2) await service.clock.advance(1_000);
    }
    const found = await pages(`${organization()}/sessions?limit=2`, "sessions");
    expect(found.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(new Set(found.flatMap(messages))).toEqual(new Set(made));
    expect(messages(found.flat())[0]).toBe("m4");
  });

  it("are filtered by status, user and search", async () => {
    await service.start("/silence 100", { endUser: { source: "app", id: "ana" } });
    await service.start("rests", { endUser: { source: "app", id: "ben" } });
    const shown = async (query: string) =>
      messages((await service.call("GET", `${organization()}/sessions?${query}`)).body["sessions"]);
    expect(await shown("status=running")).toEqual(["/silence 100"]);
    expect(await shown("endUserSource=app&endUserId=ben")).toEqual(["rests"]);
    expect(await shown("search=REST")).toEqual(["rests"]);
    const half = await service.call("GET", `${organization()}/sessions?endUserId=ben`);
    expect(fault(half)).toBe("400 validation_failed");
  });
});

describe("an organization's workspaces", () => {
  it("are listed oldest first, page by page, also for a read-only key", async () => {
    for (const name of ["b", "c"]) {
      await service.clock.advance(1_000);
      await otherWorkspace(name);
    }
    const found = await pages(`${organization()}/workspaces?limit=2`, "workspaces");
    expect(found.map((page) => page.map((entry) => (entry as { name: string }).name))).toEqual([["acme", "b"], ["c"]]);
    const whole = await service.call("GET", `${organization()}/workspaces`, undefined, {
      key: await service.readKey(),
    });
    expect(whole.body).toMatchObject({ organization: { id: service.app.organizationId }, nextCursor: null });
  });
});

it.each(["sessions", "workspaces"])("shows no %s of another organization, nor of a missing one", async (list) => {
  const other = "11111111-2222-4333-8444-555555555555";
  expect(fault(await service.call("GET", `/v1/organizations/${other}/${list}`))).toBe("403 forbidden");
  expect(fault(await service.call("GET", `/v1/organizations/acme/${list}`))).toBe("422 validation_failed");
  expect(fault(await service.call("GET", `${organization()}/${list}?limit=0`))).toBe("400 validation_failed");
  expect(fault(await service.call("GET", `${organization()}/${list}?cursor=x`))).toBe("400 validation_failed");
});

it("lists the models of sessions", async () => {
  const catalog = await service.call("GET", `${service.workspace}/model-catalog`);
  expect(catalog.body).toMatchObject({ defaultModel: "scripted", models: [{ id: "scripted" }] });
  const config = await service.call("GET", "/v1/config/client", undefined, { key: null });
  expect(config.body["features"]).toMatchObject({
    chat: true,
    queue: true,
    goals: true,
    composerDrafts: true,
    lineage: true,
  });
});
