import { readFile } from "node:fs/promises";
import type { Chat } from "@ai-sdk/react";
import * as six from "ai";
import * as seven from "ai-7";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBackend, resolveHeaders, type Backend } from "../support/backend.js";

type UIMessage = six.UIMessage;
const validators = { 6: six, 7: seven as unknown as typeof six } as const;
type Version = keyof typeof validators;

/** The example of docs/other-clients.md as a module, with one version of the AI SDK in it. */
async function example(version: Version): Promise<{ openChat(id: string): Promise<Chat<UIMessage>> }> {
  const docs = await readFile(new URL("../../docs/other-clients.md", import.meta.url), "utf8");
  const contents = /```tsx title="ai-sdk-chat.tsx"\n([\s\S]*?)```/.exec(docs)?.[1] ?? "";
  const { outputFiles } = await build({
    stdin: { contents, loader: "tsx", resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    ...(version === 7 && { alias: { ai: "ai-7", "@ai-sdk/react": "@ai-sdk/react-7" } }),
    logLevel: "error",
  });
  const script = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  return (await import(`data:text/javascript;base64,${script}`)) as { openChat(id: string): Promise<Chat<UIMessage>> };
}

const examples = { 6: example(6), 7: example(7) } as const;

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
  const handler = backend.chat({ toolParts: true, resolve: (request) => resolveHeaders(signedIn(request)) });
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => handler(new Request(`https://host.test${path}`, init)));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await backend.close();
});

function signedIn(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("x-user", "ana");
  return new Request(request.url, { headers });
}

/** Decides in a window of the kit. */
async function respondElsewhere(body: object): Promise<void> {
  const headers = { "content-type": "application/json", "x-service-conversation": "support" };
  const answer = await fetch("/api/chat/respond", { method: "POST", headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  await answer.text();
}

/** The client's status once it has read an answer, with what it sends by itself afterwards. */
async function ended(chat: Chat<UIMessage>, answers: number): Promise<void> {
  const seen = () => [chat.status, chat.messages.filter(({ role }) => role === "assistant").length];
  await expect.poll(seen, { timeout: 20_000, interval: 5 }).toEqual(["ready", answers]);
}

const callOf = (chat: Chat<UIMessage>, state: string) =>
  chat.messages
    .at(-1)
    ?.parts.find((part) => part.type === "dynamic-tool" && part.state === state) as six.DynamicToolUIPart & {
    readonly approval: { readonly id: string };
  };

const callsOf = (chat: Chat<UIMessage>) =>
  chat.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "dynamic-tool" ? [part] : [])));

interface Question {
  readonly data: { readonly requestId: string; readonly settled?: unknown };
}

/** The only question of a conversation. */
function questionOf(chat: Chat<UIMessage>): Question {
  const parts = chat.messages.flatMap((message) => message.parts.filter(({ type }) => type === "data-service-pending"));
  expect(parts).toHaveLength(1);
  return parts[0] as unknown as Question;
}

function lastText(chat: Chat<UIMessage>): string {
  const part = chat.messages.at(-1)?.parts.at(-1);
  return part?.type === "text" ? part.text : "";
}

/** Messages without the ids of a person's own, which their client makes. */
const comparable = (messages: readonly UIMessage[]) =>
  messages.map(({ id, role, parts }) => ({ id: role === "user" ? "" : id, role, parts }));

