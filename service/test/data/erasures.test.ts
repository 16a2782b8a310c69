import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore, type Store } from "../../src/app.js";
import { createMemoryFileStore } from "../../src/files/memory-file-store.js";
import { fault, harness, text, type Harness, type Json } from "../harness.js";
import { kindsWith } from "../store/contract/data.js";

const ana = { source: "app", id: "canary-ana" };
const ben = { source: "app", id: "ben" };
const asAdmin = { headers: { "x-service-actor": JSON.stringify({ source: "app", id: "mia", name: "Mia" }) } };

let store: Store;
let files: ReturnType<typeof createMemoryFileStore>;
let service: Harness;
beforeEach(async () => {
  store = createMemoryStore();
  files = createMemoryFileStore();
  service = await harness({ store, fileStore: files });
});

async function upload(filename: string, endUser: object | null): Promise<string> {
  const body = { filename, contentType: "text/plain", sizeBytes: 5, endUser };
  const begun = (await service.call("POST", `${service.workspace}/files/uploads`, body)).body;
  const id = text(begun["fileId"]);
  const path = `${service.workspace}/files/uploads/${id}`;
  const bytes = { headers: { "content-type": "application/octet-stream" } };
  expect((await service.call("PUT", `${path}/content`, new TextEncoder().encode("bytes"), bytes)).status).toBe(204);
  expect((await service.call("POST", `${path}/complete`)).status).toBe(200);
  return id;
}

async function sessionWith(fileId: string, endUser: object | null, message = "/say hi"): Promise<string> {
  const session = await service.start(message, { ...(endUser && { endUser }) });
  const payload = { text: "canary message", resources: [{ kind: "file", fileId }] };
  expect((await service.call("POST", `${session}/events`, { type: "user.message", payload })).status).toBe(202);
  return session;
}

/** Whether any bytes of the file are left. */
async function hasBytes(fileId: string, contentId: string | null | undefined): Promise<boolean> {
  return (await files.read({ fileId, contentId: contentId ?? "" })) !== null;
}

const erase = (scope: object, options = {}) =>
  service.call("POST", `${service.workspace}/erasures`, { scope }, options);
async function audit(query = "") {
  const { body } = await service.call("GET", `${service.workspace}/audit${query}`);
  return body["entries"] as unknown as readonly Json[];
}
const idOf = (path: string) => path.split("/").at(-1)!;

