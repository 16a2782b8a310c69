import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { toNodeHandler } from "../../../src/server/node/to-node-handler.js";
import { createManualClock, type ManualClock } from "../../../src/testing/manual-clock.js";
import { ask, bodyOf, createBackend, resolveHeaders, type Backend } from "../../support/backend.js";
import { describeDoors, type Door } from "./two-doors.js";

let backend: Backend;
let clock: ManualClock;
beforeEach(async () => {
  clock = createManualClock();
  backend = await createBackend({ clock });
});
afterEach(() => backend.close());

const codeOf = async (answer: Response) => [answer.status, (await bodyOf(answer)).error.code];

/** A write whose body the test sends piece by piece. */
function slowWrite(door: Door, headers: Record<string, string> = {}) {
  const whole = door.write("/say hi");
  const source: ReadableStreamDefaultController<Uint8Array>[] = [];
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    { start: (controller) => void source.push(controller), pull: () => void (pulls += 1) },
    { highWaterMark: 0 },
  );
  const all = new Headers([...whole.headers, ...Object.entries(headers)]);
  const init = { method: "POST", headers: all, body, duplex: "half" } as RequestInit;
  return {
    request: new Request(whole.url, init),
    text: () => whole.clone().text(),
    send: (text: string) => source[0]?.enqueue(new TextEncoder().encode(text)),
    end: () => source[0]?.close(),
    breakOff: () => source[0]?.error(new Error("reset")),
    pulls: () => pulls,
    /** The door has asked for so many pieces. */
    asked: (times: number) => until(() => pulls >= times),
  };
}

