import { afterEach, beforeEach, expect, it } from "vitest";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { header } from "../../../src/wire/protocol/headers.js";
import { ask, createBackend, type Backend } from "../../support/backend.js";
import { describeDoors } from "./two-doors.js";

/** No timer of the host fires, so no heartbeat is the first byte. */
const clock = createManualClock();
let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

async function firstOf(answer: Response): Promise<string> {
  const reader = answer.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

// Next.js sends no header before the first byte, and a page gives up a stream without headers after 15 s.
describeDoors("a stream of a silent conversation", (open) => {
  it("has a first byte at once", async () => {
    const door = await open({}, await createBackend({ clock }));
    expect(await firstOf(await door.handle(door.follow()))).toBe(": connected\n\n");
    await door.backend.close();
  });
});

it.each([
  ["native", { message: "/silence 100" }],
  ["ui-stream", { id: "c1", messages: [{ role: "user", parts: [{ type: "text", text: "/silence 100" }] }] }],
  ["chat-completions", { messages: [{ role: "user", content: "/silence 100" }], stream: true }],
  ["responses", { input: "/silence 100", stream: true }],
])("the answer of a silent agent has a first byte at once: %s", async (format, body) => {
  const chat = backend.chat({ heartbeatMs: 600_000 });
  const answer = await chat(ask("POST", "/api/chat", body, { headers: { [header.chatFormat]: format } }));
  expect(await firstOf(answer)).not.toBe("");
});
