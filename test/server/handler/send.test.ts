import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { header } from "../../../src/wire/protocol/headers.js";
import {
  ask,
  bodyOf,
  createBackend,
  framesOf,
  framesUntil,
  source,
  textOf,
  type Backend,
} from "../../support/backend.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

const send = (message: string, more: object = {}) => ask("POST", "/api/chat", { message, ...more });

describe("sending", () => {
  it("makes the session with the first message and streams its answer", async () => {
    const answer = await backend.chat()(send("/say Hello **you**"));
    expect(answer.status).toBe(200);
    expect(answer.headers.get(header.chatFormat)).toBe("native");
    expect(answer.headers.get("cache-control")).toBe("private, no-store, no-transform");
    expect(answer.headers.get("x-accel-buffering")).toBe("no");
    expect(answer.headers.has("content-encoding")).toBe(false);
    const turnId = answer.headers.get(header.turnId);
    const frames = await framesOf(answer);
    expect(textOf(frames)).toBe("Hello **you**");
    expect(frames.every((frame) => frame.event === "chunk")).toBe(true);
    const done = frames.at(-1)?.data;
    expect(done).toMatchObject({ type: "done", reply: { text: "Hello **you**", status: "completed", pending: null } });
    expect(done.reply.turnId).toBe(turnId);
    expect(done.reply.events).toEqual([]);
  });

  it("sends a second message to the same session", async () => {
    const chat = backend.chat();
    const first = await framesOf(await chat(send("/say one")));
    const second = await framesOf(await chat(send("/say two")));
    expect(textOf(second)).toBe("two");
    expect(second.at(-1)?.data.reply.sessionId).toBe(first.at(-1)?.data.reply.sessionId);
    expect(second.at(-1)?.data.reply.turnId).not.toBe(first.at(-1)?.data.reply.turnId);
  });

  it("gives text and tool chunks the sequence of their event, rising", async () => {
    const frames = await framesOf(await backend.chat()(send('/say before\n/tool search {"q":1}\n/say after')));
    const ids = frames.map((frame) => frame.id ?? Number.NaN);
    expect(ids.every((id) => id > 0)).toBe(true);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const tools = frames.filter(({ data }) => data.type === "tool").map(({ data }) => data);
    expect(tools).toMatchObject([
      { name: "search", status: "started", input: { q: 1 } },
      { name: "search", status: "completed" },
    ]);
    expect(tools[0].callId).toBe(tools[1].callId);
    expect(textOf(frames)).toBe("before\n\nafter");
  });

  it("reports a failed tool", async () => {
    const frames = await framesOf(await backend.chat()(send("/tool-fail search")));
    expect(frames.filter(({ data }) => data.type === "tool").map(({ data }) => data.status)).toEqual([
      "started",
      "failed",
    ]);
  });

  it("streams the first turn for a repeated key, and sends nothing twice", async () => {
    const chat = backend.chat();
    const once = await framesOf(await chat(send("/say once", { clientEventId: "k1" })));
    const again = await framesOf(await chat(send("/say once", { clientEventId: "k1" })));
    expect(textOf(again)).toBe(textOf(once));
    expect(again.at(-1)?.data).toEqual(once.at(-1)?.data);
    const history = await bodyOf(await chat(ask("GET", "/api/chat")));
    expect(history.messages).toHaveLength(2);
  });

  it("refuses other content under a key that was used", async () => {
    const chat = backend.chat();
    await framesOf(await chat(send("/say one", { clientEventId: "k1" })));
    const answer = await chat(send("/say two", { clientEventId: "k1" }));
    expect(answer.status).toBe(409);
  });

  it("sends both when two first messages are sent at once", async () => {
    const chat = backend.chat();
    const [a, b] = await Promise.all(
      [chat(send("/say same")), chat(send("/say same"))].map(async (x) => framesOf(await x)),
    );
    expect(a?.at(-1)?.data.reply.turnId).not.toBe(b?.at(-1)?.data.reply.turnId);
    const history = await bodyOf(await chat(ask("GET", "/api/chat")));
    expect(history.messages.map(({ text }: { text: string }) => text)).toEqual([
      "/say same",
      "same",
      "/say same",
      "same",
    ]);
  });

  it("ends the stream of a failing turn with an error frame", async () => {
    const frames = await framesOf(await backend.chat()(send("/fail middle provider_unavailable")));
    const last = frames.at(-1);
    expect(last?.event).toBe("error");
    expect(last?.data).toMatchObject({ code: "provider_unavailable" });
    expect(last?.id).toBeGreaterThan(0);
  });

  it("interrupts the running turn with a steer and ends its stream as cancelled", async () => {
    const chat = backend.chat();
    const running = await chat(send("/long 2000 50"));
    const frames = framesOf(running);
    const steered = await chat(send("/say instead", { delivery: "steer" }));
    expect(textOf(await framesOf(steered))).toBe("instead");
    expect((await frames).at(-1)?.data.reply).toMatchObject({ status: "cancelled" });
  });

  it("waits behind the running turn by default", async () => {
    const chat = backend.chat();
    const running = await chat(send("/long 10 50"));
    const waiting = await chat(send("/say later"));
    const frames = await framesOf(waiting);
    expect(textOf(frames)).toBe("later");
    const first = await framesOf(running);
    expect(first.at(-1)?.data.reply.status).toBe("completed");
    expect(first.at(-1)?.id ?? 0).toBeLessThan(frames[0]?.id ?? 0);
  });

  it("carries the turn's events when asked to", async () => {
    const answer = await backend.chat({ includeEvents: true })(send("/say hi"));
    const { events } = (await framesOf(answer)).at(-1)?.data.reply ?? {};
    expect(events.map(({ type }: { type: string }) => type)).toContain("agent.message.completed");
  });

  it("sends the person with the message", async () => {
    const resolve = () => ({ tenant: "acme", conversation: "team", actor: { id: "u_1", name: "Ána" } });
    const chat = backend.chat({ resolve });
    await framesOf(await chat(send("/say hi")));
    const history = await bodyOf(await chat(ask("GET", "/api/chat")));
    expect(history.messages[0].actor).toEqual({ source, id: "u_1", name: "Ána" });
  });

  it("passes the host every event it read, and reads no more than the client asks for", async () => {
    const types: string[] = [];
    const answer = await backend.chat({ onSessionEvent: ({ type }) => types.push(type) })(send("/say hi"));
    expect(types).toEqual([]);
    await framesOf(answer);
    expect(types).toContain("turn.completed");
  });

  it("streams to its end although the host's own callbacks fail", async () => {
    const errors: unknown[] = [];
    const chat = backend.chat({
      onError: (error) => errors.push(error),
      onSessionEvent() {
        throw new Error("the log is full");
      },
    });
    const frames = await framesOf(await chat(send("/say hi")));
    expect(frames.at(-1)?.data.reply).toMatchObject({ status: "completed", text: "hi" });
    expect(String(errors[0])).toBe("Error: the log is full");
  });

  it("refuses a message over the service's limit before anything is written", async () => {
    const chat = backend.chat();
    const answer = await chat(send("é".repeat(200_000)));
    expect(answer.status).toBe(413);
    expect((await bodyOf(answer)).error).toMatchObject({ code: "message_too_large" });
    const history = await bodyOf(await chat(ask("GET", "/api/chat")));
    expect(history.created).toBe(false);
  });
});