describe.each([6, 7] as const)("the documented example with the AI SDK %s", (version) => {
  const open = async () => (await examples[version]).openChat("support");

  /** Compares a client that lived through the conversation with one that loads it. */
  const expectSameAfterReload = async (chat: Chat<UIMessage>): Promise<Chat<UIMessage>> => {
    const loaded = await open();
    expect(comparable(loaded.messages)).toEqual(comparable(chat.messages));
    const valid = await validators[version].safeValidateUIMessages({ messages: loaded.messages });
    expect(valid).toMatchObject({ success: true });
    return loaded;
  };

  it("begins without messages", async () => {
    expect((await open()).messages).toEqual([]);
  });

  it("loads texts, calls, outputs and failures as it streamed them", async () => {
    const chat = await open();
    const lines = ["/say One.", '/tool look_up {"a":1}', "/say Two.", "/say Three.", "/tool-fail weigh {}"];
    await chat.sendMessage({ text: lines.join("\n") });
    await ended(chat, 1);
    expect(callOf(chat, "output-available")).toMatchObject({ toolName: "look_up", input: { a: 1 } });
    expect(callOf(chat, "output-available").output).toMatchObject({ ok: true });
    expect(callOf(chat, "output-error").errorText).toBe("The tool weigh failed.");
    const loaded = await expectSameAfterReload(chat);
    await loaded.sendMessage({ text: "/say Four." });
    await ended(loaded, 2);
    await expectSameAfterReload(loaded);
  });

  it.each([true, false])("loads a call that the person decided, approved: %s", async (approved) => {
    const chat = await open();
    await chat.sendMessage({ text: '/say One.\n/approve refund {"amount":12}\n/say Two.' });
    await ended(chat, 1);
    const { approval } = callOf(chat, "approval-requested");
    await chat.addToolApprovalResponse({ id: approval.id, approved, reason: "as agreed" });
    await expect.poll(() => lastText(chat)).toContain("Two.");
    await ended(chat, 1);
    const call = callOf(chat, approved ? "output-available" : "output-denied");
    expect(call.approval).toEqual({ id: approval.id, approved, reason: "as agreed" });
    await expectSameAfterReload(chat);
  });

  it.each([undefined, "not today"])(
    "keeps a call valid that another window rejected, with the reason: %s",
    async (message) => {
      const chat = await open();
      await chat.sendMessage({ text: '/approve refund {"amount":12}\n/approve ship\n/say Two.' });
      await ended(chat, 1);
      const { approval, toolCallId } = callOf(chat, "approval-requested");
      await respondElsewhere({ requestId: approval.id, decision: "reject", message });
      await chat.resumeStream();
      await ended(chat, 1);
      const valid = await validators[version].safeValidateUIMessages({ messages: chat.messages });
      expect(valid).toMatchObject({ success: true });
      const rejected = callOf(chat, "output-error");
      expect(rejected).toMatchObject({ toolCallId, toolName: "refund", input: { amount: 12 } });
      expect(rejected.errorText).toBe(
        message === undefined ? "The call was rejected." : `The call was rejected: ${message}`,
      );
      await chat.addToolApprovalResponse({ id: callOf(chat, "approval-requested").approval.id, approved: false });
      await expect.poll(() => lastText(chat)).toContain("Two.");
      await ended(chat, 1);
      expect(callOf(chat, "output-denied").toolName).toBe("ship");
      const again = await validators[version].safeValidateUIMessages({ messages: chat.messages });
      expect(again).toMatchObject({ success: true });
    },
  );

  it("loads several calls that were decided together", async () => {
    const chat = await open();
    await chat.sendMessage({ text: "/approvals 2\n/say Done." });
    await ended(chat, 1);
    const ids = callsOf(chat).flatMap(({ approval }) => (approval ? [approval.id] : []));
    expect(ids).toHaveLength(2);
    for (const [index, id] of ids.entries()) await chat.addToolApprovalResponse({ id, approved: index === 0 });
    await expect.poll(() => lastText(chat)).toContain("Done.");
    await ended(chat, 1);
    await expectSameAfterReload(chat);
  });

  it.each([
    [0, 1],
    [1, 0],
  ])("shows each call once when it posts the decision on call %s before the other one", async (first, second) => {
    const chat = await open();
    await chat.sendMessage({ text: "/approvals 2\n/say Done." });
    await ended(chat, 1);
    const asked = callsOf(chat);
    await chat.addToolApprovalResponse({ id: asked[first]?.approval?.id ?? "", approved: true });
    await chat.sendMessage();
    await ended(chat, 1);
    expect(callsOf(chat).map(({ toolCallId }) => toolCallId)).toEqual(asked.map(({ toolCallId }) => toolCallId));
    expect(callsOf(chat)[second]).toEqual(asked[second]);
    const valid = await validators[version].safeValidateUIMessages({ messages: chat.messages });
    expect(valid).toMatchObject({ success: true });
    await chat.addToolApprovalResponse({ id: asked[second]?.approval?.id ?? "", approved: false });
    await expect.poll(() => lastText(chat)).toContain("Done.");
    await ended(chat, 1);
    expect(callsOf(chat)[first]?.state).toBe("output-available");
    expect(callsOf(chat)[second]?.state).toBe("output-denied");
    await expectSameAfterReload(chat);
  });

  it("loads a question with its answer", async () => {
    const chat = await open();
    await chat.sendMessage({ text: "/say One.\n/ask text skip\n/say Two." });
    await ended(chat, 1);
    const { requestId } = questionOf(chat).data;
    await chat.sendMessage(undefined, { body: { respond: { requestId, skip: true } } });
    await ended(chat, 1);
    expect(lastText(chat)).toContain("Two.");
    expect(questionOf(chat).data.settled).toMatchObject({ outcome: "skipped", answers: [{ values: [] }] });
    await expectSameAfterReload(chat);
  });

  it("shows a question that another window answered as settled when it resumes", async () => {
    const chat = await open();
    await chat.sendMessage({ text: "/ask text skip\n/approve ship\n/say Two." });
    await ended(chat, 1);
    const { requestId } = questionOf(chat).data;
    await respondElsewhere({ requestId, answers: [{ questionId: "name", values: ["Leeds"] }] });
    await chat.resumeStream();
    await ended(chat, 1);
    expect(questionOf(chat).data.settled).toMatchObject({ outcome: "answered", answers: [{ values: ["Leeds"] }] });
    await chat.addToolApprovalResponse({ id: callOf(chat, "approval-requested").approval.id, approved: true });
    await expect.poll(() => lastText(chat)).toContain("Two.");
    await ended(chat, 1);
    const loaded = await open();
    expect(questionOf(loaded)).toEqual(questionOf(chat));
  });

  it("leaves a running answer to the stream", async () => {
    const chat = await open();
    await chat.sendMessage({ text: '/say One.\n/approve refund {"amount":12}' });
    await ended(chat, 1);
    const loaded = await open();
    expect(loaded.messages.map(({ role }) => role)).toEqual(["user"]);
    await loaded.resumeStream();
    await ended(loaded, 1);
    expect(comparable(loaded.messages)).toEqual(comparable(chat.messages));
  });
});
