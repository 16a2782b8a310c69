import { describe, expect, it } from "vitest";
import { forward } from "../../../src/api/forward.js";
import { ServiceClient } from "../../../src/api/service-client.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { connectHttp } from "../../../src/wire/http/http.js";

const workspaceId = "00000000-0000-4000-8000-000000000001";
const baseUrl = "http://service.test";

/** A service that takes each request and never answers it, and the requests that were given up. */
function silentService() {
  const givenUp: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => {
        givenUp.push(new URL(input as string).pathname);
        reject(init.signal?.reason);
      });
    });
  return { fetch, givenUp };
}

const asks = {
  "an export": (client: ServiceClient) => client.exportData({ kind: "workspace" }),
  "a download": (client: ServiceClient) => client.downloadFile("f1"),
  "a record": (client: ServiceClient) => client.getSession({ sessionId: "s1" }),
};

describe("a service that never answers", () => {
  it.each(Object.entries(asks))("is given up after the limit by a request for %s", async (_, ask) => {
    const clock = createManualClock();
    const { fetch, givenUp } = silentService();
    const client = new ServiceClient({ baseUrl, apiKey: "svk_test", workspaceId, fetch, clock, timeoutMs: 1_500 });
    const answer = ask(client).catch((error: unknown) => error);
    await clock.advanceAsync(1_499);
    expect(givenUp).toEqual([]);
    await clock.advanceAsync(1);
    expect(await answer).toMatchObject({ code: "request_timeout", retryable: true, outcomeUnknown: false });
    expect(givenUp).toHaveLength(1);
    expect(clock.waiting).toBe(0);
  });

  it.each(["GET", "POST"])("is given up after 30 seconds by a forwarded %s", async (method) => {
    const clock = createManualClock();
    const { fetch, givenUp } = silentService();
    const { exchange } = connectHttp({ baseUrl, fetch: () => fetch, clock });
    const body = method === "GET" ? undefined : "{}";
    const answer = forward(exchange, { method, path: "/v1/x", body }).catch((error: unknown) => error);
    await clock.advanceAsync(30_000);
    expect(await answer).toMatchObject({ code: "request_timeout", outcomeUnknown: method === "POST" });
    expect(givenUp).toHaveLength(1);
  });

  it("is waited for while it takes an upload", async () => {
    const clock = createManualClock();
    const { fetch, givenUp } = silentService();
    const { exchange } = connectHttp({ baseUrl, fetch: () => fetch, clock });
    const end = new AbortController();
    const bytes = new ReadableStream<Uint8Array>();
    const answer = forward(exchange, { method: "PUT", path: "/v1/x", bytes, signal: end.signal });
    answer.catch(() => undefined);
    await clock.advanceAsync(600_000);
    expect(givenUp).toEqual([]);
    end.abort(new Error("over"));
    await expect(answer).rejects.toThrow("over");
  });

  it("ends no answer whose body takes longer than the limit", async () => {
    const clock = createManualClock();
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch: typeof globalThis.fetch = async (_, init) => {
      signals.push(init?.signal);
      return new Response(new ReadableStream<Uint8Array>());
    };
    const { open } = connectHttp({ baseUrl, fetch: () => fetch, clock });
    await open({ method: "GET", path: "/v1/x" });
    await clock.advanceAsync(600_000);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  });
});
