import { beforeEach, expect, it } from "vitest";
import { createMemoryStore, type Store } from "../../src/app.js";
import { fault, harness, type Harness } from "../harness.js";

const ana = { source: "app", id: "ana" };
const ofAna = "?endUserSource=app&endUserId=ana";
const at = "2026-01-01T00:00:00.000Z";

let store: Store;
let service: Harness;
beforeEach(async () => {
  store = createMemoryStore();
  service = await harness({ store });
  const workspaceId = service.workspace.split("/").at(-1)!;
  const facts = { kind: "fact", createdAt: at, updatedAt: at };
  const person = { kind: "user", workspaceId, endUser: ana } as const;
  const everyone = { kind: "workspace", workspaceId } as const;
  const put = { ...facts, id: "m1", layer: person, text: "likes tea" };
  await store.changeMemories(person, () => ({ put, result: null }));
  const fact = { ...facts, id: "m2", layer: everyone, text: "ships on Mondays" };
  await store.changeMemories(everyone, () => ({ put: fact, result: null }));
});

const list = async (query: string) =>
  (await service.call("GET", `${service.workspace}/memories${query}`)).body["memories"];

it("lists a person's memories, and the workspace's on request", async () => {
  expect(await list(ofAna)).toEqual([
    { id: "m1", endUser: ana, kind: "fact", text: "likes tea", createdAt: at, updatedAt: at },
  ]);
  expect(await list("?endUserSource=app&endUserId=ben")).toEqual([]);
  expect(await list(`${ofAna}&withWorkspace=true`)).toMatchObject([{ id: "m1" }, { id: "m2", endUser: null }]);
});

it("lists no memory without a name", async () => {
  expect(fault(await service.call("GET", `${service.workspace}/memories`))).toMatch("400");
});

it("deletes everything of the person who is named, and notes it once", async () => {
  const path = `${service.workspace}/memories`;
  expect(fault(await service.call("DELETE", path))).toMatch("400");
  expect((await service.call("DELETE", `${path}${ofAna}`)).body).toEqual({ deletedMemoryCount: 1 });
  expect((await service.call("DELETE", `${path}${ofAna}`)).body).toEqual({ deletedMemoryCount: 0 });
  expect(await list(`${ofAna}&withWorkspace=true`)).toMatchObject([{ id: "m2" }]);
  expect((await service.call("GET", `${service.workspace}/audit`)).body["entries"]).toMatchObject([
    { scope: "memory", subjectId: null, counts: { memories: 1 } },
  ]);
});

it("deletes an entry of the person who is named, once", async () => {
  const path = `${service.workspace}/memories`;
  expect(fault(await service.call("DELETE", `${path}/m1?endUserSource=app&endUserId=ben`))).toBe("404 not_found");
  expect(fault(await service.call("DELETE", `${path}/m2${ofAna}`))).toBe("404 not_found");
  expect((await service.call("DELETE", `${path}/m1${ofAna}`)).body).toMatchObject({ id: "m1", text: "likes tea" });
  expect(fault(await service.call("DELETE", `${path}/m1${ofAna}`))).toBe("404 not_found");
  expect(await list(ofAna)).toEqual([]);
  expect((await service.call("GET", `${service.workspace}/audit`)).body["entries"]).toMatchObject([
    { scope: "memory", subjectId: "m1", counts: { memories: 1 } },
  ]);
});
