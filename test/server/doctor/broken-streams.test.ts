import type { IncomingMessage, ServerResponse } from "node:http";
import { createGzip } from "node:zlib";
import { describe, expect, it } from "vitest";
import { toNodeHandler } from "../../../src/server/node/to-node-handler.js";
import { badOf, examine, heartbeatMs, openBackend, openHost, serve, unknownOf, wordsOf } from "./support/examine.js";

type Middleware = (request: IncomingMessage, response: ServerResponse) => void;

/** A host whose answers go through something on their way out. */
async function behind(middleware: Middleware, options: { readonly heartbeatMs?: number } = {}) {
  const backend = await openBackend();
  const chat = toNodeHandler(backend.chat({ heartbeatMs, ...options }));
  return openHost((request, response) => {
    middleware(request, response);
    void chat(request, response);
  });
}

const isStream = (response: ServerResponse) => String(response.getHeader("content-type")).includes("event-stream");

/** Calls back when a middleware has set the headers, before they are sent. */
function onHeaders(response: ServerResponse, then: () => void): void {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = ((status: number, headers: Record<string, string>) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.statusCode = status;
    then();
    response.writeHead = writeHead;
    return response;
  }) as typeof writeHead;
}

/** Packs every answer, as middleware for compression does that does not look at `no-transform`. */
const packing: Middleware = (_request, response) =>
  onHeaders(response, () => {
    response.setHeader("content-encoding", "gzip");
    const gzip = createGzip();
    const [write, end] = [response.write.bind(response), response.end.bind(response)];
    gzip.on("data", (chunk: Buffer) => write(chunk)).on("end", () => end());
    response.write = ((chunk: Uint8Array) => {
      gzip.write(chunk);
      gzip.flush();
      return true;
    }) as typeof response.write;
    response.end = (() => gzip.end() && response) as typeof response.end;
  });

/** Buffers each response until it is complete, as platforms without streaming do. */
const gathering: Middleware = (_request, response) => {
  const pieces: Uint8Array[] = [];
  const end = response.end.bind(response);
  response.flushHeaders = () => {};
  response.write = ((chunk: Uint8Array) => pieces.push(chunk) > 0) as typeof response.write;
  response.end = (() => end(Buffer.concat(pieces))) as typeof response.end;
};

/** Passes on what it has when it is enough, as proxies do that buffer. */
const buffering: Middleware = (request, response) => {
  if (request.method !== "GET") return;
  const held: Uint8Array[] = [];
  const [write, end] = [response.write.bind(response), response.end.bind(response)];
  response.write = ((chunk: Uint8Array) => {
    held.push(chunk);
    if (Buffer.concat(held).length > 8_192) write(Buffer.concat(held.splice(0)));
    return true;
  }) as typeof response.write;
  response.end = (() => end(Buffer.concat(held))) as typeof response.end;
};

/** Cuts each stream some time (ms) after it began. */
const cutting =
  (ms: number): Middleware =>
  (request, response) =>
    onHeaders(response, () => {
      if (request.method !== "GET" || !isStream(response)) return;
      const timer = setTimeout(() => response.destroy(), ms);
      response.once("close", () => clearTimeout(timer));
    });

describe("an intermediary in front of the streams", () => {
  it("is found when it packs them", async () => {
    const report = await examine(await behind(packing));
    expect(badOf(report)).toEqual(["compression: fault"]);
    expect(wordsOf(report, "compression")).toMatch(/The stream GET \S+\?follow=1 is compressed \(gzip\).*gzip off/);
  });

  it("is found when it gathers each answer", async () => {
    const report = await examine(await behind(gathering), { limits: { answerMs: 1_000 } });
    expect(badOf(report)).toEqual(["buffering: fault"]);
    expect(wordsOf(report, "buffering")).toMatch(
      /The stream GET \S+ did not answer within 1 s: .+ proxy_buffering off/,
    );
  });

  it("is reported when it buffers pieces until there are enough", async () => {
    const report = await examine(await behind(buffering), { limits: { behindMs: 300, silenceMs: 100 } });
    expect(badOf(report)).toEqual(["buffering: fault", "heartbeats: fault"]);
    expect(wordsOf(report, "buffering")).toContain("had not told of an answer 0.3 s after it was complete");
  });

  it("is found when it cuts them", async () => {
    const report = await examine(await behind(cutting(100)));
    expect(badOf(report)).toEqual(["time-out: fault"]);
    expect(wordsOf(report, "time-out")).toMatch(/was cut 0\.\d s after it was opened.+proxy_read_timeout 1h/);
  });

  it("is found when it keeps the heartbeats from them", async () => {
    const url = await behind(() => {}, { heartbeatMs: 60_000 });
    const report = await examine(url, { limits: { silenceMs: 100 } });
    expect(badOf(report)).toEqual(["heartbeats: fault"]);
    expect(wordsOf(report, "heartbeats")).toMatch(/no byte for 0\.\d s.+`heartbeatMs` is too long/);
  });

  it("is found when it answers with the history instead", async () => {
    const backend = await openBackend();
    const chat = backend.chat({ heartbeatMs });
    const url = await serve((request) => {
      const plain = new Request(request);
      plain.headers.set("accept", "*/*");
      return chat(plain);
    });
    const report = await examine(url);
    expect(badOf(report)).toEqual(["stream: fault"]);
    expect(unknownOf(report)).toEqual([]);
    expect(wordsOf(report, "stream")).toContain("was answered with the history, and not with a stream");
  });
});

