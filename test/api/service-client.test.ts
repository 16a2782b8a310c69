import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServiceClient } from "../../src/api/service-client.js";
import { streamSessionEvents } from "../../src/api/stream-session-events.js";
import { faultFetch, type Fault } from "../../src/testing/fault-fetch.js";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { settle } from "../wire/sse/bodies.js";
import { createLoadedService, type LoadedService } from "../session/loaded-service.js";
import { eventLog } from "../../src/testing/events.js";

let service: LoadedService;
let client: ServiceClient;

beforeAll(async () => {
  service = await createLoadedService();
  client = service.client();
});

afterAll(() => service.close());

const asIs = (error: unknown) => error;

/** A client with this fault in every request. */
function failing(fault: Fault | readonly Fault[], options: object = {}) {
  return service.client({ fetch: faultFetch(service.fetch, () => fault), ...options });
}

describe("ServiceClient, against the service", () => {
  it("reads the public configuration and the key's access", async () => {
    expect(await client.health()).toMatchObject({ ok: true });
    expect((await client.config()).serverVersion).toBe((await client.health()).serverVersion);
    expect(await client.accessMe()).toMatchObject({ defaultAccountId: service.app.organizationId });
  });

  it("makes, lists and revokes keys, and shows a token once", async () => {
    const { organizationId } = service.app;
    const { apiKey, token } = await client.createApiKey(organizationId, { name: "reader", access: "read" });
    expect(apiKey).toMatchObject({ name: "reader", access: "read", revokedAt: null });
    expect(token.startsWith(apiKey.prefix)).toBe(true);
    const reader = service.client({ apiKey: token });
    await expect(reader.createSession({ initialMessage: "x" })).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    const listed = await client.listApiKeys(organizationId);
    expect(listed.map(({ id }) => id)).toContain(apiKey.id);
    expect(JSON.stringify(listed)).not.toContain(token);
    expect((await client.revokeApiKey(organizationId, apiKey.id)).revokedAt).not.toBeNull();
    await expect(reader.listSessions()).rejects.toMatchObject({
      status: 401,
      code: "unauthenticated",
      retryable: false,
    });
  });

  it("makes, reads, lists, renames and archives sessions", async () => {
    const made = await client.createSession({ initialMessage: "/say Hi", idempotencyKey: "k", clientEventId: "e" });
    expect(made.initialTurnId).toEqual(expect.any(String));
    const ref = { sessionId: made.id };
    expect((await client.createSession({ initialMessage: "other", idempotencyKey: "k" })).id).toBe(made.id);
    expect(await client.getSession(ref)).toMatchObject({ id: made.id, initialMessage: "/say Hi" });
    expect((await client.renameSession(ref, "Greetings")).title).toBe("Greetings");
    expect((await client.listSessions({ search: "greet" })).map(({ id }) => id)).toEqual([made.id]);
    expect((await client.listSessionPage({ limit: 1 })).sessions).toHaveLength(1);
    expect((await client.archiveSession(ref, true)).archived).toBe(true);
    expect((await client.listSessions()).map(({ id }) => id)).not.toContain(made.id);
    expect((await client.listSessions({ archivedOnly: true })).map(({ id }) => id)).toContain(made.id);
    expect((await client.listTurns(ref)).length).toBe(1);
    expect(await client.listHumanInputRequests(ref)).toEqual([]);
    expect((await client.getQueue(ref)).items).toEqual([]);
  });

  it("keeps the live stream out of the browser's cache, where a second tab would wait for the first one's", async () => {
    const { id: sessionId } = await client.createSession({ initialMessage: "/say Hi" });
    const asked: (RequestCache | undefined)[] = [];
    const watched: typeof fetch = (input, init) => {
      asked.push(init?.cache);
      return service.fetch(input, init);
    };
    await (await service.client({ fetch: watched }).openEventStream({ sessionId })).cancel();
    expect(asked).toEqual(["no-store"]);
  });

  it("carries the person behind a write, whatever the name is written in", async () => {
    const { id: sessionId } = await client.createSession({ initialMessage: "/say Hi" });
    const event = { type: "user.message", clientEventId: "k", payload: { text: "/say There" } } as const;
    const actor = { source: "host", id: "ana", name: "Ána 🌍 \u2028" };
    const written = await client.sendEvent({ sessionId }, event, { actor });
    expect(written.payload).toMatchObject({ text: "/say There", actor });
    expect((await client.sendEvent({ sessionId }, event, { actor })).id).toBe(written.id);
  });

  it("reads a page of events and its headers", async () => {
    const log = eventLog();
    for (let n = 0; n < 10; n += 1) log.add("agent.message.delta", { text: `${n}` }, { turnId: "t" });
    const ref = await service.load(log.events);
    const page = await client.listEvents(ref, { after: 2, limit: 5, compact: true });
    expect(page).toMatchObject({
      mode: "forensic",
      direction: "after",
      payloadMode: "full",
      hasMore: true,
      truncatedBy: "count",
      coveredSequence: { first: 3, last: 7 },
      nextAfter: 7,
      nextBefore: 3,
    });
    expect(page.events).toHaveLength(1);
    expect(await client.listEvents(ref, { after: 10 })).toMatchObject({ events: [], hasMore: false, nextAfter: null });
    expect((await client.listEvents(ref, { after: 0, includeTypes: ["turn.started"] })).events).toEqual([]);
    await expect(client.listEvents(ref, { after: 0, includeClasses: ["no.such"] })).rejects.toMatchObject({
      status: 400,
    });
  });

  it.each(["../x", "a/b", "ä ?#", "00000000-0000-4000-8000-ffffffffffff"])(
    "asks for the session %s and nothing else",
    async (sessionId) => {
      await expect(client.getSession({ sessionId })).rejects.toMatchObject({ status: 404, code: "not_found" });
    },
  );
});

