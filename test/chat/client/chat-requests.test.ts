import { describe, expect, it } from "vitest";
import { createChatRequests } from "../../../src/chat/client/chat-requests.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";

/** A network that takes requests and never answers; it lets go when it is told to. */
const silence: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  });

function silentRequests(settings: { headers?: () => Promise<Headers> } = {}) {
  const clock = createManualClock();
  const requests = createChatRequests({
    api: "/api/chat",
    conversation: "c_1",
    clock,
    settings: () => ({ fetch: silence, ...settings }),
  });
  return { clock, requests };
}

describe("a write of the chat", () => {
  it.each([
    ["send", {}],
    ["respond", {}],
    ["stop", {}],
    ["send", { headers: () => new Promise<Headers>(() => {}) }],
  ] as const)("that nobody answers is given up after 30 s, its outcome unknown: %s", async (verb, settings) => {
    const { clock, requests } = silentRequests(settings);
    const signal = new AbortController().signal;
    const given = {
      send: () => requests.send({ message: "Hello" }, signal),
      respond: () => requests.respond({ requestId: "r_1", decision: "approve" }, signal),
      stop: () => requests.stop({}, signal),
    };
    const failure = given[verb]().catch((error: unknown) => error);
    await clock.advanceAsync(30_000);
    expect(await failure).toMatchObject({ code: "request_timeout", status: 0, outcomeUnknown: true, retryable: true });
    expect(clock.waiting).toBe(0);
  });

  it("that is aborted leaves no timer and is no failure of the network", async () => {
    const { clock, requests } = silentRequests();
    const end = new AbortController();
    const failure = requests.send({ message: "Hello" }, end.signal).catch((error: unknown) => error);
    await clock.advanceAsync(10);
    end.abort();
    expect(await failure).toMatchObject({ name: "AbortError" });
    expect(clock.waiting).toBe(0);
  });
});
