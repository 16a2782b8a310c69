// budget: one adapter, its body, its answer and its reader that leaves
import { once } from "node:events";
import { createServer, request as send, type IncomingMessage, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it } from "vitest";
import { toNodeHandler, type FetchHandler } from "../../../src/server/node/to-node-handler.js";
import type { Clock } from "../../../src/foundation/clock.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { ask, createBackend, framesUntil } from "../../support/backend.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Before = (request: IncomingMessage) => unknown;

/** A real server on a free port. `before` is what runs in front of the handler, as Express' own parts do. */
async function listen(
  handler: FetchHandler,
  before: Before = () => undefined,
  onError?: (error: unknown) => void,
  clock?: Clock,
) {
  const mounted = toNodeHandler(handler, { onError, clock });
  const server = createServer((request, response) => {
    void Promise.resolve(before(request)).then(() => mounted(request, response));
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Sends a line that no client of the platform would write, and returns everything until the server closes. */
async function raw(url: string, line: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(`${line} HTTP/1.0\r\nHost: host.test\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe("toNodeHandler", () => {
  it("hands on method, address, headers and body, and the answer with its cookies", async () => {
    const url = await listen(async (request) => {
      const { method, url: asked } = request;
      const body = {
        method,
        path: new URL(asked).pathname + new URL(asked).search,
        text: await request.text(),
        header: request.headers.get("x-one"),
      };
      const headers = new Headers({ "x-two": "2" });
      headers.append("set-cookie", "a=1");
      headers.append("set-cookie", "b=2");
      return Response.json(body, { status: 201, headers });
    });
    const answer = await fetch(`${url}/a/b?c=%20d`, { method: "POST", body: "héllo", headers: { "x-one": "1" } });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ method: "POST", path: "/a/b?c=%20d", text: "héllo", header: "1" });
    expect(answer.headers.get("x-two")).toBe("2");
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });

  it("sends each piece when it is there, and the headers before the first", async () => {
    const pieces: ReadableStreamDefaultController<Uint8Array>[] = [];
    const url = await listen(
      () => new Response(new ReadableStream({ start: (controller) => void pieces.push(controller) })),
    );
    const answer = await fetch(url);
    const reader = answer.body?.getReader();
    for (const text of ["one", "two"]) {
      pieces[0]?.enqueue(new TextEncoder().encode(text));
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(text);
    }
    pieces[0]?.close();
    expect((await reader?.read())?.done).toBe(true);
  });

  it("asks for no more than a slow reader takes", async () => {
    let pulled = 0;
    const piece = new Uint8Array(64 * 1024);
    const url = await listen(() => {
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        pulled += 1;
        controller.enqueue(piece);
        if (pulled === 2000) controller.close();
      };
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
    });
    const request = send(url);
    request.end();
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    answer.pause();
    let before = -1;
    while (pulled !== before) {
      before = pulled;
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    }
    expect(pulled).toBeLessThan(1000);
    answer.resume();
    await once(answer, "end");
    expect(pulled).toBe(2000);
  });

  it("aborts the request and cancels the answer when the reader leaves", async () => {
    let cancelled: () => void = () => {};
    const isCancelled = new Promise<void>((resolve) => (cancelled = resolve));
    const signals: AbortSignal[] = [];
    const url = await listen((request) => {
      signals.push(request.signal);
      const start = (controller: ReadableStreamDefaultController<Uint8Array>) => controller.enqueue(new Uint8Array(1));
      return new Response(new ReadableStream({ start, cancel: () => cancelled() }));
    });
    const left = new AbortController();
    const answer = await fetch(url, { signal: left.signal });
    await answer.body?.getReader().read();
    // A handler may keep the signal alone, and Node would then forget the request and its link to the signal.
    collect();
    await new Promise(setImmediate);
    collect();
    left.abort();
    await isCancelled;
    expect(signals[0]?.aborted).toBe(true);
  });

  describe("behind a body parser", () => {
    /** Reads the whole body as a parser would, and leaves what it made of it, or nothing. */
    const parse =
      (leave: (text: string) => object): Before =>
      async (request) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        Object.assign(request, leave(Buffer.concat(chunks).toString()));
      };
    const echo: FetchHandler = async (request) =>
      Response.json({ path: new URL(request.url).pathname, text: await request.text(), ...lengths(request) });
    const lengths = ({ headers }: Request) => ({
      length: headers.get("content-length"),
      encoding: headers.get("content-encoding"),
    });
    const post = (url: string, type: string, body: string, more: Record<string, string> = {}) =>
      fetch(`${url}/chat`, { method: "POST", body, headers: { "content-type": type, ...more } });

    it.each([
      ["parsed JSON", "application/json; charset=utf-8", (text: string) => JSON.parse(text) as unknown],
      ["JSON of another name", "application/problem+json", (text: string) => JSON.parse(text) as unknown],
      ["a text", "text/plain", (text: string) => text],
      ["bytes", "application/octet-stream", (text: string) => Buffer.from(text)],
    ])("takes %s, under the mount's whole path", async (_name, type, make) => {
      const url = await listen(
        echo,
        parse((text) => ({ originalUrl: "/mount/chat", body: make(text) })),
      );
      const answer = await post(url, type, '{ "message":  "hé" }', { "content-encoding": "identity" });
      const { path, text, length, encoding } = (await answer.json()) as Record<string, string>;
      expect([path, JSON.parse(text ?? "")]).toEqual(["/mount/chat", { message: "hé" }]);
      // They described the bytes on the wire, which these are not.
      expect([length, encoding]).toEqual([null, null]);
    });

    it("takes an empty body for none", async () => {
      const url = await listen(
        echo,
        parse(() => ({ body: {} })),
      );
      const answer = await fetch(url, { method: "POST" });
      expect(await answer.json()).toMatchObject({ text: "" });
    });

    it("reports a consumed body", async () => {
      const errors: unknown[] = [];
      const url = await listen(
        echo,
        parse(() => ({})),
        (error) => errors.push(error),
      );
      const answer = await post(url, "application/json", "{}");
      expect(answer.status).toBe(500);
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      expect(error).toMatchObject({ code: "body_already_read", message: expect.not.stringContaining("handler") });
      expect(errors).toEqual([expect.objectContaining({ code: "body_already_read" })]);
    });

    it("refuses a body parsed from a form", async () => {
      const url = await listen(
        echo,
        parse(() => ({ body: { message: "hi" } })),
      );
      const answer = await post(url, "application/x-www-form-urlencoded", "message=hi");
      expect(answer.status).toBe(415);
      expect(await answer.json()).toMatchObject({ error: { code: "unsupported_media_type" } });
    });
  });

  it("cancels the body of a response to HEAD", async () => {
    let cancelled: () => void = () => {};
    const isCancelled = new Promise<void>((resolve) => (cancelled = resolve));
    const url = await listen(() => new Response(new ReadableStream({ cancel: () => cancelled() })));
    const asking = send(url, { method: "HEAD" });
    asking.end();
    const [answer] = (await once(asking, "response")) as [IncomingMessage];
    await isCancelled;
    expect([answer.statusCode, await textOf(answer)]).toEqual([200, ""]);
  });

  it("takes no more of an upload than the handler reads", async () => {
    const size = 64 * 1024 * 1024;
    const requests: IncomingMessage[] = [];
    let go: () => void = () => {};
    const mayRead = new Promise<void>((resolve) => (go = resolve));
    const url = await listen(
      async (request) => {
        const reader = request.body?.getReader();
        let read = (await reader?.read())?.value?.byteLength ?? 0;
        await mayRead;
        for (let piece = await reader?.read(); !piece?.done; piece = await reader?.read())
          read += piece?.value.byteLength ?? 0;
        return new Response(String(read));
      },
      (request) => void requests.push(request),
    );
    const sending = send(url, { method: "POST", headers: { "content-length": size } });
    const answered = once(sending, "response");
    sending.end(Buffer.alloc(size));
    let before = -1;
    while (before !== requests[0]?.socket.bytesRead) {
      before = requests[0]?.socket.bytesRead ?? -1;
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    }
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(1024 * 1024);
    go();
    const [answer] = (await answered) as [IncomingMessage];
    expect(await textOf(answer)).toBe(String(size));
  });

  it.each(["before the first piece", "after it"])(
    "answers, and takes the rest off the line, when a body is given up %s",
    async (when) => {
      const url = await listen(async (request) => {
        const reader = request.body?.getReader();
        if (when === "after it") await reader?.read();
        await reader?.cancel();
        return new Response("too large", { status: 413 });
      });
      const sending = send(url, { method: "POST" });
      sending.end(Buffer.alloc(32 * 1024 * 1024));
      const [answer] = (await once(sending, "response")) as [IncomingMessage];
      expect([answer.statusCode, await textOf(answer)]).toEqual([413, "too large"]);
      if (!sending.writableFinished) await once(sending, "finish");
    },
  );

  it("closes the connection of a sender whose refused body has no end", async () => {
    const clock = createManualClock();
    const url = await listen(() => new Response("no", { status: 422 }), undefined, undefined, clock);
    const sending = send(url, { method: "POST" });
    sending.on("error", () => {});
    sending.write("a piece, and no more");
    const [answer] = (await once(sending, "response")) as [IncomingMessage];
    expect([answer.statusCode, await textOf(answer)]).toEqual([422, "no"]);
    const closed = once(sending, "close");
    await clock.advanceAsync(30_000);
    await closed;
    expect(clock.waiting).toBe(0);
  });

  it("closes the connection of a reader that takes nothing for 30 s", async () => {
    const clock = createManualClock();
    const seen = { isCancelled: false };
    const url = await listen(
      () => {
        const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
          controller.enqueue(new Uint8Array(256 * 1024));
        };
        return new Response(
          new ReadableStream({ pull, cancel: () => void (seen.isCancelled = true) }, { highWaterMark: 0 }),
        );
      },
      undefined,
      undefined,
      clock,
    );
    const request = send(url);
    request.on("error", () => {});
    request.end();
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    answer.pause();
    answer.on("error", () => {});
    for (let turn = 0; turn < 2000 && !seen.isCancelled; turn++) {
      await new Promise(setImmediate);
      if (turn % 20 === 0) await clock.advanceAsync(30_000);
    }
    expect(seen.isCancelled).toBe(true);
  });

  it("answers 500 without a text when the handler throws, and notifies the host", async () => {
    const errors: unknown[] = [];
    const failure = new Error("secret");
    const url = await listen(
      () => Promise.reject(failure),
      undefined,
      (error) => errors.push(error),
    );
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([500, ""]);
    expect(errors).toEqual([failure]);
  });

  it("breaks the connection when a body fails, so that no client mistakes half for the whole", async () => {
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => controller.error(new Error("broke"));
    const url = await listen(() => new Response(new ReadableStream({ pull }, { highWaterMark: 0 })));
    const answer = await fetch(url);
    await expect(answer.text()).rejects.toThrow(/terminated/);
  });

  it("does not mind a path of two slashes or a strange host", async () => {
    const url = await listen((request) => new Response(new URL(request.url).pathname));
    const request = send(`${url}//evil.test/x`, { headers: { host: "a b" } });
    request.end();
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    expect(await textOf(answer)).toBe("//evil.test/x");
  });

  it.each(["a.test/other?x=", "a.test/other", "a.test?", "a.test#", "user@a.test", "a.test\\other"])(
    "lets the host %j change nothing of the path",
    async (host) => {
      const url = await listen((request) => new Response(new URL(request.url).pathname + new URL(request.url).search));
      const request = send(`${url}/chat?y=1`, { headers: { host } });
      request.end();
      const [answer] = (await once(request, "response")) as [IncomingMessage];
      expect(await textOf(answer)).toBe("/chat?y=1");
    },
  );

  it.each([
    ["OPTIONS *", "200: OPTIONS / at host.test"],
    ["GET http://other.test/chat?y=1", "200: GET /chat?y=1 at host.test"],
    ["GET /chat#part", "200: GET /chat at host.test"],
    ["TRACE /chat", expect.stringMatching(/^501: .*"method_not_supported"/)],
  ])("answers %j", async (line, expected) => {
    const url = await listen(({ method, url: asked }) => {
      const { host, pathname, search } = new URL(asked);
      return new Response(`${method} ${pathname}${search} at ${host}`);
    });
    const [, status, text] = /^HTTP\/1.1 (\d+) .*\r\n\r\n(.*)$/s.exec(await raw(url, line)) ?? [];
    expect(`${status}: ${text}`).toEqual(expected);
  });

  it("aborts for a reader that had left before the handler was asked", async () => {
    const signals: AbortSignal[] = [];
    let ended: () => void = () => {};
    const isCancelled = new Promise<void>((resolve) => (ended = resolve));
    const left = new AbortController();
    const url = await listen(
      (request) => {
        signals.push(request.signal);
        return new Response(new ReadableStream({ cancel: () => ended() }));
      },
      async (request) => {
        const isClosed = once(request.socket, "close");
        left.abort();
        await isClosed;
        await new Promise(setImmediate);
      },
    );
    await expect(fetch(url, { signal: left.signal })).rejects.toThrow(/abort/);
    await isCancelled;
    expect(signals[0]?.aborted).toBe(true);
  });

  it("carries a chat over a real socket", async () => {
    const backend = await createBackend();
    try {
      const url = await listen(backend.chat());
      const { headers } = ask("POST", "/", {});
      const answer = await fetch(`${url}/api/chat`, {
        method: "POST",
        headers,
        body: JSON.stringify({ message: "/say hi" }),
      });
      const frames = await framesUntil(answer, ({ data }) => data.type === "done");
      expect(frames.at(-1)?.data.reply.text).toBe("hi");
    } finally {
      await backend.close();
    }
  });
});
