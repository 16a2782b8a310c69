import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ServiceClient } from "../../../src/api/service-client.js";
import type { ChatResolution } from "../../../src/server/handler/resolution.js";
import { ask, bodyOf, createBackend, framesOf, source, textOf, type Backend } from "../../support/backend.js";

let backend: Backend;
let chat: (request: Request) => Promise<Response>;
beforeEach(async () => {
  backend = await createBackend();
  chat = backend.chat();
});
afterEach(() => backend.close());

/** A completed file with a person's label, as the session proxy makes one. */
async function upload(user: string | null, tenant = "acme"): Promise<string> {
  const workspaceId = await backend.service.workspaceId({ tenant });
  const client: ServiceClient = backend.service.client;
  const content = new Blob(["hello"]);
  const announced = { filename: "plan.txt", contentType: "text/plain", sizeBytes: content.size };
  const label = user === null ? {} : { endUser: { source, id: user } };
  const begun = await client.beginUpload({ ...announced, ...label }, { workspaceId });
  await client.uploadContent(begun, content);
  return (await client.completeUpload(begun.uploadId, { workspaceId })).id;
}

const named = (fileId: string) => ({ kind: "file", fileId });
const told = (fileId: string) => ({ ...named(fileId), filename: "plan.txt", contentType: "text/plain", sizeBytes: 5 });
const send = (message: string, resources: unknown, more: object = {}) =>
  ask("POST", "/api/chat", { message, resources, ...more });
const begin = async () => framesOf(await chat(ask("POST", "/api/chat", { message: "/say begun" })));
const writes = () => backend.calls.filter(({ method, path }) => method === "POST" && !path.includes("/files/"));

async function refusal(answer: Promise<Response>): Promise<readonly [number, string]> {
  const { status, ...rest } = { status: (await answer).status, body: await bodyOf(await answer) };
  return [status, rest.body.error.code];
}

async function history() {
  return bodyOf(await chat(ask("GET", "/api/chat")));
}

describe("a message with files", () => {
  it.each([
    ["the first of its conversation", async () => {}],
    ["a later one", begin],
  ])("is passed on with them: %s", async (_, prepare) => {
    await prepare();
    const fileId = await upload("ana");
    const frames = await framesOf(await chat(send("/file", [{ ...named(fileId), filename: "made up" }])));
    expect(textOf(frames)).toContain("plan.txt, text/plain, 5 bytes");
    expect((await history()).messages.at(-2)).toMatchObject({ text: "/file", resources: [told(fileId)] });
  });

  it("interrupts the running turn with a steer", async () => {
    const running = framesOf(await chat(ask("POST", "/api/chat", { message: "/long 2000 50" })));
    const fileId = await upload("ana");
    const frames = await framesOf(await chat(send("/file", [named(fileId)], { delivery: "steer" })));
    expect(textOf(frames)).toContain("plan.txt");
    expect((await running).at(-1)?.data.reply.status).toBe("cancelled");
  });

  it.each([
    ["the first of its conversation", async () => {}],
    ["a later one", begin],
  ])("is sent once under its key: %s", async (_, prepare) => {
    await prepare();
    const fileId = await upload("ana");
    const again = () => chat(send("/file", [named(fileId)], { clientEventId: "k" }));
    const [once, twice] = [await framesOf(await again()), await framesOf(await again())];
    expect(twice.at(-1)?.data).toEqual(once.at(-1)?.data);
    const { messages } = await history();
    expect(messages.filter(({ text }: { text: string }) => text === "/file")).toHaveLength(1);
  });

  it("is sent once under its key where the host adds files to each creation", async () => {
    const guide = await upload(null);
    chat = backend.chat({
      resolve: () => ({ tenant: "acme", user: "ana", create: { resources: [named(guide)] } }),
    });
    const fileId = await upload("ana");
    const again = () => chat(send("/say hi", [named(fileId)], { clientEventId: "k" }));
    const [once, twice] = [await framesOf(await again()), await framesOf(await again())];
    expect(twice.at(-1)?.data).toEqual(once.at(-1)?.data);
    expect((await history()).messages[0].resources).toEqual([told(guide), told(fileId)]);
  });

  it("may name a file of its session, of any uploader", async () => {
    const reply = (await begin()).at(-1)?.data.reply;
    const fileId = await upload("ben");
    const payload = { text: "/say look", resources: [named(fileId)] };
    await backend.service.client.sendEvent(reply, { type: "user.message", payload });
    expect(textOf(await framesOf(await chat(send("/file", [named(fileId)]))))).toContain("plan.txt");
  });

  it("shows them to followers, and while it waits", async () => {
    const follow = ask("GET", "/api/chat?follow=1", undefined, { headers: { accept: "text/event-stream" } });
    const fileId = await upload("ana");
    await begin();
    const stream = await chat(follow);
    const running = await chat(ask("POST", "/api/chat", { message: "/silence 3600" }));
    const waiting = await chat(send("/say hi", [named(fileId)]));
    expect((await history()).queued).toMatchObject([{ text: "/say hi", resources: [told(fileId)] }]);
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let read = "";
    while (!read.includes(fileId)) read += (await reader.read()).value ?? "";
    await reader.cancel();
    const chunk = read.split("\n").find((line) => line.includes(fileId)) ?? "";
    expect(JSON.parse(chunk.slice("data: ".length))).toMatchObject({ type: "message", resources: [told(fileId)] });
    await Promise.all([running.body?.cancel(), waiting.body?.cancel()]);
  });

  it("is sent by the host's own code with any file of the workspace", async () => {
    const conversation = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
    const { text } = await conversation.send({
      message: "/file",
      resources: [{ kind: "file", fileId: await upload(null) }],
    });
    expect(text).toContain("plan.txt");
  });
});

