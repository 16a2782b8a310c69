import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { header } from "../../../../src/wire/protocol/headers.js";
import { ask, bodyOf, createBackend, type Backend } from "../../../support/backend.js";
import { importedHistoryLimit } from "../../../../src/server/handler/formats/imported-history.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

const older = (text: string) => [
  { role: "user" as const, text },
  { role: "assistant" as const, text: "Noted." },
];
/** The same conversation in the body of each format. */
const bodies = {
  "chat-completions": (text: string, before = "") => ({
    messages: [
      ...history(before).map(({ role, text: content }) => ({ role, content })),
      { role: "user", content: text },
    ],
  }),
  responses: (text: string, before = "") => ({
    input: [
      ...history(before).map(({ role, text: said }) => ({
        role,
        content: [{ type: role === "user" ? "input_text" : "output_text", text: said }],
      })),
      { role: "user", content: [{ type: "input_text", text }] },
    ],
  }),
  "ui-stream": (text: string, before = "") => ({
    id: "c1",
    messages: [...history(before), { role: "user" as const, text }].map(({ role, text: said }, index) => ({
      id: `m${index}`,
      role,
      parts: [{ type: "text", text: said }],
    })),
  }),
};
const history = (before: string) => (before === "" ? [] : older(before));

const post = (format: string, body: object) =>
  ask("POST", "/api/chat", body, { headers: { [header.chatFormat]: format } });

/** The user's messages in the log. */
async function logged(): Promise<readonly { readonly text: string; readonly modelContext?: string }[]> {
  const { workspaceId, sessionId } = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  const { events } = await backend.service.client.listEvents({ workspaceId, sessionId }, { mode: "forensic" });
  return events.flatMap(({ type, payload }) => (type === "user.message" ? [payload as { readonly text: string }] : []));
}

describe.each(Object.entries(bodies))("what a client of %s kept before", (format, body) => {
  it("accompanies the message that creates the session, and no later one", async () => {
    const chat = backend.chat();
    await (await chat(post(format, body("/say one", "I like tea.")))).text();
    await (await chat(post(format, body("/say two", "I like tea.")))).text();
    const [first, second] = await logged();
    expect(first?.text).toBe("/say one");
    expect(first?.modelContext?.split("\n").slice(1)).toEqual(["user: I like tea.", "assistant: Noted."]);
    expect(second).toEqual(expect.not.objectContaining({ modelContext: expect.anything() }));
    const { messages } = await bodyOf(await chat(ask("GET", "/api/chat")));
    expect(JSON.stringify(messages)).not.toContain("tea");
  });

  it("is not there for a first message", async () => {
    await (await backend.chat()(post(format, body("/say one")))).text();
    expect(await logged()).toEqual([expect.not.objectContaining({ modelContext: expect.anything() })]);
  });

  it("is replaced by the host's own context", async () => {
    const resolve = () => ({ tenant: "acme", user: "ana", create: { modelContext: "The host's own." } });
    await (await backend.chat({ resolve })(post(format, body("/say one", "I like tea.")))).text();
    expect((await logged())[0]?.modelContext).toBe("The host's own.");
  });

  it("is taken by the service up to its limit", async () => {
    const long = "é".repeat(importedHistoryLimit - 200);
    await (await backend.chat()(post(format, body("/say one", long)))).text();
    expect((await logged())[0]?.modelContext).toContain(long);
  });

  it("accompanies only one of two first messages", async () => {
    const chat = backend.chat();
    const both = ["/say one", "/say two"].map(async (text) =>
      (await chat(post(format, body(text, "I like tea.")))).text(),
    );
    await Promise.all(both);
    const messages = await logged();
    expect(messages).toHaveLength(2);
    expect(messages.filter(({ modelContext }) => modelContext !== undefined)).toHaveLength(1);
  });
});
