import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { createLimiter, type Admission, type LimitedRequest } from "../../../src/server/gate/limiter.js";
import { createVisit } from "../../../src/server/gate/visit.js";
import type { RequestEvent } from "../../../src/server/gate/request-event.js";
import { inProcessFetch } from "../../../src/testing/in-process-fetch.js";
import { createManualClock, type ManualClock } from "../../../src/testing/manual-clock.js";
import { ServiceClient } from "../../../src/api/service-client.js";
import { ask, bodyOf, createBackend, framesOf, type AskOptions, type Backend } from "../../support/backend.js";
import { describeDoors } from "./two-doors.js";

const say = (more: AskOptions = {}) => ask("POST", "/api/chat", { message: "/say hi" }, more);

let backend: Backend;
let clock: ManualClock;
beforeEach(async () => {
  clock = createManualClock();
  backend = await createBackend();
});
afterEach(() => backend.close());

describeDoors("a person's share", (open) => {
  it("refuses writes over the limit with 429 and a retry time, and writes nothing", async () => {
    const limiter = createLimiter({ writesPerMinute: 2, clock });
    const door = await open({ limiter }, backend);
    for (let time = 0; time < 2; time++) expect((await door.handle(door.write("/say hi"))).status).toBe(200);
    clock.advance(5_500);
    const before = backend.calls.length;
    const refused = await door.handle(door.write("/say more"));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "25"]);
    expect(await bodyOf(refused)).toEqual({
      error: {
        code: "rate_limited",
        message: "Too many requests in a short time. Wait a little, then try again.",
        type: "invalid_request_error",
        retryable: true,
      },
    });
    expect(backend.calls).toHaveLength(before);
    clock.advance(24_500);
    expect((await door.handle(door.write("/say later"))).status).toBe(200);
  });

  it("is one person's: of one tenant, and whatever the conversation is", async () => {
    const limiter = createLimiter({ writesPerMinute: 1, clock });
    const door = await open({ limiter }, backend);
    await door.handle(door.write("/say hi"));
    expect((await door.handle(door.write("/say hi", { conversation: "c1", user: "ana" }))).status).toBe(429);
    expect((await door.handle(door.write("/say hi", { user: "ben" }))).status).not.toBe(429);
    expect((await door.handle(door.write("/say hi", { headers: { "x-tenant": "globex" } }))).status).not.toBe(429);
  });

  it("that is used up still lets a person read and stop", async () => {
    const door = await open({ limiter: createLimiter({ writesPerMinute: 1, clock }) }, backend);
    await door.handle(door.write("/long 2000 200"));
    expect((await door.handle(door.write("/say more"))).status).toBe(429);
    expect((await door.handle(door.read())).status).toBe(200);
    const stopped = await door.handle(door.stop());
    expect(stopped.status).toBe(200);
  });

  it("of streams is so many at once", async () => {
    const door = await open({ limiter: createLimiter({ streams: 2 }) }, backend);
    const streams = [await door.handle(door.follow()), await door.handle(door.follow())];
    const refused = await door.handle(door.follow());
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    expect((await bodyOf(refused)).error).toMatchObject({ code: "too_many_streams", retryable: true });
    expect((await door.handle(door.follow({ user: "ben" }))).status).not.toBe(429);
    await streams[0]?.body?.cancel();
    const again = await door.handle(door.follow());
    expect(again.status).toBe(200);
    for (const { body } of [streams[1], again] as Response[]) await body?.cancel();
  });

  it("releases a stream however it ends: left, aborted, refused or broken off", async () => {
    const errors: unknown[] = [];
    const limiter = createLimiter({ streams: 1 });
    const door = await open({ limiter, onError: (error) => errors.push(error) }, backend);
    const isFree = async () => {
      const answer = await door.handle(door.follow());
      await answer.body?.cancel();
      return answer.status === 200;
    };

    await (await door.handle(door.follow())).body?.cancel();
    expect(await isFree()).toBe(true);

    const left = new AbortController();
    await door.handle(door.follow({ signal: left.signal }));
    expect(await isFree()).toBe(false);
    left.abort();
    expect(await isFree()).toBe(true);

    const gone = new AbortController();
    gone.abort();
    await door.handle(door.follow({ signal: gone.signal }));
    expect(await isFree()).toBe(true);

    const badCursor = door.follow({ headers: { "last-event-id": "x" } });
    const bad = await door.handle(new Request(badCursor.url.replace(/after=0/, "after=x"), badCursor));
    expect(bad.status).toBe(400);
    expect(await isFree()).toBe(true);
    // Each time that it was not free was an error, and so was the cursor.
    expect(errors.length).toBeGreaterThanOrEqual(2);
  });

  it("is reported to the host when a person exceeds it", async () => {
    const events: RequestEvent[] = [];
    const limiter = createLimiter({ writesPerMinute: 1, clock });
    const door = await open({ limiter, onEvent: (event) => events.push(event) }, backend);
    await (await door.handle(door.write("/say hi"))).text();
    await door.handle(door.write("/say hi"));
    expect(events.at(-1)).toMatchObject({ status: 429, outcome: "refused", code: "rate_limited", person: "ana" });
  });

  it("may be implemented by the host's own limiter, which receives no name", async () => {
    const asked: LimitedRequest[] = [];
    const released: string[] = [];
    const limiter = {
      async admit(request: LimitedRequest): Promise<Admission> {
        asked.push(request);
        await Promise.resolve();
        return request.isWrite
          ? { refused: "rate_limited", retryAfterMs: 1 }
          : { release: () => released.push("released") };
      },
    };
    const door = await open({ limiter }, backend);
    const refused = await door.handle(door.write("/say hi"));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    await door.handle(door.read());
    expect(released).toHaveLength(1);
    const stream = await door.handle(door.follow());
    expect(released).toHaveLength(1);
    await stream.body?.cancel();
    await stream.body?.cancel().catch(() => {});
    expect(released).toHaveLength(2);
    const person = expect.stringMatching(/^[\da-f]{64}$/) as string;
    expect(asked).toEqual([
      { person, isWrite: true, isStream: door.name === "chat", ...(door.name === "proxy" && { isRead: false }) },
      { person, isWrite: false, isStream: false, isRead: true },
      { person, isWrite: false, isStream: true, isRead: true },
    ]);
    expect(new Set(asked.map((request) => request.person)).size).toBe(1);
  });

  it("is not asked for when the limiter's own store is away: the request is let in, and the host hears of it", async () => {
    const errors: unknown[] = [];
    const limiter = { admit: () => Promise.reject(new Error("the store is away")) };
    const door = await open({ limiter, onError: (error) => errors.push(error) }, backend);
    expect((await door.handle(door.write("/say hi"))).status).toBe(200);
    expect(errors.map(String)).toEqual(["Error: the store is away"]);
  });

  it("is asked for only of who is signed in and whose page is theirs", async () => {
    const asked: LimitedRequest[] = [];
    const limiter = {
      admit(request: LimitedRequest): Admission {
        asked.push(request);
        return {};
      },
    };
    const door = await open({ limiter }, backend);
    const write = door.write("/say hi");
    expect((await door.handle(new Request(write.url, { method: "POST", body: "{}" }))).status).toBe(401);
    const foreign = door.write("/say hi", { headers: { "x-service-identity": "0".repeat(64) } });
    expect((await door.handle(foreign)).status).toBe(409);
    expect(asked).toEqual([]);
  });
});

