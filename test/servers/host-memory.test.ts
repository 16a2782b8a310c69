import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { createMemoryStore, createServiceApp } from "../../service/src/app.js";
import { toNodeHandler } from "../../src/node/to-node-handler.js";

/** Opened and left; `MEMORY_CONVERSATIONS=10000` is the whole of it. */
const conversations = Number(process.env["MEMORY_CONVERSATIONS"] ?? 300);
const mostMore = 40_000_000;

it("keeps the host's memory within 40 MB of before, after half-sent bodies, stalled readers and conversations left", async () => {
  const app = await createServiceApp({ store: createMemoryStore() });
  const upstream = createServer(toNodeHandler((request) => app.fetch(request)) as never);
  upstream.listen(0, "127.0.0.1");
  await once(upstream, "listening");
  const host = spawn(
    process.execPath,
    [
      "--expose-gc",
      "--conditions=service-source",
      "--import",
      "tsx",
      join(import.meta.dirname, "support/memory-host.ts"),
    ],
    {
      stdio: ["pipe", "pipe", "inherit"],
      env: {
        ...process.env,
        SERVICE_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
        SERVICE_KEY: app.apiKey,
        SERVICE_ORGANIZATION: app.organizationId,
      },
    },
  );
  const lines = createInterface({ input: host.stdout })[Symbol.asyncIterator]();
  const line = async () => String((await lines.next()).value);
  const port = Number(await line());
  const memory = async () => {
    host.stdin.write("\n");
    return JSON.parse(await line()) as { readonly rss: number; readonly held: number; readonly connections: number };
  };
  const url = `http://127.0.0.1:${port}/api/chat`;
  const as = (user: string, conversation: string) => ({ "x-user": user, "x-service-conversation": conversation });

  /** Opens a connection with these words, and never reads nor writes again. Resolves when the host closed it. */
  const closed = (words: string): Promise<unknown> => {
    const socket: Socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.resume();
    socket.write(words);
    return new Promise((go) => socket.once("close", go));
  };
  const post = (path: string, headers: string) =>
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${headers}`;
  const leave = async (number: number) => {
    const left = new AbortController();
    const headers = { ...as(`u${number % 97}`, `c${number}`), accept: "text/event-stream" };
    const answer = await fetch(`${url}?follow=1`, { headers, signal: left.signal });
    expect(answer.status).toBe(200);
    left.abort();
  };

  try {
    const body = JSON.stringify({ message: "/flood 20" });
    for (const number of [1, 2, 3]) await leave(number);
    const before = await memory();

    const half = `content-length: 1000000\r\n\r\n${"x".repeat(900_000)}`;
    const bodies = Array.from({ length: 300 }, (_each, index) =>
      closed(post("/api/chat", `${index % 2 ? "x-user: ana\r\nx-service-conversation: c\r\n" : ""}${half}`)),
    );
    await Promise.all(bodies);
    const idle = (await memory()).connections;
    const readers = Array.from({ length: 60 }, (_each, index) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.pause();
      const whose = `x-user: r${index}\r\nx-service-conversation: big\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      socket.write(post("/api/chat", whose));
      return socket;
    });
    await Promise.all(readers.map((socket) => once(socket, "connect")));
    // The host drops them by itself, after its own patience.
    for (let now = idle + 60; now > idle;) now = (await memory()).connections;
    for (const socket of readers) socket.destroy();
    for (let at = 0; at < conversations; at += 20) {
      await Promise.all(Array.from({ length: Math.min(20, conversations - at) }, (_each, index) => leave(at + index)));
    }
    const after = await memory();
    const more = { rss: after.rss - before.rss, held: after.held - before.held };
    process.stderr.write(`host memory, ${conversations} conversations: ${JSON.stringify({ before, after, more })}\n`);
    expect(more.held).toBeLessThan(mostMore);
  } finally {
    host.kill();
    upstream.closeAllConnections();
    upstream.close();
    await app.close();
  }
}, 300_000);