describe("erasing a session", () => {
  it("takes the records and bytes of its files along, and the sessions below it", async () => {
    const fileId = await upload("canary.txt", ana);
    const session = await sessionWith(fileId, ana, "/child /say leaf");
    const contentId = (await store.getFile(fileId))?.contentId;
    expect(await hasBytes(fileId, contentId)).toBe(true);
    const { status, body } = await service.call("DELETE", session);
    expect([status, body["deletedSessionCount"], body["erased"]]).toEqual([
      200,
      2,
      expect.objectContaining({ sessions: 2, files: 1, sessionFiles: 1 }),
    ]);
    expect([await store.getFile(fileId), await hasBytes(fileId, contentId)]).toEqual([null, false]);
    // The person's own counts stay.
    expect(await kindsWith(store, "canary")).toEqual(["usageCounts"]);
  });

  it("takes a file along that its creation named, which is kept until then", async () => {
    const fileId = await upload("canary.txt", ana);
    const resources = [{ kind: "file", fileId }];
    const session = await service.start("/child /say leaf", { endUser: ana, resources });
    await service.clock.advance(3 * 86_400_000);
    expect((await service.call("GET", `${session}/files/${fileId}`)).body).toMatchObject({ id: fileId });
    expect((await service.call("DELETE", session)).body).toMatchObject({ erased: { sessions: 2, files: 1 } });
    expect([await store.getFile(fileId), await kindsWith(store, "canary.txt")]).toEqual([null, []]);
    const again = { initialMessage: "/say hi", resources };
    expect(fault(await service.call("POST", `${service.workspace}/sessions`, again))).toBe("422 file_missing");
  });

  it("keeps a file that another session has", async () => {
    const fileId = await upload("shared.txt", ana);
    const [one, other] = [await sessionWith(fileId, ana), await sessionWith(fileId, ana)];
    await service.call("DELETE", one);
    expect((await service.call("GET", `${service.workspace}/files/${fileId}`)).status).toBe(200);
    await service.call("DELETE", other);
    expect(fault(await service.call("GET", `${service.workspace}/files/${fileId}`))).toBe("404 not_found");
  });

  it("answers a repeat as one that finds nothing, and notes one entry", async () => {
    const session = await service.start("/say hi", { endUser: ana });
    const scope = { kind: "session", sessionId: idOf(session) };
    expect((await erase(scope, asAdmin)).body).toMatchObject({ scope: "session", erased: { sessions: 1 } });
    expect((await erase(scope, asAdmin)).body).toMatchObject({ scope: "session", erased: {} });
    expect(await audit()).toMatchObject([
      { action: "erased", scope: "session", subjectId: idOf(session), actor: { id: "mia" }, counts: { sessions: 1 } },
    ]);
  });

  it("leaves a session of another workspace alone", async () => {
    const named = { externalSource: "app", externalId: "globex", name: "globex" };
    const other = (await service.call("PUT", "/v1/workspaces/external", named)).body["workspace"];
    const path = `/v1/workspaces/${text(other?.["id"])}`;
    const made = await service.call("POST", `${path}/sessions`, { initialMessage: "/say hi" });
    const id = text(made.body["id"]);
    expect((await erase({ kind: "session", sessionId: id })).body).toMatchObject({ erased: {} });
    expect((await service.call("GET", `${path}/sessions/${id}`)).status).toBe(200);
  });

  it("ends the turn that runs in it", async () => {
    const session = await service.start("/wait", { endUser: ana });
    expect((await erase({ kind: "session", sessionId: idOf(session) })).body).toMatchObject({
      erased: { sessions: 1 },
    });
    await service.clock.advance(120_000);
    expect([await kindsWith(store, idOf(session)), service.faults]).toEqual([["auditEntries"], []]);
  });
});

it("erases a file once, with its bytes", async () => {
  const fileId = await upload("canary.txt", ana);
  const path = `${service.workspace}/files/${fileId}`;
  const others = "?endUserSource=app&endUserId=ben";
  expect(fault(await service.call("DELETE", `${path}${others}`))).toBe("404 not_found");
  expect((await service.call("DELETE", path)).body).toMatchObject({ scope: "file", erased: { files: 1 } });
  expect(fault(await service.call("DELETE", path))).toBe("404 not_found");
  expect((await erase({ kind: "file", fileId })).body).toMatchObject({ erased: {} });
  expect(await kindsWith(store, "canary")).toEqual([]);
});

