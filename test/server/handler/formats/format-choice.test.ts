import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { header } from "../../../../src/wire/protocol/headers.js";
import { ask, bodyOf, createBackend, type AskOptions, type Backend } from "../../../support/backend.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

const completion = (content: string, more: object = {}) => ({ messages: [{ role: "user", content }], ...more });
const post = (body: unknown, options: AskOptions = {}) => ask("POST", "/api/chat", body, options);
const asFormat = (format: string) => ({ headers: { [header.chatFormat]: format } });
const code = async (answer: Response) => [answer.status, (await bodyOf(answer)).error?.code];
describe("the format", () => {
  it.each(["native", "ui-stream", "chat-completions", "responses"])(
    "is %s when the header requests it",
    async (format) => {
      const bodies = {
        native: { message: "/say hi" },
        "ui-stream": { id: "c1", messages: [{ role: "user", parts: [{ type: "text", text: "/say hi" }] }] },
        "chat-completions": completion("/say hi", { stream: true }),
        responses: { input: "/say hi", stream: true },
      };
      const answer = await backend.chat()(post(bodies[format as keyof typeof bodies], asFormat(format)));
      expect([answer.status, answer.headers.get(header.chatFormat)]).toEqual([200, format]);
      expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
      expect(answer.headers.get("cache-control")).toBe("private, no-store, no-transform");
      expect(answer.headers.get(header.turnId)).toMatch(/^[0-9a-f-]{36}$/);
      expect(await answer.text()).toContain("hi");
    },
  );

  it("is the handler's own without a header, and ignores the header when it is fixed", async () => {
    const body = completion("/say hi", { stream: true });
    const own = await backend.chat({ format: "chat-completions" })(post(body));
    expect(await own.text()).toMatch(/data: \[DONE\]\n\n$/);
    const fixed = backend.chat({ format: "chat-completions", fixedFormat: true });
    const answer = await fixed(post(body, asFormat("native")));
    expect(answer.headers.get(header.chatFormat)).toBe("chat-completions");
    expect((await backend.chat({ fixedFormat: true })(post({ message: "/say hi" }, asFormat("x")))).status).toBe(200);
  });

  it("of history, answers to decisions and stops is native, whatever the option is", async () => {
    const chat = backend.chat({ format: "responses", fixedFormat: true });
    const asked = await bodyOf(await chat(post({ input: "/approve deploy" })));
    const { requestId } = asked.service.pending;
    const history = await bodyOf(await chat(ask("GET", "/api/chat")));
    expect(history.pending).toMatchObject([{ requestId }]);
    const answer = await chat(ask("POST", "/api/chat/respond", { requestId, decision: "reject" }));
    expect(answer.headers.get(header.chatFormat)).toBe("native");
    expect(await answer.text()).toContain('{"type":"done"');
    expect(await bodyOf(await chat(ask("POST", "/api/chat/stop", {})))).toMatchObject({ stopped: false });
  });

  it("of a whole answer is uncacheable JSON with its turn", async () => {
    const answer = await backend.chat()(post(completion("/say hi"), asFormat("chat-completions")));
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get(header.chatFormat)).toBe("chat-completions");
    expect(answer.headers.has("x-should-retry")).toBe(false);
    const { service } = await bodyOf(answer);
    expect(answer.headers.get(header.turnId)).toBe(service.turnId);
  });

  it.each(["ui-stream", "chat-completions", "responses"])(
    "of %s is checked only after the host has resolved the person",
    async (format) => {
      const resolve = () => new Response("who?", { status: 401 });
      const answer = await backend.chat({ resolve })(post("{", asFormat(format)));
      expect([answer.status, await answer.text()]).toEqual([401, "who?"]);
      const named = await backend.chat()(post({}, { ...asFormat(format), conversation: "" }));
      expect(await code(named)).toEqual([400, "message_required"]);
      const stale = { headers: { [header.chatFormat]: format, [header.identity]: "somebody-else" } };
      expect(await code(await backend.chat()(post({}, stale)))).toEqual([409, "identity_changed"]);
      expect(backend.calls).toEqual([]);
    },
  );
});

