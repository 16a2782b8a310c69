import { afterEach, beforeEach, expect, it } from "vitest";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { systemClock } from "../../../src/foundation/clock.js";
import { ask, bodyOf, createBackend, framesOf, resolveHeaders, type Backend } from "../../support/backend.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

const minute = 60_000;

/** Sends the same words in a client's first attempt, and again after so many milliseconds in a later attempt. */
async function saidAgain(laterMs: number, tries: string): Promise<number> {
  const say = async (passedMs: number, count: string) => {
    const clock = { ...systemClock, now: () => systemClock.now() + passedMs };
    const handle = createChatHandler(backend.newService({ clock }), { resolve: resolveHeaders });
    const headers = { "x-stainless-retry-count": count };
    await framesOf(await handle(ask("POST", "/api/chat", { message: "/say yes" }, { headers })));
  };
  await say(0, "0");
  await say(laterMs, tries);
  const { messages } = await bodyOf(await backend.chat()(ask("GET", "/api/chat")));
  return (messages as readonly { readonly role: string }[]).filter(({ role }) => role === "user").length;
}

it.each([
  ["at once", 0, "1"],
  ["after the ten minutes that a client waits for an answer", 10 * minute, "1"],
  ["after two such waits, the second time", 21 * minute, "2"],
  ["by a clock that is behind the service's", -5 * minute, "1"],
])("a try again %s gets the first one's answer", async (_name, laterMs, tries) => {
  expect(await saidAgain(laterMs, tries)).toBe(1);
});

it.each([
  ["for the first time again", 13 * minute, "1"],
  ["for the second time", 25 * minute, "2"],
  ["more often than any client does", 100 * minute, "1000000"],
  ["and cannot say how often", 1 * minute, "often"],
])("a try %s, when nothing that old can be meant, sends its message", async (_name, laterMs, tries) => {
  expect(await saidAgain(laterMs, tries)).toBe(2);
});