/** Waits for as long as it takes, without a clock. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}

/** Runs all pending work without advancing time. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};

describeDoors("a body that is on its way", (open) => {
  it("is read whole where the platform gives no stream of it", async () => {
    const door = await open({}, backend);
    const request = door.write("/say hi");
    request.headers.delete("content-length");
    Object.defineProperty(request, "body", { value: undefined });
    expect((await door.handle(request)).ok).toBe(true);
  });

  it("is not read before resolve has returned the person", async () => {
    const door = await open({}, backend);
    const slow = slowWrite(door);
    slow.request.headers.delete("x-user");
    const answer = await door.handle(slow.request);
    expect([answer.status, await answer.json()]).toEqual([401, { error: "sign in" }]);
    expect(slow.pulls()).toBe(0);
  });

  it("is not read for a write that its origin, its identity or the limiter refuses", async () => {
    const limiter = { admit: () => ({ refused: "rate_limited", retryAfterMs: 1 }) as const };
    const door = await open({ limiter }, backend);
    for (const headers of [{ origin: "https://evil.test" }, { "x-service-identity": "0" }, {}]) {
      const slow = slowWrite(door, headers as Record<string, string>);
      expect((await door.handle(slow.request)).status).toBeGreaterThanOrEqual(403);
      expect(slow.pulls()).toBe(0);
    }
  });

  it("is answered 408 when it does not arrive in 30 seconds, however it drips", async () => {
    const errors: unknown[] = [];
    const door = await open({ onError: (error) => errors.push(error) }, backend);
    const slow = slowWrite(door);
    const answered = door.handle(slow.request);
    for (let second = 1; second <= 30; second++) {
      await slow.asked(second);
      clock.advance(1_000);
      if (second < 30) slow.send(" ");
    }
    const answer = await answered;
    const { error } = await bodyOf(answer);
    expect([answer.status, error.code, error.retryable]).toEqual([408, "body_timeout", true]);
    expect(errors).toMatchObject([{ code: "body_timeout" }]);
  });

  it("is answered 408 after the time that the host sets", async () => {
    const door = await open({ bodyTimeoutMs: 500 }, backend);
    const slow = slowWrite(door);
    const answered = door.handle(slow.request);
    await slow.asked(1);
    clock.advance(500);
    expect(await codeOf(await answered)).toEqual([408, "body_timeout"]);
  });

  it("arrives in time when resolve alone takes long", async () => {
    const resolve = async (request: Request) => {
      await new Promise<void>((resume) => void clock.after(120_000, resume));
      return resolveHeaders(request) as { tenant: string; user: string };
    };
    const door = await open({ resolve: resolve as never }, backend);
    const slow = slowWrite(door);
    const answered = door.handle(slow.request);
    await settle();
    clock.advance(120_000);
    await slow.asked(1);
    slow.send(await slow.text());
    slow.end();
    const answer = await answered;
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  });

  it("is answered 400 when it breaks off", async () => {
    const door = await open({}, backend);
    const slow = slowWrite(door);
    const answered = door.handle(slow.request);
    await slow.asked(1);
    slow.breakOff();
    expect(await codeOf(await answered)).toEqual([400, "invalid_body"]);
  });
});

describeDoors("a body that resolve reads itself", (open) => {
  const reading = (read: (request: Request) => Promise<unknown>) => async (request: Request) => {
    await read(request);
    return resolveHeaders(request) as { tenant: string; user: string };
  };

  it.each([
    ["as JSON", (request: Request) => request.json()],
    ["as text", (request: Request) => request.text()],
    ["as bytes", (request: Request) => request.arrayBuffer()],
    ["of a clone", (request: Request) => request.clone().text()],
    ["in part", async (request: Request) => request.body?.getReader().read()],
    ["and gives up", async (request: Request) => request.body?.cancel()],
    ["twice, by clones", async (request: Request) => [await request.clone().text(), await request.text()]],
  ])("%s is whole again for the door", async (_how, read) => {
    const door = await open({ resolve: reading(read) as never }, backend);
    const slow = slowWrite(door);
    const text = await slow.text();
    for (const part of [text.slice(0, 5), text.slice(5, 9), text.slice(9)]) slow.send(part);
    slow.end();
    const answer = await door.handle(slow.request);
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  });

  it.each([
    ["passes the failure on", (request: Request) => request.text()],
    [
      "makes another failure of it",
      async (request: Request) => request.json().catch(() => Promise.reject(new Error("bad"))),
    ],
    ["takes no notice", (request: Request) => request.text().catch(() => "")],
  ])("is bounded, whether it %s", async (_how, read) => {
    const door = await open({ bodyTimeoutMs: 1_000, resolve: reading(read) as never }, backend);
    const idle = slowWrite(door);
    const late = door.handle(idle.request);
    await idle.asked(1);
    clock.advance(1_000);
    expect(await codeOf(await late)).toEqual([408, "body_timeout"]);

    const slow = slowWrite(door);
    const large = door.handle(slow.request);
    for (let piece = 0; piece < 17; piece++) slow.send("x".repeat(65_536));
    expect(await codeOf(await large)).toEqual([413, "body_too_large"]);

    const claimed = slowWrite(door, { "content-length": "1048577" });
    expect(await codeOf(await door.handle(claimed.request))).toEqual([413, "body_too_large"]);
    expect(claimed.pulls()).toBe(0);
  });
});

describe("the bytes of a file on their way up", () => {
  it("end with 408 after 30 seconds without progress", async () => {
    const proxy = backend.proxy({ basePath: "/api/service" });
    const announced = { filename: "a.txt", contentType: "text/plain", sizeBytes: 50, sha256: "0".repeat(64) };
    const begun = await bodyOf(await proxy(ask("POST", "/api/service/v1/workspaces/current/files/uploads", announced)));
    const source: ReadableStreamDefaultController<Uint8Array>[] = [];
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>(
      { start: (controller) => void source.push(controller), pull: () => void (pulls += 1) },
      { highWaterMark: 0 },
    );
    const headers = { "x-user": "ana", "content-type": "application/octet-stream", "content-length": "50" };
    const init = { method: "PUT", headers, body, duplex: "half" } as RequestInit;
    const service = backend.newService({ fetch: (input, init) => backend.app.fetch(new Request(input, init)) });
    const through = createSessionProxy(service, { resolve: resolveHeaders, basePath: "/api/service" });
    const answered = through(new Request(`https://host.test/api/service${begun.putUrl}`, init));
    for (let piece = 1; piece <= 5; piece++) {
      await until(() => pulls >= piece);
      clock.advance(piece === 5 ? 30_000 : 29_000);
      source[0]?.enqueue(new Uint8Array(1));
    }
    expect(await codeOf(await answered)).toEqual([408, "body_timeout"]);
  });
});

describe("a request with a consumed body", () => {
  it("is reported as the host's mistake", async () => {
    const handle = createChatHandler(backend.service, { resolve: resolveHeaders });
    const request = ask("POST", "/api/chat", { message: "hi" });
    await request.text();
    expect(await codeOf(await handle(request))).toEqual([500, "body_already_read"]);
  });

  it.each([0, -1, Number.NaN, "30" as never])("cannot be given %j ms", (bodyTimeoutMs) => {
    const make = () => createChatHandler(backend.service, { resolve: resolveHeaders, bodyTimeoutMs });
    expect(make).toThrow(/createChatHandler needs `bodyTimeoutMs`/);
    // A stream would write comments, or ask who is signed in, without a pause.
    for (const name of ["heartbeatMs", "recheckMs"]) {
      const options = { resolve: resolveHeaders, [name]: bodyTimeoutMs };
      expect(() => createSessionProxy(backend.service, options)).toThrow(`createSessionProxy needs \`${name}\``);
    }
    const adapt = () => toNodeHandler(async () => new Response(), { stalledMs: bodyTimeoutMs });
    expect(adapt).toThrow("toNodeHandler needs `stalledMs`");
  });
});
