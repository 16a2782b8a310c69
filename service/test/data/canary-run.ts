/** Writes canaries into every writable place of a person, erases scope after scope, and looks for them in the whole storage. */
import { expect } from "vitest";
import type { FileStore } from "../../src/files/file-store.js";
import type { Store } from "../../src/store/store.js";
import { secretsKey } from "../automations/webhook-world.js";
import { harness, text, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";
import { recordsOf } from "../store/contract/data.js";

export interface CanaryPlace {
  readonly store: Store;
  readonly fileStore: FileStore;
  /** The store as the process sees it that erases. @default `store` */
  readonly erasing?: Store;
  /** The tables and files that have the text. Made from the schema, so that a new table is included. */
  readonly placesWith: (text: string) => Promise<readonly string[]>;
}

export const canary = "canary-of-";
const ana = { source: "app", id: `${canary}person-ana` };
const ben = { source: "app", id: "ben" };
const as = (actor: object) => ({ headers: { "x-service-actor": JSON.stringify(actor) } });

export const everyScope = ["session", "file", "person", "workspace"];

/**
 * @param erased is called before the service closes
 * @returns the scopes that were erased
 */
export async function runCanaries(
  { store, fileStore, placesWith }: CanaryPlace,
  erased: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  const service = await harness({ store, fileStore, secretsKey });
  const { workspace } = service;
  const call: Call = (...given) => service.call(...given);
  const erase = async (scope: object) => (await call("POST", `${workspace}/erasures`, { scope })).body["erased"];
  const bytes: { readonly fileId: string; readonly contentId: string }[] = [];

  async function upload(mark: string, endUser: object | null): Promise<string> {
    const fileId = await uploaded(service, mark, endUser);
    bytes.push({ fileId, contentId: (await store.getFile(fileId))?.contentId ?? "" });
    return fileId;
  }

  const sessionId = await writeSession(service, `${canary}session`, upload);
  const fileId = await upload(`${canary}file`, ana);
  await writeSession(service, `${canary}person`, upload);
  await writePerson(service, store, `${canary}person`);
  await writeSession(service, `${canary}workspace`, upload, null);
  await call("PATCH", workspace, { name: `${canary}workspace`, agentInstructions: `${canary}workspace` });

  const scopes = [
    [{ kind: "session", sessionId }, [`${canary}session`]],
    [{ kind: "file", fileId }, [`${canary}file`]],
    [{ kind: "person", endUser: ana }, [`${canary}person`]],
    [{ kind: "workspace" }, [canary]],
  ] as const;
  for (const [scope, marks] of scopes) {
    for (const mark of marks) expect([scope.kind, await placesWith(mark)]).not.toEqual([scope.kind, []]);
    expect(Object.keys((await erase(scope)) ?? {})).not.toEqual([]);
    for (const mark of marks) expect([scope.kind, await placesWith(mark)]).toEqual([scope.kind, []]);
    expect([scope.kind, await erase(scope)]).toEqual([scope.kind, {}]);
  }
  for (const place of bytes) expect(await fileStore.read(place)).toBeNull();
  await erased();
  await service.app.close();
  expect(service.faults).toEqual([]);
  return scopes.map(([{ kind }]) => kind);
}

type Call = Harness["call"];
type Upload = (mark: string, endUser: object | null) => Promise<string>;

async function uploaded(service: Harness, mark: string, endUser: object | null): Promise<string> {
  const { workspace } = service;
  const call: Call = (...given) => service.call(...given);
  const content = new TextEncoder().encode(`bytes of ${mark}`);
  const announced = { filename: `${mark}.txt`, contentType: "text/plain", sizeBytes: content.byteLength, endUser };
  const begun = await call("POST", `${workspace}/files/uploads`, announced);
  const fileId = text(begun.body["fileId"]);
  const path = `${workspace}/files/uploads/${fileId}`;
  const binary = { headers: { "content-type": "application/octet-stream" } };
  expect((await call("PUT", `${path}/content`, content, binary)).status).toBe(204);
  expect((await call("POST", `${path}/complete`)).status).toBe(200);
  return fileId;
}

/** A session with the mark in everything that can be written to it. */
async function writeSession(
  service: Harness,
  mark: string,
  upload: Upload,
  endUser: typeof ana | null = ana,
): Promise<string> {
  const call: Call = (...given) => service.call(...given);
  const label = endUser === null ? {} : { endUser };
  const named = async () => [{ kind: "file", fileId: await upload(mark, endUser) }];
  const session = await service.start(`/approve send_mail {"to":"${mark}"}`, {
    ...label,
    memoryScope: "session",
    agentAccess: "session",
    idempotencyKey: mark,
    clientEventId: mark,
    modelContext: mark,
    instructions: mark,
    metadata: { note: mark },
    goal: { text: mark, successCriteria: mark },
    resources: await named(),
  });
  const post = async (path: string, body: object, status: number) =>
    expect([path, (await call("POST", `${session}/${path}`, body)).status]).toEqual([path, status]);
  await rests(service, session, "requires_action");
  const asked = (await service.log(session)).filter(({ type }) => type === "session.requiresAction").at(-1);
  const { approvals } = asked!.payload as { readonly approvals: readonly { readonly id: string }[] };
  const decision = { approvalId: approvals[0]?.id, decision: "reject", message: mark };
  await post("events", { type: "user.approvalDecision", payload: decision }, 202);
  await rests(service, session);
  for (const message of ["/ask text", `/remember ${mark}`, `/child /say ${mark}`]) {
    const payload = { text: message, modelContext: mark, resources: await named() };
    await post("events", { type: "user.message", payload }, 202);
    await rests(service, session, message === "/ask text" ? "requires_action" : "idle");
    if (message !== "/ask text") continue;
    const pending = await call("GET", `${session}/human-input-requests?status=pending`);
    const requestId = pending.body["requests"]?.[0]?.["id"];
    const response = { outcome: "answered", answers: [{ questionId: "name", values: [mark] }] };
    await post("events", { type: "user.humanInputResponse", payload: { requestId, response } }, 202);
    await rests(service, session);
  }
  expect((await call("PATCH", session, { title: mark })).status).toBe(200);
  const draft = { text: mark, annotations: [{ note: mark }], resources: await named(), expectedRevision: 0 };
  expect((await call("PUT", `${session}/composer-draft`, draft, as(endUser ?? ben))).status).toBe(200);
  await post("control", { action: "pause", reason: mark, clientEventId: `${mark}-pause` }, 200);
  const waiting = { type: "user.message", payload: { text: `queued ${mark}` } };
  await post("events", waiting, 202);
  return session.split("/").at(-1)!;
}

/** Records of the person beside sessions, and a row in every table that people's records are in. */
async function writePerson(service: Harness, store: Store, mark: string): Promise<void> {
  const { app, workspace } = service;
  const call: Call = (...given) => service.call(...given);
  const made = async (path: string, body: object, options = {}) => {
    const answer = await call("POST", `${workspace}/${path}`, body, options);
    expect([path, answer.status, answer.body]).toEqual([path, 201, answer.body]);
    return answer.body;
  };
  const task = { schedule: { type: "interval", everySeconds: 86_400 }, runMode: "new_session_per_run" };
  await made("scheduled-tasks", { ...task, name: mark, agentConfig: { prompt: mark }, endUser: ana });
  const hook = { name: mark, webhookSecret: `whsec_${Buffer.from(mark).toString("base64")}`, endUser: ana };
  const sourceId = (await made("automations/sources", hook))["id"];
  const trigger = { sourceId, name: mark, eventTypes: ["*"], sessionTemplate: { prompt: mark }, endUser: ana };
  await made("automations/triggers", trigger);
  const sent = { type: "order.created", data: { note: mark } };
  expect((await call("POST", `${workspace}/automations/sources/${text(sourceId)}/events`, sent)).status).toBe(202);
  await made("api-keys", { name: mark, access: "read" }, as({ ...ana, name: mark }));
  // In another person's session, too.
  const others = await service.start("/say hi", { endUser: ben });
  const draft = { text: mark, expectedRevision: 0 };
  expect((await call("PUT", `${others}/composer-draft`, draft, as(ana))).status).toBe(200);
  const whose = { organizationId: app.organizationId, workspaceId: workspace.split("/").at(-1)!, endUser: ana };
  const ofOrganization = new Set(["organizations", "apiKeys", "members", "auditEntries", "workspaces"]);
  const rows = recordsOf({ prefix: `${mark}-row`, mark, ...whose });
  await store.writeData(rows.filter(({ kind }) => !ofOrganization.has(kind) && kind !== "workspaceMembers"));
}

/** Waits until no turn of the session runs. */
async function rests(service: Harness, session: string, status = "idle"): Promise<void> {
  const now = async () => {
    await settle();
    return (await service.call("GET", session)).body["status"];
  };
  await expect.poll(now, { timeout: 30_000 }).toBe(status);
}