describe("ServiceClient, when something fails", () => {
  const send = (other: ServiceClient) => other.createSession({ initialMessage: "x", idempotencyKey: "fails" });

  it("reports for a lost connection whether the outcome is unknown", async () => {
    const lost = failing({ kind: "lose-answer" });
    const facts = { name: "ServiceApiError", status: 0, code: "network_error", retryable: true };
    await expect(lost.listSessions()).rejects.toMatchObject({ ...facts, outcomeUnknown: false });
    await expect(send(lost)).rejects.toMatchObject({ ...facts, outcomeUnknown: true });
    await expect(send(failing({ kind: "cut", at: 20 }))).rejects.toMatchObject({ ...facts, outcomeUnknown: true });
  });

  it.each([
    [
      { error: { code: "conflict", message: "No.", retryable: true, requestId: "r1", details: { a: 1 } } },
      { code: "conflict", message: "No.", retryable: true, requestId: "r1", details: { a: 1 } },
    ],
    [
      { code: "QUEUE_VERSION_CHANGED", message: "Moved." },
      { code: "QUEUE_VERSION_CHANGED", retryable: false },
    ],
    [{ error: "odd" }, { code: "odd" }],
    [undefined, { code: "conflict", retryable: false, outcomeUnknown: false }],
  ])("reads the error body %j", async (body, facts) => {
    const other = failing({ kind: "status", status: 409, ...(body && { body }) });
    await expect(send(other)).rejects.toMatchObject({ status: 409, ...facts });
  });

  it.each([
    [429, "limit_exceeded", true, false],
    [500, "internal_error", true, true],
    [502, "upstream_unavailable", true, true],
    [413, "validation_failed", false, false],
  ])("concludes from status %i alone", async (status, code, retryable, outcomeUnknown) => {
    const headers = { "retry-after": "7", "x-service-correlation-id": "c1" };
    const facts = { status, code, retryable, retryAfterMs: 7000, requestId: "c1" };
    await expect(send(failing({ kind: "status", status, headers }))).rejects.toMatchObject({
      ...facts,
      outcomeUnknown,
    });
    await expect(failing({ kind: "status", status, headers }).listSessions()).rejects.toMatchObject({
      ...facts,
      outcomeUnknown: false,
    });
  });

  it("aborts the request after its time limit", async () => {
    const clock = createManualClock();
    const asked = send(failing({ kind: "no-answer" }, { clock, timeoutMs: 5000 })).catch(asIs);
    await clock.advanceAsync(5000);
    expect(await asked).toMatchObject({ code: "request_timeout", outcomeUnknown: true, retryable: true });
    const read = failing({ kind: "silence", after: 1 }, { clock, timeoutMs: 5000 }).listSessions().catch(asIs);
    await clock.advanceAsync(5000);
    expect(await read).toMatchObject({ code: "request_timeout", outcomeUnknown: false });
    expect(clock.waiting).toBe(0);
  });

  it.each([0, -1, Number.NaN, "30s" as never])("cannot be made with a time limit of %j", (timeoutMs) => {
    expect(() => failing([], { timeoutMs })).toThrow("A client needs `timeoutMs` to be a number above 0");
  });

  it.each([-1, Number.NaN, "many" as never])("cannot be made with %j retries", (retries) => {
    expect(() => failing([], { retries })).toThrow("`retries` is a number from 0");
  });

  it("asks in the connection's workspace where null, from JavaScript, stands for none", async () => {
    const asked: string[] = [];
    const fetch = inProcessFetch(async ({ url }) => {
      asked.push(new URL(url).pathname);
      return Response.json([]);
    });
    const none = null as never;
    await new ServiceClient({ baseUrl: "http://x.test#part", workspaceId: none, fetch }).listSessions();
    await new ServiceClient({ baseUrl: "http://x.test", workspaceId: "w_1", fetch }).listSessions({
      workspaceId: none,
    });
    expect(asked).toEqual(["/v1/workspaces/current/sessions", "/v1/workspaces/w_1/sessions"]);
  });

  it("rejects with the caller's own reason when aborted", async () => {
    const abort = new AbortController();
    const reason = new Error("changed my mind");
    const asked = failing({ kind: "no-answer" }).listSessions({}, { signal: abort.signal });
    await settle();
    abort.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await expect(client.listSessions({}, { signal: abort.signal })).rejects.toBe(reason);
  });

  it("names the invalid field of a malformed response", async () => {
    const answering = (body: unknown) => failing({ kind: "status", status: 200, body });
    await expect(answering({ id: 7 }).getSession({ sessionId: "s" })).rejects.toMatchObject({
      code: "response_malformed",
      message: expect.stringContaining('"id"'),
    });
    await expect(answering({}).listEvents({ sessionId: "s" })).rejects.toMatchObject({ code: "response_malformed" });
    await expect(answering("x").openEventStream({ sessionId: "s" })).rejects.toMatchObject({
      code: "response_malformed",
    });
    const page = new ServiceClient({
      baseUrl: "http://x.test",
      fetch: inProcessFetch(async () => new Response("<html>")),
    });
    await expect(page.health()).rejects.toMatchObject({ code: "response_malformed", status: 200, retryable: false });
  });

  it("refuses an address that could never work, before it is tried for ever", () => {
    for (const baseUrl of ["", "api/service", "//host", "ftp://host", "host.test"]) {
      expect(() => new ServiceClient({ baseUrl })).toThrowError(expect.objectContaining({ code: "base_url_invalid" }));
    }
  });
});