describe("erasing a person", () => {
  it("erases everything with the person's label and keeps other people's", async () => {
    await sessionWith(await upload("canary.txt", ana), ana, "canary message");
    const archived = await service.start("canary", { endUser: ana });
    await service.call("PUT", `${archived}/archive`, { archived: true });
    const kept = await service.start("/say hi", { endUser: ben });
    const actor = { headers: { "x-service-actor": JSON.stringify(ana) } };
    await service.call("PUT", `${kept}/composer-draft`, { text: "canary draft", expectedRevision: 0 }, actor);
    const answer = await erase({ kind: "person", endUser: ana }, asAdmin);
    expect(answer.body).toMatchObject({ scope: "person", erased: { sessions: 2, files: 1, composerDrafts: 1 } });
    expect(await kindsWith(store, "canary")).toEqual([]);
    expect((await service.call("GET", kept)).status).toBe(200);
    expect((await erase({ kind: "person", endUser: ana })).body).toMatchObject({ erased: {} });
  });

  it("takes that person's name out of the entries of what they did to others", async () => {
    const session = await service.start("/say hi", { endUser: ben });
    const actor = { headers: { "x-service-actor": JSON.stringify({ ...ana, name: "canary name" }) } };
    await service.call("DELETE", session, undefined, actor);
    expect(await kindsWith(store, "canary")).toEqual(["auditEntries"]);
    await erase({ kind: "person", endUser: ana });
    expect(await kindsWith(store, "canary")).toEqual([]);
    expect(await audit()).toMatchObject([{ actor: null, scope: "session" }]);
  });

  it("names a person who erases their own data by a digest, by which the entries are found", async () => {
    await service.start("/say hi", { endUser: ana });
    await erase({ kind: "person", endUser: ana }, { headers: { "x-service-actor": JSON.stringify(ana) } });
    expect(await kindsWith(store, "canary")).toEqual([]);
    expect(await audit("?endUserSource=app&endUserId=canary-ana")).toMatchObject([{ scope: "person", actor: null }]);
    expect(await audit("?endUserSource=app&endUserId=ben")).toEqual([]);
  });
});

describe("erasing a workspace", () => {
  it("takes everything in it, answers a repeat, and is still read in the organization's audit", async () => {
    await sessionWith(await upload("canary.txt", null), ana, "canary message");
    const answer = await erase({ kind: "workspace" }, asAdmin);
    expect(answer.body).toMatchObject({ scope: "workspace", erased: { workspaces: 1, sessions: 1, files: 1 } });
    expect(await kindsWith(store, "canary")).toEqual([]);
    expect(fault(await service.call("GET", service.workspace))).toBe("403 forbidden");
    expect((await erase({ kind: "workspace" })).body).toMatchObject({ scope: "workspace", erased: {} });
    const path = `/v1/organizations/${service.app.organizationId}/audit`;
    expect((await service.call("GET", path)).body["entries"]).toMatchObject([
      { scope: "workspace", actor: { id: "mia" } },
    ]);
  });

  it("ends the streams of the workspace's own keys, and is refused to them", async () => {
    const made = await service.call("POST", `${service.workspace}/api-keys`, { name: "own", access: "full" });
    const key = text(made.body["token"]);
    expect(fault(await erase({ kind: "workspace" }, { key }))).toBe("403 forbidden");
    expect((await erase({ kind: "person", endUser: ana }, { key })).status).toBe(200);
    await erase({ kind: "workspace" });
    expect(fault(await service.call("GET", service.workspace, undefined, { key }))).toBe("401 unauthenticated");
  });
});

it("refuses read-only keys to erase and to read the audit", async () => {
  const key = await service.readKey();
  expect(fault(await erase({ kind: "person", endUser: ana }, { key }))).toBe("403 forbidden");
  expect(fault(await service.call("GET", `${service.workspace}/audit`, undefined, { key }))).toBe("403 forbidden");
});

it.each([
  [{}, "422"],
  [{ kind: "planet" }, "422"],
  [{ kind: "person" }, "422"],
  [{ kind: "person", endUser: { source: "app" } }, "422"],
  [{ kind: "session", sessionId: "" }, "422"],
])("refuses the scope %j", async (scope, status) => {
  expect(fault(await erase(scope))).toMatch(status);
});

it("pages the audit, newest first", async () => {
  for (const message of ["one", "two", "three"]) {
    const session = await service.start(message);
    await service.clock.advance(1_000);
    await service.call("DELETE", session);
  }
  const path = `${service.workspace}/audit?limit=2`;
  const first = (await service.call("GET", path)).body;
  const second = (await service.call("GET", `${path}&cursor=${text(first["nextCursor"])}`)).body;
  const dates = [first, second]
    .flatMap((page) => page["entries"] as unknown as Json[])
    .map((entry) => text(entry["createdAt"]));
  expect(dates).toEqual(dates.toSorted().toReversed());
  expect([dates.length, second["nextCursor"]]).toEqual([3, null]);
});
