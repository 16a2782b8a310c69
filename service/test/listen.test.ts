import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { listen, type Listening } from "../src/listen.js";

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(fetch: (request: Request) => Promise<Response> | Response, port = 0): Promise<Listening> {
  const server = await listen({ fetch: async (request) => fetch(request) }, { port });
  open.push(server);
  return server;
}

/** A promise that is kept by hand. */
function signal() {
  let fire!: () => void;
  const fired = new Promise<void>((resolve) => {
    fire = resolve;
  });
  return { fire, fired };
}

/** A stream written by hand that reports a disconnect. */
function handWritten() {
  const left = signal();
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: left.fire,
  });
  const write = (text: string) => controller.enqueue(new TextEncoder().encode(text));
  return { body, write, left: left.fired };
}

describe("listen", () => {
  it("takes a free port for 0 and answers at its url", async () => {
    const server = await serve(async (request) => Response.json({ path: new URL(request.url).pathname }));
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(`${server.url}/a/b`)).json()).toEqual({ path: "/a/b" });
  });

  it("answers a request of HTTP/1.0, which names no host", async () => {
    const server = await serve((request) => new Response(request.url));
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.end("GET /livez HTTP/1.0\r\n\r\n");
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain("http://127.0.0.1/livez");
  });

  it("keeps an idle connection for longer than a reverse proxy does", async () => {
    const server = await serve(() => new Response("ok"));
    expect((await fetch(server.url)).headers.get("keep-alive")).toBe("timeout=75");
  });

  it("reports in plain words that a port is taken", async () => {
    const first = await serve(() => new Response());
    const port = Number(new URL(first.url).port);
    await expect(serve(() => new Response(), port)).rejects.toMatchObject({
      code: "port_taken",
      message: expect.stringContaining(`Port ${port}`),
    });
  });

  it("refuses an invalid port and an address of another machine", async () => {
    await expect(serve(() => new Response(), 70_000)).rejects.toMatchObject({ code: "port_invalid" });
    const elsewhere = listen({ fetch: async () => new Response() }, { port: 0, host: "203.0.113.7" });
    await expect(elsewhere).rejects.toMatchObject({ code: "host_unknown" });
  });

  it("delivers each frame as it is written, before the stream ends", async () => {
    const stream = handWritten();
    const server = await serve(() => new Response(stream.body, { headers: { "content-type": "text/event-stream" } }));
    const reader = (await fetch(server.url)).body!.pipeThrough(new TextDecoderStream()).getReader();
    for (const frame of ["data: 1\n\n", "data: 2\n\n", "data: ünï\n\n"]) {
      stream.write(frame);
      expect((await reader.read()).value).toBe(frame);
    }
    await reader.cancel();
  });

  it("cancels the stream and aborts the request of a client that leaves", async () => {
    const stream = handWritten();
    const aborted = signal();
    const server = await serve((request) => {
      request.signal.addEventListener("abort", () => aborted.fire());
      return new Response(stream.body);
    });
    const leave = new AbortController();
    const response = await fetch(server.url, { signal: leave.signal });
    stream.write("x");
    await response.body!.getReader().read();
    leave.abort();
    await expect(Promise.all([stream.left, aborted.fired])).resolves.toBeDefined();
  });

  it("aborts a request whose client leaves before the answer begins", async () => {
    const arrived = signal();
    const aborted = signal();
    const server = await serve(async (request) => {
      request.signal.addEventListener("abort", () => aborted.fire());
      arrived.fire();
      await aborted.fired;
      return new Response();
    });
    const leave = new AbortController();
    const answer = fetch(server.url, { signal: leave.signal });
    await arrived.fired;
    leave.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
    await aborted.fired;
  });

  it("ends open streams when it closes, and frees the port", { timeout: 5_000 }, async () => {
    const stream = handWritten();
    const server = await serve(() => new Response(stream.body));
    const response = await fetch(server.url);
    stream.write("x");
    const reader = response.body!.getReader();
    await reader.read();
    await server.close();
    await expect(reader.read()).rejects.toBeInstanceOf(TypeError);
    await stream.left;
    const again = await serve(() => new Response("again"), Number(new URL(server.url).port));
    expect(await (await fetch(again.url)).text()).toBe("again");
  });

  it("leaves the global Request and Response as they are", async () => {
    const before = [globalThis.Request, globalThis.Response];
    await serve(() => new Response());
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
  });
});