describe("a message whose answer does not arrive", () => {
  /** Takes the message, and answers it in another way. */
  const answering =
    (status: number, afterMs: number): Middleware =>
    (request, response) => {
      if (request.method !== "POST" || request.url !== "/api/chat") return;
      const end = response.end.bind(response);
      response.writeHead = () => response;
      response.flushHeaders = () => {};
      response.write = () => true;
      response.end = () => response;
      const timer = setTimeout(() => {
        delete (response as Partial<ServerResponse>).writeHead;
        response.statusCode = status;
        end("no");
      }, afterMs);
      response.once("close", () => clearTimeout(timer));
    };

  it("is reported as buffered when the agent has answered", async () => {
    const report = await examine(await behind(answering(504, 1_000)), { message: "/say now\n/silence 60" });
    expect([badOf(report), report.sent]).toEqual([["buffering: fault"], true]);
    expect(wordsOf(report, "buffering")).toMatch(
      /POST \S+ did not come, [\d.]+ s after the agent had begun it \(504\)/,
    );
  });

  it("is reported as sent, whatever the answer", async () => {
    const report = await examine(await behind(answering(502, 1_000)), { message: "/silence 60" });
    expect([badOf(report), report.sent]).toEqual([["send: fault"], true]);
  });
});

describe("a buffered answer", () => {
  it("is reported beside an unbuffered stream", async () => {
    const url = await behind((request, response) => {
      if (request.method === "POST") gathering(request, response);
    });
    // The agent's first words arrive a second and a half late.
    const report = await examine(url, { message: "/say now\n/silence 1.5" });
    expect(badOf(report)).toEqual(["buffering: fault"]);
    expect(wordsOf(report, "buffering")).toMatch(/The answer to POST \S+ came 1\.\d s after it was said/);
  });

  it("is distinguished from a slow one", async () => {
    const report = await examine(await behind(() => {}), { message: "/silence 1.2\n/say now" });
    expect(badOf(report)).toEqual([]);
  });
});

describe("an intermediary in front of the session proxy only", () => {
  async function proxied(middleware: Middleware) {
    const backend = await openBackend();
    const chat = toNodeHandler(backend.chat({ heartbeatMs }));
    const proxy = toNodeHandler(backend.proxy());
    const url = await openHost((request, response) => {
      const isProxied = request.url?.startsWith("/api/service/") ?? false;
      if (isProxied && request.url?.includes("/stream")) middleware(request, response);
      void (isProxied ? proxy : chat)(request, response);
    });
    const limits = { behindMs: 1_000 };
    return examine(url, { proxy: url.replace("/api/chat", "/api/service"), limits });
  }

  it("is found when it buffers", async () => {
    const report = await proxied(buffering);
    expect(badOf(report)).toEqual(["buffering: fault"]);
    expect(wordsOf(report, "buffering")).toMatch(/GET \S+\/events\/stream\?after=0 brought no event for 1 s/);
  });

  it("is found when it packs", async () => {
    expect(badOf(await proxied(packing))).toEqual(["compression: fault"]);
  });

  it.each([
    ["ends it", (response: ServerResponse) => response.end()],
    ["cuts it", (response: ServerResponse) => response.destroy()],
  ])("is found when it %s before there is anything in it", async (_name, stop) => {
    const report = await proxied((_request, response) => {
      response.write = () => true;
      onHeaders(response, () => setImmediate(() => stop(response)));
    });
    expect(badOf(report)).toEqual(["proxy: fault"]);
    expect(wordsOf(report, "proxy")).toMatch(/The stream GET \S+ ended before its first event/);
  });
});
