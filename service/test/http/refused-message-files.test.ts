import { describe, expect, it } from "vitest";
import { harness, text, type Harness } from "../harness.js";

/** A message that is refused leaves its files as they were: without a session, and deleted after a day. */

const asBytes = { headers: { "content-type": "application/octet-stream" } };

async function upload(service: Harness): Promise<string> {
  const files = `${service.workspace}/files/uploads`;
  const announced = { filename: "a.txt", contentType: "text/plain", sizeBytes: 5 };
  const { body } = await service.call("POST", files, announced);
  await service.call("PUT", text(body["putUrl"]), new TextEncoder().encode("hello"), asBytes);
  await service.call("POST", `${files}/${text(body["uploadId"])}/complete`);
  return text(body["uploadId"]);
}

/** Each way to send a message: its address, and its body. */
const doors: Readonly<Record<string, (message: object) => readonly [string, object]>> = {
  events: (payload) => ["events", { type: "user.message", payload }],
  steer: (message) => ["steer", message],
  "the composer's draft": (message) => [
    "composer-draft/submit",
    { delivery: "send", clientEventId: "d", expectedDraftRevision: 1, ...message },
  ],
};

/** Each reason: the message, and the state before it. */
const reasons: Readonly<
  Record<string, { readonly status: number; readonly message?: object; readonly first?: object }>
> = {
  "too long": { status: 413, message: { text: "x".repeat(70_000) } },
  "of an older control": { status: 409, message: { controlEtag: "c99" } },
  "to a cancelled session": { status: 409, first: { action: "cancel", clientEventId: "c" } },
};

const cases = Object.keys(doors).flatMap((door) => Object.keys(reasons).map((reason) => [door, reason] as const));

describe("the file of a message that is refused", () => {
  const draft = { text: "see", expectedRevision: 0 };

  it.each(cases)("through %s, as it is %s, is deleted after a day", async (door, reason) => {
    const service = await harness();
    const session = await service.start("hello");
    const fileId = await upload(service);
    await service.call("PUT", `${session}/composer-draft`, draft);
    const { status, message = {}, first } = reasons[reason]!;
    if (first) await service.call("POST", `${session}/control`, first);
    const [path, body] = doors[door]!({ text: "see", resources: [{ kind: "file", fileId }], ...message });
    expect((await service.call("POST", `${session}/${path}`, body)).status).toBe(status);
    await service.clock.advance(86_400_000);
    await upload(service);
    const read = await service.call("GET", `${service.workspace}/files/${fileId}/content`);
    expect(read.status).toBe(404);
  });

  it.each(Object.keys(doors))("through %s, as another one has been erased, is no part of the session", async (door) => {
    const service = await harness();
    const session = await service.start("hello");
    const fileId = await upload(service);
    await service.call("PUT", `${session}/composer-draft`, draft);
    const resources = [fileId, "gone"].map((id) => ({ kind: "file", fileId: id }));
    const [path, body] = doors[door]!({ text: "see", resources });
    expect((await service.call("POST", `${session}/${path}`, body)).status).toBe(422);
    expect((await service.call("GET", `${session}/files/${fileId}/content`)).status).toBe(404);
  });
});