describe("the conversation", () => {
  const formats = [
    ["chat-completions", { ...completion("/say hi"), metadata: { conversation_id: "own" } }],
    ["responses", { input: "/say hi", conversation: "own" }],
    ["ui-stream", { id: "own", messages: [{ role: "user", parts: [{ type: "text", text: "/say hi" }] }] }],
  ] as const;

  it.each(formats)("of %s is the host's, else the header's, else the format's own", async (format, body) => {
    const open = async (conversation: string) => (await backend.service.chat(named(conversation))).created;
    const named = (conversation: string) => ({ tenant: "acme", user: "ana", conversation });
    const resolve = () => named("host");
    await (await backend.chat({ resolve })(post(body, { ...asFormat(format), conversation: "by-header" }))).text();
    expect([await open("host"), await open("by-header"), await open("own")]).toEqual([true, false, false]);
    await (await backend.chat()(post(body, { ...asFormat(format), conversation: "by-header" }))).text();
    expect([await open("by-header"), await open("own")]).toEqual([true, false]);
    await (await backend.chat()(post(body, { ...asFormat(format), conversation: "" }))).text();
    expect(await open("own")).toBe(true);
  });

  it.each([
    [completion("/say hi"), "chat-completions", '"metadata.conversation_id" of the body, or in the header'],
    [{ input: "/say hi" }, "responses", '"conversation" of the body, or in the header'],
  ])("that is missing is named by the format's own field: %j", async (body, format, place) => {
    const answer = await backend.chat()(post(body, { ...asFormat(format), conversation: "" }));
    const { error } = (await answer.json()) as { readonly error: { readonly code: string; readonly message: string } };
    expect(error.code).toBe("conversation_required");
    expect(error.message).toBe(`Name the conversation in ${place} ${header.conversation}.`);
  });

  it.each(formats)("of %s is not the client's alone to name", async (format, body) => {
    const resolve = () => ({ tenant: "acme" });
    const answer = await backend.chat({ resolve })(post(body, { ...asFormat(format), conversation: "" }));
    expect(await code(answer)).toEqual([400, "conversation_required"]);
  });

  it.each(["a b", "x".repeat(257), "é"])("is refused by the format's own field, too: %j", async (id) => {
    const bodies = [
      ["chat-completions", completion("hi", { metadata: { conversation_id: id } })],
      ["responses", { input: "hi", conversation: id }],
      ["responses", { input: "hi", conversation: { id } }],
      ["ui-stream", { id, messages: [{ role: "user", parts: [{ type: "text", text: "hi" }] }] }],
    ] as const;
    for (const [format, body] of bodies) {
      const answer = await backend.chat()(post(body, { ...asFormat(format), conversation: "" }));
      expect(await code(answer)).toEqual([400, "conversation_invalid"]);
    }
    expect(backend.calls.filter(({ path }) => path.includes("/sessions"))).toEqual([]);
  });
});

describe("a stream by its path", () => {
  const none = { conversation: "" };
  const stream = (conversation: string, options: AskOptions = none) =>
    ask("GET", `/api/chat/${conversation}/stream`, undefined, options);

  it("is of the conversation in the path, in the handler's format", async () => {
    const chat = backend.chat({ format: "chat-completions" });
    await (await chat(post(completion("/approve deploy"), { conversation: "my/chat" }))).text();
    const answer = await chat(stream("my%2Fchat"));
    const text = await answer.text();
    expect([answer.status, answer.headers.get(header.chatFormat)]).toEqual([200, "chat-completions"]);
    expect(text).toContain('"status":"pending"');
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
    expect((await chat(stream("another"))).status).toBe(204);
    expect((await chat(stream("my%2Fchat", { ...none, user: "ben" }))).status).toBe(204);
  });

  it("closes after its turn in a format that cannot express later turns", async () => {
    const chat = backend.chat({ format: "responses" });
    await (await chat(post({ input: "/approve deploy" }))).text();
    const answer = await chat(ask("GET", "/api/chat/c1/stream?follow=1", undefined, none));
    expect(await answer.text()).toContain("event: response.incomplete");
  });

  it("is of the host's conversation, or the header's, when there is one", async () => {
    const chat = backend.chat();
    await (await chat(post({ message: "/approve deploy" }))).text();
    expect((await chat(stream("another", { conversation: "c1" }))).status).toBe(200);
    const resolve = () => ({ tenant: "acme", user: "ana", conversation: "c1" });
    expect((await backend.chat({ resolve })(stream("another"))).status).toBe(200);
    const nobody = backend.chat({ resolve: () => ({ tenant: "acme" }) });
    expect(await code(await nobody(stream("c1")))).toEqual([400, "conversation_required"]);
  });

  it("of a path that names no conversation is refused, or finds nothing", async () => {
    const chat = backend.chat();
    expect(await code(await chat(stream("a%20b")))).toEqual([400, "conversation_invalid"]);
    for (const name of ["%", "%FF"]) expect((await chat(stream(name))).status).toBe(204);
  });
});