describe("one limiter in both doors", () => {
  it("counts a person once for both", async () => {
    const limiter = createLimiter({ writesPerMinute: 2, clock });
    const chat = backend.chat({ limiter });
    const proxy = backend.proxy({ limiter });
    const opened = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
    await opened.send("/say hi");
    const path = `/v1/workspaces/current/sessions/${opened.sessionId}/events`;
    const throughProxy = () => proxy(ask("POST", path, { type: "user.message", payload: { text: "/say hi" } }));
    const throughChat = () => chat(say());
    expect((await throughProxy()).status).toBe(200);
    expect((await throughChat()).status).toBe(200);
    expect([(await throughProxy()).status, (await throughChat()).status]).toEqual([429, 429]);
  });
});

describe("a host's own limiter, at the proxy's control", () => {
  it.each([
    { action: "resume", isWrite: true },
    { action: "pause", isWrite: false },
  ])("is asked once for $action, and its place is free after the answer", async ({ action, isWrite }) => {
    const asked: boolean[] = [];
    let places = 1;
    const limiter = {
      admit(request: LimitedRequest): Admission {
        asked.push(request.isWrite);
        if (places === 0) return { refused: "rate_limited", retryAfterMs: 1_000 };
        places -= 1;
        return { release: () => void (places += 1) };
      },
    };
    const opened = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
    await opened.send("/say hi");
    const proxy = backend.proxy({ limiter });
    const path = `/v1/workspaces/current/sessions/${opened.sessionId}/control`;
    for (const status of [200, 200, 403]) {
      const body = { action: status === 200 ? action : "compact", clientEventId: crypto.randomUUID() };
      const answer = await proxy(ask("POST", path, body));
      expect([answer.status, places]).toEqual([status, 1]);
    }
    expect(asked).toEqual([isWrite, isWrite, false]);
  });
});