describe("a message with files is refused, and nothing is written,", () => {
  const missing = "00000000-0000-4000-8000-000000000000";

  it.each([
    ["another person's", () => upload("ben")],
    ["the workspace's own", () => upload(null)],
    ["another tenant's", () => upload("ana", "other")],
    ["none", () => Promise.resolve(missing)],
  ])("as a missing one where a file is %s, before and after the first message", async (_, make) => {
    const [own, foreign] = [await upload("ana"), await make()];
    const refused = () => refusal(chat(send("/file", [named(own), named(foreign)])));
    expect(await refused()).toEqual([404, "file_not_found"]);
    await begin();
    const { length } = writes();
    expect(await refused()).toEqual([404, "file_not_found"]);
    expect(await refusal(chat(send("/file", [named(foreign)], { delivery: "steer" })))).toEqual([
      404,
      "file_not_found",
    ]);
    expect(writes()).toHaveLength(length);
  });

  it("in the same words as for a missing one where a file is another person's", async () => {
    const answer = async (fileId: string) => (await chat(send("/file", [named(fileId)]))).text();
    expect(await answer(await upload("ben"))).toBe(await answer(missing));
  });

  it.each([
    ["no list", { kind: "file", fileId: missing }],
    ["another kind", [{ kind: "repository", uri: "git:x" }]],
    ["no id", [{ kind: "file" }]],
    ["a path as id", [{ kind: "file", fileId: "../x" }]],
    ["a text", ["file"]],
    ["too many", Array.from({ length: 21 }, () => named(missing))],
  ])("where its resources are malformed: %s", async (_, resources) => {
    expect(await refusal(chat(send("/file", resources)))).toEqual([400, "resources_invalid"]);
    expect(backend.calls).toEqual([]);
  });

  it("where `resolve` names no user", async () => {
    const resolution: ChatResolution = { tenant: "acme", conversation: "shared", actor: { id: "ana" } };
    chat = backend.chat({ resolve: () => resolution });
    const fileId = await upload("ana");
    expect(await refusal(chat(send("/file", [named(fileId)])))).toEqual([400, "resources_invalid"]);
  });

  it("without text", async () => {
    expect(await refusal(chat(send(" ", [named(await upload("ana"))])))).toEqual([400, "message_required"]);
  });
});

it.each([[null], [[]]])("takes %j as no files", async (resources) => {
  const frames = await framesOf(await chat(send("/say hi", resources)));
  expect(textOf(frames)).toBe("hi");
  expect((await history()).messages[0]).not.toHaveProperty("resources");
});