describe("a reader that leaves", () => {
  it("leaves the turn running and the answer in the history", async () => {
    const chat = backend.chat();
    const answer = await chat(send("/long 300 1000"));
    await framesUntil(answer, ({ data }) => data.type === "text");
    const rest = await chat(ask("GET", "/api/chat", undefined, { headers: { accept: "text/event-stream" } }));
    const frames = await framesOf(rest);
    expect(frames.at(-1)?.data.reply.status).toBe("completed");
    const history = await bodyOf(await chat(ask("GET", "/api/chat")));
    expect(history.messages.at(-1).text).toBe(frames.at(-1)?.data.reply.text);
  });
});

describe("a stream that is silent", () => {
  it("carries a comment after fifteen seconds without a byte", async () => {
    const clock = createManualClock();
    const timed = await createBackend({ clock });
    const answer = await timed.chat()(send("/silence 100"));
    const reader = answer.body?.getReader();
    await reader?.read();
    const read = reader?.read();
    await clock.advanceAsync(15_000);
    expect(new TextDecoder().decode((await read)?.value)).toBe(": heartbeat\n\n");
    await reader?.cancel();
    await timed.close();
  });
});

describe("an event whose payload does not fit", () => {
  it("loses only the invalid field, and the host is notified once", async () => {
    const errors: unknown[] = [];
    const chat = backend.chat({ onError: (error) => errors.push(error) });
    const frames = await framesOf(await chat(send('/say a\n/event agent.message.delta {"text":7}\n/say b')));
    expect(textOf(frames)).toBe("a\n\nb");
    expect(errors).toHaveLength(1);
    expect(String(errors[0])).toMatch(/Event \d+ \(agent\.message\.delta\) does not fit at text/);
  });
});