describe("a visit that is admitted twice", () => {
  it("releases both admissions when its answer is over", async () => {
    const released: string[] = [];
    const limiter = {
      admit: ({ isWrite }: LimitedRequest): Admission => ({ release: () => released.push(isWrite ? "write" : "read") }),
    };
    const service = { clock, baseUrl: "https://service.test" };
    const visit = createVisit("proxy", new Request("https://host.test/x"), service, { limiter });
    for (const isWrite of [false, true]) await visit.admit({ person: "ana", isWrite, isStream: false });
    expect(released).toEqual([]);
    visit.answered(new Response("ok"));
    visit.answered(new Response("ok"));
    expect(released).toEqual(["read", "write"]);
  });
});

describe("a limit and the clients", () => {
  it("is waited out by a client of the session API that tries again", async () => {
    const limiter = createLimiter({ writesPerMinute: 1, clock });
    const opened = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
    await opened.send("/say hi");
    const client = new ServiceClient({
      baseUrl: "https://host.test",
      fetch: inProcessFetch(backend.proxy({ limiter })),
      headers: { "x-user": "ana" },
      clock,
      retries: 3,
      timeoutMs: 3_600_000,
    });
    const send = () =>
      client.sendEvent(
        { sessionId: opened.sessionId },
        { type: "user.message", clientEventId: crypto.randomUUID(), payload: { text: "/say hi" } },
      );
    await send();
    const second = send();
    const begun = clock.now();
    const end = new AbortController();
    void second.finally(() => end.abort()).catch(() => {});
    while (!end.signal.aborted) await clock.advanceAsync(1_000);
    expect((await second).type).toBe("user.message");
    expect(clock.now() - begun).toBeGreaterThanOrEqual(60_000);
  });

  it("of the service itself is passed on, with its retry time", async () => {
    const busy = backend.newService({
      fetch: async (input, init) =>
        init?.method === "POST"
          ? Response.json(
              { error: { code: "limit_exceeded", message: "later" } },
              { status: 429, headers: { "retry-after": "7" } },
            )
          : backend.app.fetch(new Request(input, init)),
    });
    const handle = createChatHandler(busy, { resolve: () => ({ tenant: "acme", user: "ana" }) });
    const answer = await handle(say());
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "7"]);
    expect((await bodyOf(answer)).error).toMatchObject({ code: "limit_exceeded", retryable: true });
  });
});

describe("a chat's answer", () => {
  it("occupies its stream slot until its end", async () => {
    const limiter = createLimiter({ streams: 1 });
    const chat = backend.chat({ limiter });
    const send = () => chat(say());
    const first = await send();
    expect((await send()).status).toBe(429);
    await framesOf(first);
    expect((await send()).status).toBe(200);
  });
});
