import { beforeEach, describe, expect, it } from "vitest";
import { fault, harness, text, type Harness, type Json } from "../harness.js";

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

const idOf = (session: string) => session.split("/").at(-1);
const pin = (session: string, body: object = { pinned: true }, key?: string) =>
  service.call("PUT", `${session}/pin`, body, key === undefined ? {} : { key });
const ids = (list: Json | undefined) => (list as unknown as readonly Json[]).map((entry) => entry["id"]);
const list = async (query: string) => (await service.call("GET", `${service.workspace}/sessions?${query}`)).body;

async function threeSessions(): Promise<readonly [string, string, string]> {
  const made = [];
  for (const name of ["one", "two", "three"]) {
    made.push(await service.start(`/say ${name}`));
    await service.clock.advance(1_000);
  }
  return made as unknown as readonly [string, string, string];
}

describe("a pin", () => {
  it("is a field of the session, with its time and a version", async () => {
    const session = await service.start("hello");
    expect((await service.call("GET", session)).body).toMatchObject({ pinned: false, pinnedAt: null, pinVersion: 0 });
    const pinned = (await pin(session)).body;
    expect(pinned).toMatchObject({ pinned: true, pinVersion: 1 });
    expect(text(pinned["pinnedAt"])).toMatch(/^\d{4}-/);
    expect((await pin(session)).body).toEqual(pinned);
    expect((await pin(session, { pinned: false })).body).toMatchObject({
      pinned: false,
      pinnedAt: null,
      pinVersion: 2,
    });
  });

  it("is refused for an older version, but not when it is so already", async () => {
    const session = await service.start("hello");
    expect((await pin(session, { pinned: true, expectedVersion: 0 })).status).toBe(200);
    expect((await pin(session, { pinned: true, expectedVersion: 0 })).status).toBe(200);
    expect(fault(await pin(session, { pinned: false, expectedVersion: 0 }))).toBe("409 conflict");
  });

  it("writes no event and refuses a read-only key and a body that is none", async () => {
    const session = await service.start("hello");
    const before = await service.types(session);
    await pin(session);
    expect(await service.types(session)).toEqual(before);
    expect(fault(await pin(session, { pinned: true }, await service.readKey()))).toBe("403 forbidden");
    expect(fault(await pin(session, { pinned: "yes" }))).toBe("422 validation_failed");
  });

  it("puts sessions before the others on the first page, the newest pin first", async () => {
    const [one, two, three] = await threeSessions();
    await pin(two);
    await service.clock.advance(1_000);
    await pin(one);
    const page = await list("view=page&limit=1");
    expect([ids(page["pinned"]), ids(page["sessions"])]).toEqual([[idOf(one), idOf(two)], [idOf(three)]]);
    expect(page["pinnedTruncated"]).toBe(false);
  });

  it("shows pinned sessions once over all pages", async () => {
    const [one, two, three] = await threeSessions();
    await pin(three);
    const first = await list("view=page&limit=1");
    const second = await list(`view=page&limit=1&cursor=${text(first["nextCursor"])}`);
    expect([ids(first["pinned"]), ids(first["sessions"])]).toEqual([[idOf(three)], [idOf(two)]]);
    expect([ids(second["pinned"]), ids(second["sessions"])]).toEqual([[], [idOf(one)]]);
  });

  it("has more pinned sessions than fit above among the others, over all pages", async () => {
    const made: string[] = [];
    for (let count = 0; count < 54; count += 1) made.push(await service.start(`hello ${count}`));
    for (const session of made.slice(1)) await pin(session);
    for (const only of ["", "&pinsOnly=1"]) {
      const seen: unknown[] = [];
      let cursor = "";
      do {
        const page = await list(`view=page&limit=2${only}${cursor}`);
        expect(page["pinnedTruncated"]).toBe(cursor === "");
        expect(ids(page["pinned"])).toHaveLength(cursor === "" ? 50 : 0);
        seen.push(...ids(page["pinned"]), ...ids(page["sessions"]));
        cursor = page["nextCursor"] === null ? "" : `&cursor=${text(page["nextCursor"])}`;
      } while (cursor !== "");
      expect(seen).toHaveLength(only === "" ? 54 : 53);
      expect(new Set(seen)).toEqual(new Set(made.slice(only === "" ? 0 : 1).map(idOf)));
    }
  });

  it("is what pinsOnly asks for, in both forms of the list", async () => {
    const [one] = await threeSessions();
    await pin(one);
    expect(ids(await list("pinsOnly=1"))).toEqual([idOf(one)]);
    const page = await list("view=page&pinsOnly=1");
    expect([ids(page["pinned"]), ids(page["sessions"])]).toEqual([[idOf(one)], []]);
  });
});
