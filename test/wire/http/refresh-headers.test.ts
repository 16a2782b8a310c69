import { describe, expect, it } from "vitest";
import { connectService } from "../../../src/api/service-connection.js";
import { createChatRequests } from "../../../src/chat/chat-requests.js";
import type { HeadersAsk, HeadersSource } from "../../../src/foundation/headers.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";

const never = () => new Promise<never>(() => {});
const signal = new AbortController().signal;
const page = () => Response.json({ sessionId: "s", created: false, messages: [], pending: [], stopped: false });

/** A handler that accepts the token "good" only, and the asks that the host's function received. */
function signedIn(answer: (ask: HeadersAsk, call: number) => HeadersInit | Promise<HeadersInit>) {
  const clock = createManualClock();
  const asks: HeadersAsk[] = [];
  let refreshes = 0;
  const headers: HeadersSource = (ask) => {
    asks.push(ask);
    if (ask.refresh) refreshes += 1;
    return answer(ask, refreshes);
  };
  const fetch: typeof globalThis.fetch = async (_, init) =>
    new Headers(init?.headers).get("authorization") === "good" ? page() : new Response("", { status: 401 });
  let given: HeadersSource = headers;
  const settings = () => ({ fetch, headers: given });
  return {
    clock,
    asks,
    refreshes: () => refreshes,
    replace: (next: HeadersSource) => (given = next),
    headers,
    requests: createChatRequests({ api: "/api/chat", conversation: "c_1", clock, settings }),
  };
}

const old = { authorization: "old" };
const good = { authorization: "good" };
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error: unknown) => error,
  );
const timedOut = { code: "request_timeout", status: 0, retryable: true };

describe("a refresh of headers that never settles", () => {
  it("ends with the time limit of the request, and the next attempt asks again", async () => {
    const { clock, requests, refreshes } = signedIn(({ refresh }, call) =>
      !refresh ? old : call === 1 ? never() : good,
    );
    const first = outcome(requests.history(signal));
    await clock.advanceAsync(30_000);
    expect(await first).toMatchObject(timedOut);
    expect(await outcome(requests.history(signal))).toBe("answered");
    expect(refreshes()).toBe(2);
  });

  it("ends the wait of a later request that shares it at the limit of the refresh", async () => {
    const { clock, requests, refreshes } = signedIn(({ refresh }, call) =>
      !refresh ? old : call === 1 ? never() : good,
    );
    void outcome(requests.history(signal));
    await clock.advanceAsync(20_000);
    const later = outcome(requests.history(signal));
    await clock.advanceAsync(10_000);
    expect(await later).toMatchObject(timedOut);
    expect(await outcome(requests.history(signal))).toBe("answered");
    expect(refreshes()).toBe(2);
  });

  it("is answered late: the answer serves requests that wait for a newer refresh", async () => {
    let answerLate: (headers: HeadersInit) => void = () => {};
    const late = new Promise<HeadersInit>((resolve) => (answerLate = resolve));
    const { clock, requests, refreshes } = signedIn(({ refresh }, call) =>
      !refresh ? old : call === 1 ? late : never(),
    );
    void outcome(requests.history(signal));
    await clock.advanceAsync(31_000);
    const second = outcome(requests.history(signal));
    await clock.advanceAsync(10);
    expect(refreshes()).toBe(2);
    answerLate(good);
    await clock.advanceAsync(0);
    expect(await second).toBe("answered");
    expect(clock.waiting).toBe(0);
  });

  it("that rejects late does not end the newer refresh", async () => {
    let failLate = () => {};
    const late = new Promise<never>((_, reject) => (failLate = () => reject(new Error("late"))));
    let answer: (headers: HeadersInit) => void = () => {};
    const newer = new Promise<HeadersInit>((resolve) => (answer = resolve));
    const { clock, requests } = signedIn(({ refresh }, call) => (!refresh ? old : call === 1 ? late : newer));
    void outcome(requests.history(signal));
    await clock.advanceAsync(31_000);
    const second = outcome(requests.history(signal));
    await clock.advanceAsync(10);
    failLate();
    await clock.advanceAsync(10);
    answer(good);
    expect(await second).toBe("answered");
  });
});

describe("a refresh of headers", () => {
  it("passes the host's function nothing but `refresh`", async () => {
    const { asks, requests } = signedIn(({ refresh }) => (refresh ? good : old));
    await requests.history(signal);
    expect(asks.map((ask) => [Reflect.ownKeys(ask), ask.refresh])).toEqual([
      [["refresh"], false],
      [["refresh"], true],
    ]);
  });

  it("is shared by requests of one connection although the function is replaced meanwhile", async () => {
    let answer: (headers: HeadersInit) => void = () => {};
    const slow = new Promise<HeadersInit>((resolve) => (answer = resolve));
    const { requests, replace, headers, refreshes } = signedIn(({ refresh }) => (refresh ? slow : old));
    const first = outcome(requests.history(signal));
    await Promise.resolve();
    replace((ask) => (headers as (ask: HeadersAsk) => HeadersInit)(ask));
    const second = outcome(requests.history(signal));
    await new Promise((resolve) => setTimeout(resolve));
    answer(good);
    expect([await first, await second]).toEqual(["answered", "answered"]);
    expect(refreshes()).toBe(1);
  });

  it("is shared by two connections that are given the same function", async () => {
    let refreshes = 0;
    const headers: HeadersSource = async ({ refresh }) => {
      if (refresh) refreshes += 1;
      return refresh ? good : old;
    };
    const fetch: typeof globalThis.fetch = async (_, init) =>
      new Headers(init?.headers).get("authorization") === "good" ? page() : new Response("", { status: 401 });
    const connect = () => connectService({ baseUrl: "/api/service", headers, fetch });
    const ask = () => connect().request({ method: "GET", path: "/v1/me" });
    await Promise.all([ask(), ask()]);
    expect(refreshes).toBe(1);
  });
});

describe("a function of the host's that never settles", () => {
  it("ends a request without a limit of its own, such as an upload, at the limit of the client: headers", async () => {
    const clock = createManualClock();
    const connection = connectService({ baseUrl: "/api/service", clock, timeoutMs: 5000, headers: never });
    const opened = outcome(connection.open({ method: "PUT", path: "/v1/files/1", content: "bytes" }));
    await clock.advanceAsync(5000);
    expect(await opened).toMatchObject({ ...timedOut, outcomeUnknown: false });
    expect(clock.waiting).toBe(0);
  });

  it("ends a request at its limit, also where it ignores the signal: fetch", async () => {
    const clock = createManualClock();
    const connection = connectService({ baseUrl: "/api/service", clock, timeoutMs: 5000, fetch: never });
    const asked = outcome(connection.request({ method: "GET", path: "/v1/me" }));
    await clock.advanceAsync(5000);
    expect(await asked).toMatchObject(timedOut);
  });

  it("has the body of its late response cancelled: fetch", async () => {
    const clock = createManualClock();
    let isCancelled = false;
    let answer: (response: Response) => void = () => {};
    const late = new Promise<Response>((resolve) => (answer = resolve));
    const connection = connectService({ baseUrl: "/api/service", clock, timeoutMs: 5000, fetch: () => late });
    const asked = outcome(connection.request({ method: "GET", path: "/v1/me" }));
    await clock.advanceAsync(5000);
    await asked;
    answer(new Response(new ReadableStream({ cancel: () => void (isCancelled = true) })));
    await clock.advanceAsync(0);
    expect(isCancelled).toBe(true);
  });
});
