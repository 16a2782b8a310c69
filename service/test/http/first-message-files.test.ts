import { describe, expect, it } from "vitest";
import { fault, harness, text, type Harness, type Json } from "../harness.js";
import { settle } from "../manual-clock.js";

async function upload(service: Harness, words: string): Promise<string> {
  const bytes = new TextEncoder().encode(words);
  const announced = { filename: "plan.txt", contentType: "text/plain", sizeBytes: bytes.length };
  const { body } = await service.call("POST", `${service.workspace}/files/uploads`, announced);
  await service.call("PUT", text(body["putUrl"]), bytes, { headers: { "content-type": "application/octet-stream" } });
  await service.call("POST", `${service.workspace}/files/uploads/${text(body["uploadId"])}/complete`);
  return text(body["fileId"]);
}

const named = (fileId: string) => ({ kind: "file", fileId });
const told = (fileId: string) => ({
  ...named(fileId),
  filename: "plan.txt",
  contentType: "text/plain",
  sizeBytes: 5,
});
const repository = { kind: "repository", uri: "git:x" };

async function create(service: Harness, body: object) {
  const answer = await service.call("POST", `${service.workspace}/sessions`, body);
  await settle();
  return { ...answer, path: `${service.workspace}/sessions/${String(answer.body["id"])}` };
}

async function messagesOf(service: Harness, session: string): Promise<Json[]> {
  const events = await service.log(session);
  return events.filter(({ type }) => type === "user.message").map(({ payload }) => payload as Json);
}

describe("the first message of a session that is created with files", () => {
  it("has them, for the reader and the agent, and no other resources", async () => {
    const service = await harness();
    const fileId = await upload(service, "hello");
    const { path, body } = await create(service, {
      initialMessage: "/file",
      resources: [repository, named(fileId)],
    });
    expect((await messagesOf(service, path))[0]).toEqual({ text: "/file", resources: [told(fileId)] });
    expect(body["resources"]).toEqual([repository, told(fileId)]);
    expect(JSON.stringify(await service.log(path))).toContain("plan.txt, text/plain, 5 bytes");
  });

  it("has no resources where none is a file", async () => {
    const service = await harness();
    const { path } = await create(service, { initialMessage: "/say hi", resources: [repository] });
    expect((await messagesOf(service, path))[0]).toEqual({ text: "/say hi" });
  });

  it("is the same for a repeated creation, whatever files that names", async () => {
    const service = await harness();
    const [fileId, other] = [await upload(service, "hello"), await upload(service, "other")];
    const body = { initialMessage: "/say hi", idempotencyKey: "k", clientEventId: "m" };
    const first = await create(service, { ...body, resources: [named(fileId)] });
    const again = await create(service, { ...body, resources: [named(other)] });
    expect(again.body["id"]).toBe(first.body["id"]);
    expect(await messagesOf(service, first.path)).toEqual([{ text: "/say hi", resources: [told(fileId)] }]);
  });

  it.each([
    ["with all of its files", (own: string, host: string) => [named(host), named(own)]],
    ["with the files that the sender named", (own: string) => [named(own)]],
    ["without files", () => []],
  ])("is the same message again under its key, %s", async (_, filesOf) => {
    const service = await harness();
    const [own, host] = [await upload(service, "hello"), await upload(service, "guide")];
    const { path } = await create(service, {
      initialMessage: "/say hi",
      clientEventId: "m",
      resources: [named(host), named(own)],
    });
    const resources = filesOf(own, host);
    const payload = { text: "/say hi", ...(resources.length > 0 && { resources }) };
    const sent = await service.call("POST", `${path}/events`, { type: "user.message", clientEventId: "m", payload });
    expect(sent.status).toBe(202);
    expect(await messagesOf(service, path)).toHaveLength(1);
  });

  it("is another message with a file that the creation did not name", async () => {
    const service = await harness();
    const [fileId, other] = [await upload(service, "hello"), await upload(service, "other")];
    const body = { initialMessage: "/say hi", clientEventId: "m", resources: [named(fileId)] };
    const { path } = await create(service, body);
    const payload = { text: "/say hi", resources: [named(other)] };
    const sent = await service.call("POST", `${path}/events`, { type: "user.message", clientEventId: "m", payload });
    expect(fault(sent)).toBe("409 IDEMPOTENCY_KEY_REUSED");
  });

  it("is not repeated in a session that the agent starts", async () => {
    const service = await harness();
    const fileId = await upload(service, "hello");
    const { body } = await create(service, { initialMessage: "/child /say hi", resources: [named(fileId)] });
    const sessions = (await service.call("GET", `${service.workspace}/sessions`)).body;
    const child = `${service.workspace}/sessions/${text(sessions.find(({ id }) => id !== body["id"])?.["id"])}`;
    expect((await messagesOf(service, child))[0]).not.toHaveProperty("resources");
    expect((await service.call("GET", `${child}/files/${fileId}`)).status).toBe(200);
  });
});