describe("ServiceClient, towards a proxy", () => {
  it("asks for the current workspace without a key, with the host's headers read each time", async () => {
    const seen: Request[] = [];
    let calls = 0;
    const proxy = new ServiceClient({
      baseUrl: "/api/service/",
      headers: async () => ({ "x-csrf": `${(calls += 1)}` }),
      fetch: inProcessFetch(async (request) => {
        seen.push(request);
        return Response.json([]);
      }),
    });
    await proxy.listSessions();
    await proxy.listSessions();
    expect(seen.map(({ url }) => new URL(url).pathname)).toEqual(
      Array.from({ length: 2 }, () => "/api/service/v1/workspaces/current/sessions"),
    );
    expect(seen.map(({ headers }) => headers.get("x-csrf"))).toEqual(["1", "2"]);
    expect(seen[0]?.headers.has("authorization")).toBe(false);
  });

  it("waits for the host's headers no longer than for an answer", async () => {
    const clock = createManualClock();
    const never = failing([], { clock, timeoutMs: 5000, headers: () => new Promise(() => {}) });
    const asked = never.listSessions().catch((error: unknown) => error);
    await clock.advanceAsync(5000);
    await expect(asked).resolves.toMatchObject({ code: "request_timeout" });
    const given = new AbortController();
    const called = never.listSessions({}, { signal: given.signal });
    given.abort(new Error("given up"));
    await expect(called).rejects.toThrow("given up");
  });

  it("sends nothing when the host's headers throw, and reports the cause", async () => {
    const other = failing([], { headers: () => Promise.reject(new Error("no token")) });
    await expect(other.listSessions()).rejects.toMatchObject({
      code: "headers_failed",
      retryable: true,
      outcomeUnknown: false,
    });
  });
});

