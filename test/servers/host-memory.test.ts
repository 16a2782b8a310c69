/**
 * Memory of a host after abandoned bodies, stalled clients and closed conversations. The host runs in a process of
 * its own; `MEMORY_CONVERSATIONS` sets how many conversations (`npm run test:soak:memory` opens 20,000).
 */
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { scriptedAgent } from "../../service/src/scripted/agent.js";
import { createMemoryStore, createServiceApp, type Agent } from "../../service/src/app.js";
import { listen } from "../../service/src/listen.js";
import { startMemoryHost, type HostMemory } from "./support/start-memory-host.js";

const conversations = Number(process.env["MEMORY_CONVERSATIONS"] ?? 300);
/** Opened and left at once. */
const atOnce = 20;
const mostMore = 40_000_000;

/** More than the socket buffers between the host and one reader take, in deltas of 16 kB (bytes). */
const floodBytes = 8_000_000;
const floodPiece = "x".repeat(16_000);

const agent: Agent = {
  ...scriptedAgent,
  async *run(turn, signal) {
    if (turn.prompt !== "/flood") return yield* scriptedAgent.run(turn, signal);
    for (let sent = 0; sent < floodBytes; sent += floodPiece.length)
      yield { type: "event", eventType: "agent.message.delta", payload: { text: floodPiece } };
  },
};

it("keeps the host's memory within 40 MB of before, after half-sent bodies, stalled readers and conversations left", async () => {
  const app = await createServiceApp({ store: createMemoryStore(), agent });
  const service = await listen(app, { port: 0 });
  const host = await startMemoryHost({ ...app, url: service.url });
  const url = `http://127.0.0.1:${host.port}/api/chat`;
  const as = (user: string, conversation: string) => ({ "x-user": user, "x-service-conversation": conversation });

  const open = (words: string): Socket => {
    const socket = connect(host.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(words);
    return socket;
  };
  const leave = async (number: number) => {
    const left = new AbortController();
    const headers = { ...as(`u${number % 97}`, `c${number}`), accept: "text/event-stream" };
    const answer = await fetch(`${url}?follow=1`, { headers, signal: left.signal });
    expect(answer.status).toBe(200);
    left.abort();
  };

  try {
    for (const number of [1, 2, 3]) await leave(number);
    const flood = { "content-type": "application/json", ...as("reader", "big") };
    const answer = await fetch(url, { method: "POST", headers: flood, body: JSON.stringify({ message: "/flood" }) });
    let size = 0;
    for await (const piece of answer.body!) size += piece.byteLength;
    expect(size).toBeGreaterThan(floodBytes);
    const before = await host.memory();

    const half = `content-length: 1000000\r\n\r\n${"x".repeat(900_000)}`;
    const bodies = Array.from({ length: 300 }, async (_each, index) => {
      const who = index % 2 ? "x-user: ana\r\nx-service-conversation: c\r\n" : "";
      const socket = open(`POST /api/chat HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${who}${half}`);
      await bytesUntilClosed(socket);
    });
    await Promise.all(bodies);
    const idle = await host.memory();

    const readers = Array.from({ length: 60 }, () => {
      const who = "x-user: reader\r\nx-service-conversation: big\r\naccept: text/event-stream\r\n";
      return open(`GET /api/chat/stream?after=0 HTTP/1.1\r\nhost: a\r\n${who}\r\n`).pause();
    });
    // The host drops them by itself, after its own patience.
    let stalled = idle;
    for (let now = idle; now.arrived < idle.arrived + readers.length || now.open > 0;) {
      now = await host.memory();
      if (now.held > stalled.held) stalled = now;
    }

    const read = await Promise.all(readers.map(bytesUntilClosed));
    for (const bytes of read) {
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThan(floodBytes);
    }

    const samples: HostMemory[] = [];
    for (let at = 0; at < conversations; at += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, (_each, index) => leave(at + index)));
      if (((at + atOnce) * 10) % conversations < atOnce * 10) samples.push(await host.memory());
    }
    report({ before, "after bodies": idle, "stalled, at most": stalled }, samples);
    const [first, last] = [samples[0]!, samples.at(-1)!];
    expect(last.held - before.held).toBeLessThan(mostMore);
    // The allocator keeps what the readers took at their peak, so only the growth behind that is the conversations'.
    expect(last.rss - first.rss).toBeLessThan(mostMore);
  } finally {
    host.close();
    await service.close(app.close());
  }
}, 3_000_000);

function report(phases: Readonly<Record<string, HostMemory>>, samples: readonly HostMemory[]): void {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
  const rows = Object.entries(phases).map(([name, { held, rss }]) => `${name}: ${mb(held)} held, ${mb(rss)} RSS`);
  const list = (pick: (sample: HostMemory) => number) => samples.map((sample) => mb(pick(sample))).join(" ");
  process.stderr.write(
    `host memory (MB): ${rows.join("; ")}; in tenths of ${conversations} conversations: ${list(({ held }) => held)} held, ${list(({ rss }) => rss)} RSS\n`,
  );
}

function bytesUntilClosed(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on("data", (piece) => (bytes += piece.length));
  socket.resume();
  return new Promise((resolve) => socket.once("close", () => resolve(bytes)));
}
