import { describe, expect, it } from "vitest";
import { createChatRequests } from "../../src/chat/chat-requests.js";
import type { HeadersSource } from "../../src/foundation/headers.js";
import { createManualClock } from "../../src/testing/manual-clock.js";

/** A network that accepts requests and never responds, until it is aborted. */
const silence: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  });

/** Answers of a handler: to a read or a stop, and to a message. */
const history = () => Response.json({ sessionId: "s", created: false, messages: [], pending: [], stopped: false });
const streamOf = (content: string, headers?: HeadersInit) => {
  const answer = new Response(content, headers && { headers });
  answer.headers.set("content-type", "text/event-stream");
  return answer;
};
const stream = () => streamOf(": begun\n\n");
const answerTo = (init: RequestInit | undefined) =>
  typeof init?.body === "string" && init.body.includes("message") ? stream() : history();

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
  ] as const)("without a response is cancelled after 30 s, its outcome unknown: %s", async (verb, settings) => {
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

describe("an answer that no handler gives", () => {
  const strange = {
    "a page": () => new Response("<h1>Sign in</h1>", { headers: { "content-type": "text/html" } }),
    "JSON of a proxy": () => Response.json({ status: "maintenance" }),
    "an empty answer": () => new Response(""),
    "an answer without a body": () => new Response(null, { status: 204 }),
  };
  const { signal } = new AbortController();

  it.each(Object.entries(strange))("rejects send, respond and stop with response_malformed: %s", async (_, answer) => {
    const requests = createChatRequests({
      api: "/api/chat",
      conversation: "c_1",
      clock: createManualClock(),
      settings: () => ({ fetch: async () => answer() }),
    });
    const unknown = { code: "response_malformed", outcomeUnknown: true };
    await expect(requests.send({ message: "Hello" }, signal)).rejects.toMatchObject(unknown);
    const decision = { requestId: "r_1", decision: "approve" } as const;
    await expect(requests.respond(decision, signal)).rejects.toMatchObject(unknown);
    await expect(requests.stop({}, signal)).rejects.toMatchObject({ code: "response_malformed" });
  });
});

describe("an event stream that answers a message or a decision", () => {
  const { signal } = new AbortController();
  const requestsOf = (answer: () => Response) =>
    createChatRequests({
      api: "/api/chat",
      conversation: "c_1",
      clock: createManualClock(),
      settings: () => ({ fetch: async () => answer() }),
    });
  const decision = { requestId: "r_1", decision: "approve" } as const;

  it("leaves the outcome unknown when it ends without a byte and without a header of the handler", async () => {
    const requests = requestsOf(() => streamOf(""));
    const unknown = { code: "network_error", outcomeUnknown: true, retryable: true };
    await expect(requests.send({ message: "Hello" }, signal)).rejects.toMatchObject(unknown);
    await expect(requests.respond(decision, signal)).rejects.toMatchObject(unknown);
  });

  it.each([
    ["the turn", { "x-service-turn-id": "t_1" }, "t_1"],
    ["the correlation id", { "x-service-correlation-id": "r_1" }, null],
  ])("accepts it when the stream ends without a byte and its header names %s", async (_, headers, turnId) => {
    const requests = requestsOf(() => streamOf("", headers));
    expect(await requests.send({ message: "Hello" }, signal)).toMatchObject({ turnId });
    await requests.respond(decision, signal);
  });

  it("is returned whole where the handler has no stream to follow", async () => {
    const requests = requestsOf(() => streamOf("event: x\ndata: 1\n\n"));
    const none = createChatRequests({
      api: "/api/chat",
      conversation: "c_1",
      clock: createManualClock(),
      settings: () => ({
        fetch: async (_, init) => (init?.method === "POST" ? streamOf("event: x\ndata: 1\n\n") : history()),
      }),
    });
    expect((await requests.send({ message: "Hello" }, signal)).answer).toBeNull();
    expect(await none.follow("0", signal)).toBeUndefined();
    const { answer } = await none.send({ message: "Hello" }, signal);
    expect(await new Response(answer).text()).toBe("event: x\ndata: 1\n\n");
  });
});

describe("a request whose page is left", () => {
  const asked: RequestInit[] = [];
  const requests = createChatRequests({
    api: "/api/chat",
    conversation: "c_1",
    clock: createManualClock(),
    settings: () => ({
      fetch: async (_, init = {}) => {
        asked.push(init);
        return Response.json({ messages: [] });
      },
    }),
  });
  const { signal } = new AbortController();

  it("arrives when it is a small write, such as a decision", async () => {
    await requests.respond({ requestId: "r_1", decision: "approve" }, signal).catch(() => {});
    expect(asked.at(-1)).toMatchObject({ method: "POST", keepalive: true });
  });

  it.each([
    ["a large write, which a browser would refuse", () => requests.send({ message: "x".repeat(5_000) }, signal)],
    ["a read", () => requests.history(signal)],
  ])("ends with its page when it is %s", async (_, ask) => {
    await ask().catch(() => {});
    expect(asked.at(-1)?.keepalive).toBeUndefined();
  });
});

describe("the headers of a chat's requests", () => {
  /** A handler that takes one token, and a host that makes another whenever it is asked to refresh. */
  function signedIn(taken: string, source?: HeadersSource) {
    const asks: boolean[] = [];
    const tokens: (string | null)[] = [];
    let token = 1;
    const headers: HeadersSource =
      source ??
      (async ({ refresh }) => {
        asks.push(refresh);
        if (refresh) token += 1;
        await Promise.resolve();
        return { authorization: `token-${token}` };
      });
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const given = new Headers(init?.headers).get("authorization");
      tokens.push(given);
      if (given !== taken) return Response.json({ error: { code: "unauthenticated" } }, { status: 401 });
      return answerTo(init);
    };
    const settings = () => ({ fetch, headers });
    const requests = createChatRequests({
      api: "/api/chat",
      conversation: "c_1",
      clock: createManualClock(),
      settings,
    });
    return { requests, asks, tokens };
  }
  const signal = new AbortController().signal;

  it("are read for each request, and refreshed after a 401", async () => {
    const { requests, asks, tokens } = signedIn("token-2");
    await requests.history(signal);
    await requests.send({ message: "Hello" }, signal);
    expect(asks).toEqual([false, true, false]);
    expect(tokens).toEqual(["token-1", "token-2", "token-2"]);
  });

  it("are refreshed only once, however often the response is 401", async () => {
    const { requests, asks, tokens } = signedIn("nothing that is made");
    await expect(requests.history(signal)).rejects.toMatchObject({ status: 401, retryable: false });
    expect([asks, tokens]).toEqual([
      [false, true],
      ["token-1", "token-2"],
    ]);
  });

  it("are refreshed once for all requests that are refused together, also for late refusals", async () => {
    const { requests, asks } = signedIn("token-2");
    await Promise.all([
      requests.history(signal),
      requests.send({ message: "Hello" }, signal),
      requests.stop({}, signal),
    ]);
    expect(asks.filter((refresh) => refresh)).toHaveLength(1);
  });

  it("are not refreshed for a late refusal after another request did so", async () => {
    const asks: boolean[] = [];
    let refuseLate = () => {};
    const late = new Promise<void>((resolve) => (refuseLate = resolve));
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const isNew = new Headers(init?.headers).get("authorization") === "new";
      if (!isNew && init?.method === "POST") await late;
      return isNew ? answerTo(init) : new Response("", { status: 401 });
    };
    const headers: HeadersSource = ({ refresh }) => {
      asks.push(refresh);
      return { authorization: refresh ? "new" : "old" };
    };
    const settings = () => ({ fetch, headers });
    const requests = createChatRequests({
      api: "/api/chat",
      conversation: "c_1",
      clock: createManualClock(),
      settings,
    });
    const sent = requests.send({ message: "Hello" }, signal);
    await requests.history(signal);
    refuseLate();
    await sent;
    expect(asks).toEqual([false, false, true]);
  });

  it("are not refreshed when the host gave a plain object", async () => {
    const { requests, tokens } = signedIn("token-2", { authorization: "token-1" });
    await expect(requests.history(signal)).rejects.toMatchObject({ status: 401 });
    expect(tokens).toEqual(["token-1"]);
  });

  it("fails as retryable and sends nothing when the headers function rejects", async () => {
    const { requests, tokens } = signedIn("", () => Promise.reject(new TypeError("no network")));
    const failure = { code: "headers_failed", retryable: true, outcomeUnknown: false };
    await expect(requests.send({ message: "Hello" }, signal)).rejects.toMatchObject(failure);
    expect(tokens).toEqual([]);
  });
});

it("returns the server's retry delay", async () => {
  const refuse = (wait: string) => async () => new Response("{}", { status: 429, headers: { "retry-after": wait } });
  const ask = (wait: string) =>
    createChatRequests({
      api: "/api/chat",
      conversation: "c_1",
      clock: createManualClock(),
      settings: () => ({ fetch: refuse(wait) }),
    }).send({ message: "Hello" }, new AbortController().signal);
  await expect(ask("7")).rejects.toMatchObject({ status: 429, retryAfterMs: 7_000, retryable: true });
  await expect(ask("soon")).rejects.toMatchObject({ retryAfterMs: undefined });
});