describe("streamSessionEvents", () => {
  const plain = () => {
    const log = eventLog();
    for (let n = 0; n < 6; n += 1) log.add("agent.message.delta", { text: `${n}` }, { turnId: "t" });
    return log.events;
  };

  async function sequences(other: ServiceClient, sessionId: string, most: number): Promise<number[]> {
    const seen: number[] = [];
    for await (const { sequence } of streamSessionEvents(other, { sessionId })) {
      seen.push(sequence);
      if (seen.length === most) break;
    }
    return seen;
  }

  /** A stream that answers with these events, whatever the log has. */
  const streaming = (frames: readonly string[], replay: (request: Request) => unknown) =>
    service.client({
      fetch: inProcessFetch(async (request) => {
        if (!request.url.includes("/stream")) return Response.json(replay(request));
        return new Response(frames.join(""), { headers: { "content-type": "text/event-stream" } });
      }),
    });
  const frame = (event: object, id: number) => `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;

  /** Makes some events unreadable. */
  const spoil: Fault = {
    kind: "rewrite",
    async *rewrite(chunks) {
      for await (const chunk of chunks) {
        const text = new TextDecoder()
          .decode(chunk)
          .replace('data: {"id"', "data: {id")
          .replace('"sequence":5', '"sequence":"5"');
        yield new TextEncoder().encode(text);
      }
    },
  };

  it("reads the log for a frame without a valid event", async () => {
    const { sessionId } = await service.load(plain());
    const fetch = faultFetch(service.fetch, ({ url }) => (url.pathname.endsWith("/stream") ? spoil : []));
    expect(await sequences(service.client({ fetch }), sessionId, 6)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("waits as long as the service asks before it asks again for missing events", async () => {
    const { sessionId } = await service.load(plain());
    const clock = createManualClock();
    let asked = 0;
    const fetch = faultFetch(service.fetch, ({ url }) => {
      if (url.pathname.endsWith("/stream")) return spoil;
      asked += 1;
      return asked === 1 ? { kind: "status", status: 429, headers: { "retry-after": "20" } } : [];
    });
    const read = sequences(service.client({ fetch, clock }), sessionId, 6);
    await expect.poll(() => asked).toBe(1);
    await clock.advanceAsync(19_999);
    expect(asked).toBe(1);
    await clock.advanceAsync(1);
    expect(await read).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("throws a typed error when the log itself has a hole", async () => {
    const [first, , third] = plain();
    if (!first || !third) throw new Error("The log is too short.");
    for (const answer of [[], [third]]) {
      const other = streaming([frame(first, 1), frame(third, 3)], () => answer);
      await expect(sequences(other, "s", 9)).rejects.toMatchObject({ code: "stream_gap", retryable: false });
    }
  });

  it("counts a merged run as all its sequences, and reads its newer events one by one", async () => {
    const [one, two, three, four] = plain();
    if (!one || !two || !three || !four) throw new Error("The log is too short.");
    const merged = { ...one, payload: { text: "012", coalescedUntil: 3 } };
    const whole = streaming([frame(merged, 1), frame(two, 2), frame(three, 3), frame(four, 4)], () => []);
    expect(await sequences(whole, "s", 2)).toEqual([1, 4]);
    const overlapping = streaming([frame(one, 1), frame(merged, 1), frame(four, 4)], () => [two, three]);
    expect(await sequences(overlapping, "s", 4)).toEqual([1, 2, 3, 4]);
  });

  it("throws when access is lost, and does not ask again", async () => {
    const { sessionId } = await service.load(plain());
    let asked = 0;
    const fetch = faultFetch(service.fetch, () => {
      asked += 1;
      return asked === 1
        ? { kind: "close", at: 700 }
        : { kind: "status", status: 401, body: { error: "unauthorized" } };
    });
    await expect(sequences(service.client({ fetch }), sessionId, 6)).rejects.toMatchObject({ status: 401 });
    expect(asked).toBe(2);
  });

  it("reports a cursor beyond the end of the log", async () => {
    const ref = await service.load(plain());
    const next = streamSessionEvents(client, ref, { after: 99 }).next();
    await expect(next).rejects.toMatchObject({ status: 400 });
  });
});
