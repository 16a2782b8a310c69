import { afterAll, beforeAll, expect, it } from "vitest";
import type { Store } from "../../src/store/store.js";
import { fault, harness, text, type Harness } from "../harness.js";
import { openSqlDatabase } from "./sql-database.js";

/** People's changes beside the log, requested over HTTP and stored in SQL. */
let database: Awaited<ReturnType<typeof openSqlDatabase>>;
let store: Store;
let service: Harness;
beforeAll(async () => {
  database = await openSqlDatabase();
  store = await database.emptyStore();
  service = await harness({ store });
});
afterAll(async () => {
  await service.app.close();
  await database.close();
});

/** Resolves once the log contains the wanted event. */
async function written(path: string, what: string): Promise<void> {
  const sessionId = path.split("/").at(-1) ?? "";
  for (;;) {
    const next = new Promise<void>((resolve) => {
      const end = store.watchSession(sessionId, () => {
        end();
        resolve();
      });
    });
    if (JSON.stringify(await service.log(path)).includes(what)) return;
    await next;
  }
}

it("keeps queue, draft, goal and lineage as the memory store does", async () => {
  const session = await service.start("/silence 1000", { goal: { text: "Plan", rootConstraints: [{ budget: 3 }] } });
  await written(session, "turn.started");
  const post = (path: string, body: object) => service.call("POST", `${session}/${path}`, body);
  for (const message of ["/say a", "/say b"]) await service.send(session, message);
  const before = (await service.call("GET", `${session}/queue`)).body;
  const [a, b] = (before["items"] ?? []).map((item) => text(item["id"]));

  const move = { clientEventId: "m", expectedQueueVersion: before["version"], beforeTurnId: a };
  const moved = await post(`queue/${b}/move`, move);
  expect(moved.body["snapshot"]).toMatchObject({ items: [{ id: b }, { id: a }] });
  expect((await post(`queue/${b}/move`, move)).body["receipt"]).toEqual(moved.body["receipt"]);
  const stale = { clientEventId: "n", expectedQueueVersion: before["version"], beforeTurnId: b };
  expect(fault(await post(`queue/${a}/move`, stale))).toBe("409 QUEUE_VERSION_CHANGED");

  const edit = { clientEventId: "e", expectedTurnVersion: 1, expectedDraftRevision: 0 };
  const { draft } = (await post(`queue/${a}/edit`, edit)).body as unknown as { draft: object };
  expect(draft).toMatchObject({ text: "/say a", revision: 1, sourceTurnId: a });
  expect((await service.call("GET", `${session}/composer-draft`)).body).toEqual(draft);
  const put = await service.call("PUT", `${session}/composer-draft`, { text: "/say c", expectedRevision: 1 });
  expect(put.body).toMatchObject({ text: "/say c", revision: 2 });
  const submit = { text: "/say c", clientEventId: "s", expectedDraftRevision: 2 };
  expect((await post("composer-draft/submit", submit)).body).toMatchObject({ draft: { text: "", revision: 3 } });

  const goal = { text: "Plan better", expectedObjectiveRevision: 1 };
  const rewritten = { text: "Plan better", objectiveRevision: 2, rootConstraints: [{ budget: 3 }] };
  expect((await service.call("PATCH", `${session}/goal`, goal)).body).toMatchObject(rewritten);

  const child = await service.start("/say done", { parentSessionId: session.split("/").at(-1) });
  await written(session, '"childCompletion"');
  expect((await service.call("GET", `${child}/lineage`)).body).toMatchObject({
    ancestors: [{ initialMessage: "/silence 1000" }],
  });
  const listed = `/v1/organizations/${service.app.organizationId}/sessions`;
  expect((await service.call("GET", listed)).body["sessions"]).toHaveLength(2);
  expect((await service.call("DELETE", session)).status).toBe(200);
  expect((await service.call("GET", listed)).body["sessions"]).toHaveLength(0);
  expect(service.faults).toEqual([]);
});

