import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChatHandlerOptions } from "../../../../src/server/handler/create-chat-handler.js";
import type { UiMessage } from "../../../../src/server/handler/formats/ui-message.js";
import { parseChatHistory } from "../../../../src/wire/protocol/chat-bodies.js";
import { header } from "../../../../src/wire/protocol/headers.js";
import { ask, bodyOf, createBackend, framesOf, type Backend } from "../../../support/backend.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

interface UiHistory {
  readonly messages: readonly UiMessage[];
  readonly before: number | null;
}

const read = (options: Partial<ChatHandlerOptions> = {}, format?: string, query = "") =>
  backend.chat(options)(
    ask(
      "GET",
      `/api/chat${query}`,
      undefined,
      format === undefined ? {} : { headers: { [header.chatFormat]: format } },
    ),
  );
const send = async (message: string) => framesOf(await backend.chat()(ask("POST", "/api/chat", { message })));
const uiHistory = async (options: Partial<ChatHandlerOptions> = {}, query = ""): Promise<UiHistory> =>
  (await bodyOf(await read(options, "ui-stream", query))) as UiHistory;
const typesOf = ({ parts }: UiMessage) => parts.map(({ type }) => type);

describe("the format of a history", () => {
  it.each([
    ["native without a header", {}, undefined],
    ["native without a header, whatever the option is", { format: "ui-stream" }, undefined],
    ["native for a format without messages of its own", {}, "responses"],
    ["native when another format is fixed", { format: "responses", fixedFormat: true }, "ui-stream"],
    ["ui-stream when the header names it", {}, "ui-stream"],
    ["ui-stream when it is fixed and the header names it", { format: "ui-stream", fixedFormat: true }, "ui-stream"],
  ] as const)("is %s", async (title, options, format) => {
    await send("/say hi");
    const answer = await read(options, format);
    const isNative = title.startsWith("native");
    expect([answer.status, answer.headers.get(header.chatFormat)]).toEqual([200, isNative ? null : "ui-stream"]);
    expect([answer.headers.get("cache-control"), answer.headers.get("content-type")]).toEqual([
      "no-store",
      "application/json",
    ]);
    const body = await bodyOf(answer);
    expect(Object.hasOwn(body.messages[0], "sequence")).toBe(isNative);
  });

  it("is refused when the header names none", async () => {
    const answer = await read({}, "ui_stream");
    expect([answer.status, (await bodyOf(answer)).error.code]).toEqual([400, "unknown_format"]);
  });
});

describe("a history in the AI SDK's messages", () => {
  it("has the other fields of the native one", async () => {
    await send("/say hi");
    const { messages: _, ...native } = parseChatHistory(await bodyOf(await read()));
    const { messages, ...rest } = await uiHistory();
    expect(rest).toEqual({ ...native, before: null });
    expect(messages).toEqual([
      { id: expect.any(String), role: "user", parts: [{ type: "text", text: "/say hi" }] },
      {
        id: expect.any(String),
        role: "assistant",
        parts: [{ type: "step-start" }, { type: "text", text: "hi", state: "done" }],
      },
    ]);
  });

  it("of a conversation without a session is empty", async () => {
    expect(await uiHistory()).toMatchObject({ created: false, messages: [], before: null });
  });

  it("has tools only with the option, and a decided call always", async () => {
    await send('/tool search {"a":1}');
    const asked = (await send("/approve refund {}")).at(-1)?.data.reply.pending;
    const decision = { requestId: asked.requestId, decision: "approve" };
    await framesOf(await backend.chat()(ask("POST", "/api/chat/respond", decision)));
    const names = async (options: Partial<ChatHandlerOptions>) =>
      (await uiHistory(options)).messages.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.type === "dynamic-tool" ? [`${part.toolName} ${part.state}`] : [])),
      );
    expect(await names({})).toEqual(["refund output-available"]);
    expect(await names({ toolParts: true })).toEqual(["search output-available", "refund output-available"]);
  });

  it("names the outcome of an answer that did not complete", async () => {
    await send("/fail middle out_of_luck");
    await send("/say fine");
    const { messages } = await uiHistory();
    const native = parseChatHistory(await bodyOf(await read())).messages;
    expect(messages.map(({ metadata }) => metadata)).toEqual([
      undefined,
      { outcome: "failed", failureText: native[1]?.failureText },
      undefined,
      undefined,
    ]);
  });

  it("ends the calls of a turn that was stopped while it waited for a person", async () => {
    await send("/approve refund {}");
    await (await backend.chat()(ask("POST", "/api/chat/stop", {}))).text();
    const { messages } = await uiHistory({ toolParts: true });
    expect(messages.at(-1)?.metadata).toEqual({ outcome: "cancelled" });
    const call = messages.at(-1)?.parts.at(-1);
    expect(call).toMatchObject({
      type: "dynamic-tool",
      state: "output-error",
      errorText: "The turn ended before this tool did.",
    });
    expect(call).not.toHaveProperty("approval");
  });

  it("pages back by the sequence that it names", async () => {
    for (let count = 0; count < 101; count += 1) await send(`/say ${count}`);
    const newest = await uiHistory();
    expect(newest.messages).toHaveLength(200);
    const older = await uiHistory({}, `?before=${newest.before}`);
    expect(older.before).toBeNull();
    expect(older.messages.map(typesOf)).toEqual([["text"], ["step-start", "text"]]);
    expect(older.messages[0]?.parts).toEqual([{ type: "text", text: "/say 0" }]);
  });

  it("leaves out keys that the AI SDK takes for an attack", async () => {
    await send('/tool search {"a":{"__proto__":{"b":1},"c":2}}');
    const body = await (await read({ toolParts: true }, "ui-stream")).text();
    expect(body).toContain('"input":{"a":{"c":2}}');
    expect(body).not.toContain('"__proto__":');
  });
});
