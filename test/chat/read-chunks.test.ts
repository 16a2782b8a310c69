import { describe, expect, it } from "vitest";
import { parseChatChunkStream, readChunks } from "../../src/chat/read-chunks.js";
import { throttleSubscribe } from "../../src/chat/throttle-subscribe.js";
import { createManualClock } from "../../src/testing/manual-clock.js";

const stream = (text: string) => new Response(text).body;
const all = async (chunks: AsyncIterable<unknown>) => {
  const read: unknown[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return read;
};
const frame = (data: string, event = "chunk") => `event: ${event}\ndata: ${data}\n\n`;
const done = JSON.stringify({
  type: "done",
  reply: { text: "", sessionId: "s", workspaceId: "w", turnId: null, status: "completed", pending: null },
});

describe("parseChatChunkStream", () => {
  it("yields chunks and skips comments, broken JSON and unknown types", async () => {
    const text = `: hello\n\n${frame('{"type":"text","text":"a"}')}${frame("{")}${frame('{"type":"later"}')}${frame('"text"')}`;
    expect(await all(parseChatChunkStream(stream(text)))).toEqual([{ type: "text", text: "a" }]);
  });

  it("throws the handler's error with its code, and a code of ours when it names none", async () => {
    const failed = stream(frame('{"code":"turn_failed","message":"No."}', "error"));
    await expect(all(parseChatChunkStream(failed))).rejects.toMatchObject({ code: "turn_failed", message: "No." });
    await expect(all(parseChatChunkStream(stream(frame("?", "error"))))).rejects.toMatchObject({ code: "chat_error" });
  });

  it("ends at once where there is no body", async () => {
    expect(await all(parseChatChunkStream(null))).toEqual([]);
  });
});

describe("readChunks", () => {
  const body = (text: string) => stream(text) ?? new ReadableStream<Uint8Array>();

  it("ends with done, whatever follows", async () => {
    const text = frame('{"type":"text","text":"a"}') + frame(done) + frame('{"type":"text","text":"late"}');
    expect(await all(readChunks(body(text)))).toHaveLength(2);
  });

  it("reports that it may be resumed when the stream ends before done", async () => {
    const cut = readChunks(body(frame('{"type":"text","text":"a"}')));
    await expect(all(cut)).rejects.toMatchObject({ code: "stream_ended", retryable: true });
  });
});

describe("throttleSubscribe", () => {
  it("notifies at once, then at most once per interval, and for the last change too", () => {
    const clock = createManualClock();
    const listeners = new Set<() => void>();
    const subscribe = (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    const change = () => listeners.forEach((listener) => listener());
    let told = 0;
    const unsubscribe = throttleSubscribe(subscribe, 100, clock)(() => (told += 1));
    change();
    clock.advance(0);
    expect(told).toBe(1);
    change();
    change();
    clock.advance(99);
    expect(told).toBe(1);
    clock.advance(1);
    expect(told).toBe(2);
    change();
    unsubscribe();
    clock.advance(1_000);
    expect(told).toBe(2);
    expect(listeners.size).toBe(0);
  });
});