it("keeps reach, messages between sessions and memory as the memory store does", async () => {
  const idOf = (path: string) => path.split("/").at(-1) ?? "";
  const user = { agentAccess: "user", endUser: { source: "app", id: "ana" } };
  const other = await service.start("/say I am the other", user);
  await written(other, "turn.completed");
  await service.start("/say somebody else's", { ...user, endUser: { source: "app", id: "ben" } });
  const from = await service.start("/session list", user);
  await written(from, "I reach these");
  expect(JSON.stringify(await service.log(from))).not.toContain("somebody else");

  await service.send(from, `/session send ${idOf(other)} /say heard you`);
  await written(other, '"text":"heard you"');
  await service.send(from, `/session read ${idOf(other)}`);
  await written(from, "**Agent:** heard you");

  await service.send(from, "/remember likes tea \u{1F375}");
  await written(from, '"memory.saved"');
  await service.send(other, "/correct tea => likes coffee");
  await written(other, '"memory.corrected"');
  await service.send(from, "/recall");
  await written(from, "- likes coffee *(for you, in all your conversations)*");
  await service.send(from, "/forget coffee");
  await written(from, "I have forgotten that");

  const body = { externalSource: "app", externalId: "acme", name: "acme", settings: { memoryEnabled: false } };
  expect((await service.call("PUT", "/v1/workspaces/external", body)).body["workspace"]).toMatchObject({
    settings: { memoryEnabled: false },
  });
  await service.send(from, "/recall");
  await written(from, "it is switched off");
  expect(service.faults).toEqual([]);
});

it("keeps keys, workspaces and members as the memory store does", async () => {
  const made = await service.call("POST", `${service.workspace}/api-keys`, { name: "ci", access: "read" });
  const key = text(made.body["token"]);
  expect((await service.call("GET", "/v1/access/me", undefined, { key })).body).toMatchObject({
    workspaceGrants: [{ workspaceId: service.workspace.split("/").at(-1) }],
  });
  const beta = `/v1/workspaces/${text((await service.call("POST", "/v1/workspaces", { name: "beta" })).body["id"])}`;
  expect(fault(await service.call("GET", `${beta}/sessions`, undefined, { key }))).toBe("403 forbidden");
  expect((await service.call("PATCH", beta, { slug: "b" })).body).toMatchObject({ name: "beta", slug: "b" });
  expect((await service.call("GET", "/v1/workspaces")).body).toHaveLength(2);
  await service.call("DELETE", `${service.workspace}/api-keys/${text(made.body["apiKey"]?.["id"])}`);
  expect(fault(await service.call("GET", "/v1/access/me", undefined, { key }))).toBe("401 unauthenticated");

  const organization = `/v1/organizations/${service.app.organizationId}/members`;
  const { body } = await service.call("POST", `${beta}/members`, { email: "ana@acme.example" });
  const change = { kind: "offboard", expectedAuthorizationRevision: 1, operationId: "o" };
  const changed = await service.call("PATCH", `${organization}/${text(body["memberId"])}`, change);
  expect(changed.body).toMatchObject({ status: "revoked", authorizationRevision: 2 });
  expect((await service.call("GET", organization)).body["members"]).toEqual([changed.body]);
  expect((await service.call("GET", `${beta}/members`)).body["members"]).toEqual([]);
  expect(service.faults).toEqual([]);
});

it("ends the streams of a revoked key at once", async () => {
  const session = await service.start("/say hello");
  await written(session, "turn.completed");
  const path = `/v1/organizations/${service.app.organizationId}/api-keys`;
  const { body } = await service.call("POST", path, { name: "short" });
  const headers = { authorization: `Bearer ${text(body["token"])}` };
  const answer = await service.app.fetch(new Request(`http://service${session}/events/stream`, { headers }));
  const read = answer.text();
  await service.call("DELETE", `${path}/${text(body["apiKey"]?.["id"])}`);
  expect(await read).toContain("turn.completed");
});
