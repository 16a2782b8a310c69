import { once } from "node:events";
import { createServer, request as send, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { toNodeHandler, type FetchHandler } from "../../src/node/to-node-handler.js";
import { ask, createBackend, framesUntil } from "../support/backend.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Before = (request: IncomingMessage) => unknown;

/** A real server on a free port. `before` is what runs in front of the handler, as Express' own parts do. */
async function listen(handler: FetchHandler, before: Before = () => undefined, onError?: (error: unknown) => void) {
  const mounted = toNodeHandler(handler, { onError });
  const server = createServer((request, response) => {
    void Promise.resolve(before(request)).then(() => mounted(request, response));
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
    left.abort();
    await isCancelled;
    expect(signals[0]?.aborted).toBe(true);
  });

  it("takes a mount's whole path, and a body that a parser has read", async () => {
    const seen: unknown[] = [];
    const before: Before = async (request) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      Object.assign(request, {
        originalUrl: `/mount${request.url}`,
        body: JSON.parse(Buffer.concat(chunks).toString()),
      });
    };
    const url = await listen(async (request) => {
      seen.push(new URL(request.url).pathname, await request.json());
      return new Response(null, { status: 204 });
    }, before);
    const answer = await fetch(`${url}/chat`, { method: "POST", body: '{"message":"hi"}' });
    expect(answer.status).toBe(204);
    expect(seen).toEqual(["/mount/chat", { message: "hi" }]);
  });

  it("answers 500 without words when the handler throws, and tells the host", async () => {
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

  it("breaks the connection when a body fails, so that nobody takes half for whole", async () => {
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
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe("//evil.test/x");
  });

  it.each(["a.test/other?x=", "a.test/other", "a.test?", "a.test#", "user@a.test", "a.test\\other"])(
    "lets the host %j change nothing of the path",
    async (host) => {
      const url = await listen((request) => new Response(new URL(request.url).pathname + new URL(request.url).search));
      const request = send(`${url}/chat?y=1`, { headers: { host } });
      request.end();
      const [answer] = (await once(request, "response")) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      expect(Buffer.concat(chunks).toString()).toBe("/chat?y=1");
    },
  );

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
