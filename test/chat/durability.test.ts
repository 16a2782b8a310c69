/** Guarantees of a chat despite failures of page, device, network and host. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChatController } from "../../src/chat/chat-controller.js";
import type { ChatController, ChatControllerOptions, ChatState } from "../../src/chat/chat-types.js";
import type { Clock } from "../../src/foundation/clock.js";
import { faultFetch, type FaultPlan } from "../../src/testing/fault-fetch.js";
import { createManualClock, type ManualClock } from "../../src/testing/manual-clock.js";
import { chatWorld, mapStorage, transcript, until, type ChatWorld } from "./chat-world.js";

let world: ChatWorld;
let clock: ManualClock;
const open: (() => void)[] = [];
beforeEach(async () => {
  world = await chatWorld();
  clock = createManualClock();
});
afterEach(async () => {
  for (const end of open.splice(0)) end();
  await world.close();
});

function chat(options: Partial<ChatControllerOptions> & { readonly plan?: FaultPlan } = {}) {
  const { plan = () => undefined, fetch = world.fetch, ...rest } = options;
  const network = faultFetch(fetch, plan, { clock });
  const hints = new Set<() => void>();
  const wake = (run: () => void) => {
    hints.add(run);
    return () => void hints.delete(run);
  };
  const soon = (run: () => void) => {
    queueMicrotask(run);
    return () => {};
  };
  const controller = createChatController({
    conversation: "c_1",
    fetch: network,
    clock,
    wake,
    schedule: soon,
    ...rest,
  });
  const texts: string[] = [];
  const look = () => texts.push(answerOf(controller.getState()));
  open.push(controller.subscribe(look), controller.dispose);
  const asked = () => network.seen.map(({ method, url }) => `${method} ${url.pathname}${url.search}`);
  return Object.assign(controller, { asked, texts, hint: () => [...hints].forEach((run) => run()) });
}

const answerOf = ({ messages }: ChatState) =>
  messages
    .filter(({ role }) => role === "assistant")
    .flatMap(({ parts }) => parts.map((part) => (part.type === "text" ? part.text : "")))
    .join("|");
const restored = (one: ChatController) => until(one, ({ isRestoring }) => !isRestoring);
const done = (one: ChatController) =>
  until(one, ({ isRunning, messages }) => !isRunning && messages.at(-1)?.state === "complete");
const follows = (asked: readonly string[]) => asked.filter((request) => request.includes("follow")).length;

/** Asserts that each text began as the one before: nothing was lost, repeated or typed again. */
function expectOnlyGrowth(texts: readonly string[]): void {
  for (const [index, text] of texts.entries()) expect(text.startsWith(texts[index - 1] ?? "")).toBe(true);
}

describe("an answer resumes from the last sequence, without a lost or repeated word,", () => {
  const answer = "/say One\n/approve deploy {}\n/say Two";
  const approve = { kind: "approval", decision: "approve" } as const;

  it("after a reload in the middle of it", async () => {
    const one = chat();
    await one.sendMessage(answer);
    const { pending } = await until(one, ({ needsInput }) => needsInput);
    one.dispose();
    const two = chat();
    await until(two, ({ needsInput, messages }) => needsInput && messages[1]?.parts.length === 2);
    await two.respond(pending[0]?.id ?? "", approve);
    await done(two);
    expectOnlyGrowth(two.texts);
    expect(two.texts.at(-1)).toMatch(/^One.*Two$/s);
  });

  it("after a device slept: its timers stopped, and then its clock jumped", async () => {
    let slept = 0;
    const sleeping: Clock = { now: () => clock.now() + slept, after: (ms, run) => clock.after(ms, run) };
    const dropped = {
      kind: "rewrite",
      async *rewrite(chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          if (slept > 0) await new Promise(() => {});
          yield chunk;
        }
      },
    } as const;
    const one = chat({ clock: sleeping, plan: ({ url }) => (url.search && slept === 0 ? dropped : undefined) });
    await one.sendMessage(answer);
    const { pending } = await until(one, ({ needsInput }) => needsInput);
    const other = chat();
    await until(other, ({ needsInput }) => needsInput);
    const before = follows(one.asked());
    slept = 8 * 3_600_000;
    await other.respond(pending[0]?.id ?? "", approve);
    one.hint();
    await clock.advanceAsync(1_000);
    await done(one);
    expect(follows(one.asked())).toBeGreaterThan(before);
    expectOnlyGrowth(one.texts);
    expect(one.texts.at(-1)).toBe(answerOf(await done(other)));
  });

  it("after a page in the background lost its connection, as soon as it is looked at again", async () => {
    let isAway = false;
    const one = chat({ plan: ({ url }) => (isAway && url.search ? { kind: "refuse" } : undefined) });
    await one.sendMessage(answer);
    const { pending } = await until(one, ({ needsInput }) => needsInput);
    isAway = true;
    await clock.advanceAsync(50_000);
    await until(one, ({ connection }) => connection === "reconnecting");
    await one.respond(pending[0]?.id ?? "", approve);
    isAway = false;
    one.hint();
    await done(one);
    expectOnlyGrowth(one.texts);
    expect(one.texts.at(-1)).toMatch(/^One.*Two$/s);
  });

  it("after the host was restarted in the middle of it and answered 502 and 503 for a while", async () => {
    let down: number | null = null;
    const one = chat({ plan: () => (down ? { kind: "status", status: down } : undefined) });
    await one.sendMessage(answer);
    const { pending } = await until(one, ({ needsInput }) => needsInput);
    down = 502;
    await clock.advanceAsync(60_000);
    down = 503;
    await clock.advanceAsync(300_000);
    expect(one.getState()).toMatchObject({ connection: "reconnecting", error: null });
    down = null;
    await clock.advanceAsync(15_000);
    await until(one, ({ connection }) => connection === "live");
    await one.respond(pending[0]?.id ?? "", approve);
    await done(one);
    expectOnlyGrowth(one.texts);
    expect(one.asked().filter((request) => request === "GET /api/chat")).toHaveLength(1);
  });
});

describe("a host that asks to wait", () => {
  it("is waited for, with the time of the next try, and only a person's retry is immediate", async () => {
    let isFull = true;
    const full = { kind: "status", status: 429, headers: { "retry-after": "30" } } as const;
    const one = chat({ plan: ({ method }) => (method === "POST" && isFull ? full : undefined) });
    await restored(one);
    const sent = one.sendMessage({ text: "/say Hello", clientEventId: "a" });
    const waiting = await until(one, ({ messages }) => messages[0]?.nextAttemptAt !== undefined);
    expect(waiting).toMatchObject({ status: "submitted", messages: [{ id: "a", delivery: "sending" }] });
    expect(waiting.messages[0]?.nextAttemptAt).toBe(clock.now() + 30_000);
    isFull = false;
    one.hint();
    await clock.advanceAsync(29_000);
    expect(one.asked().filter((request) => request.startsWith("POST"))).toHaveLength(1);
    void one.retry("a");
    expect(await sent).toMatchObject({ clientEventId: "a" });
    expect(transcript(await done(one))).toEqual(["user: /say Hello", "assistant: Hello"]);
  });

  it("for too long is an error with the delay", async () => {
    const full = { kind: "status", status: 429, headers: { "retry-after": "3600" } } as const;
    const one = chat({ plan: () => full });
    expect(await restored(one)).toMatchObject({ connection: "closed", error: { retryAfterMs: 3_600_000 } });
    await expect(one.sendMessage("Hi")).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    expect(clock.waiting).toBe(0);
  });
});

describe("several decisions at once", () => {
  it("are all there after a reload, and are given in any order", async () => {
    const one = chat();
    await one.sendMessage("/approvals 3\n/say Done");
    await until(one, ({ pending }) => pending.length === 3);
    one.dispose();
    const two = chat();
    const { pending } = await until(two, ({ pending: all }) => all.length === 3);
    const given = pending.toReversed().map(({ id }, index) => {
      return two.respond(id, { kind: "approval", decision: index === 1 ? "reject" : "approve" });
    });
    await Promise.all(given);
    expect(await done(two)).toMatchObject({ error: null, needsInput: false });
  });

  it("show who answered in another window", async () => {
    const [one, two] = [chat(), chat()];
    await one.sendMessage("/approve deploy {}\n/silence 3600");
    const { pending } = await until(one, ({ needsInput }) => needsInput);
    await until(two, ({ needsInput }) => needsInput);
    await two.respond(pending[0]?.id ?? "", { kind: "approval", decision: "approve" });
    const told = await until(one, ({ pending: all }) => all[0]?.state.name === "settled");
    expect(told.pending[0]?.state).toMatchObject({ outcome: "approve", here: false, by: { id: "ana" } });
  });
});

describe("a handler of before the streaming GET", () => {
  /** Its answers, from today's: messages without keys, ids or turns, and no stream but those of its POSTs. */
  function older(answer: "404" | "405" | "history"): typeof fetch {
    const plain = async (init?: RequestInit) => {
      const response = await world.fetch("http://host.test/api/chat", init);
      const told = (await response.json()) as Record<string, unknown> & { messages: Record<string, unknown>[] };
      const { sessionId, created, pending, status, conversation } = told;
      const messages = told.messages.map(({ role, text, sequence }) => ({ role, text, sequence }));
      return Response.json({ sessionId, created, pending, status, conversation, messages });
    };
    return async (input, init) => {
      const { searchParams } = new URL(input instanceof Request ? input.url : input, "http://host.test");
      if (init?.method === "POST") return world.fetch(input, init);
      if (!searchParams.has("follow") || answer === "history") return plain({ ...init, headers: withoutAccept(init) });
      return new Response("", { status: Number(answer) });
    };
  }
  const withoutAccept = (init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    headers.set("accept", "application/json");
    return headers;
  };
  /** Lets time pass until the state fits. */
  async function pass(one: ChatController, fits: (state: ChatState) => boolean): Promise<ChatState> {
    for (let tries = 0; tries < 200 && !fits(one.getState()); tries += 1) await clock.advanceAsync(1_000);
    return one.getState();
  }

  it.each(["404", "405", "history"] as const)(
    "is polled for its history while more is expected: %s",
    async (answer) => {
      const finished: string[] = [];
      const one = chat({ fetch: older(answer), onFinish: ({ outcome }) => finished.push(outcome) });
      await restored(one);
      await one.sendMessage("/say Before\n/approve deploy {}\n/say After");
      const asks = await pass(one, ({ needsInput }) => needsInput);
      expect(transcript(asks).filter((line) => line.startsWith("user"))).toHaveLength(1);
      await one.respond(asks.pending[0]?.id ?? "", { kind: "approval", decision: "approve" });
      const ended = await pass(one, ({ isRunning }) => !isRunning);
      expect(transcript(ended).at(-1)).toMatch(/^assistant: .*After$/s);
      expect(ended).toMatchObject({ status: "ready", error: null });
      expect(finished).toEqual(["complete"]);
      // It asks for the stream a few times more.
      await pass(one, ({ connection }) => connection === "idle");
      const before = one.asked().length;
      await clock.advanceAsync(600_000);
      expect([one.asked().length, one.getState().connection]).toEqual([before, "idle"]);
    },
  );

  it("is not inferred from a sign-in page: a handler that has streamed is asked for its stream again", async () => {
    let isPortal = false;
    const portal = () => new Response("<h1>Sign in to this network</h1>", { headers: { "content-type": "text/html" } });
    const one = chat({ fetch: (input, init) => (isPortal ? Promise.resolve(portal()) : world.fetch(input, init)) });
    await restored(one);
    await one.sendMessage("/say Before\n/approve deploy {}");
    await until(one, ({ needsInput, connection }) => needsInput && connection === "live");
    isPortal = true;
    expect(await pass(one, ({ connection }) => connection !== "live")).toMatchObject({ connection: "reconnecting" });
    await clock.advanceAsync(5_000);
    isPortal = false;
    const before = follows(one.asked());
    expect(await pass(one, ({ connection }) => connection === "live")).toMatchObject({ connection: "live" });
    expect(follows(one.asked())).toBeGreaterThan(before);
    const sent = one.asked().length;
    await clock.advanceAsync(10_000);
    expect(
      one
        .asked()
        .slice(sent)
        .filter((request) => request === "GET /api/chat"),
    ).toEqual([]);
  });

  it("is asked again when its history never arrives", async () => {
    let hangs = false;
    const plain = older("405");
    const never = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((__, reject) =>
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)),
      );
    const one = chat({ fetch: (input, init) => (hangs && !init?.method ? never(input, init) : plain(input, init)) });
    await restored(one);
    await one.sendMessage("/approve deploy {}");
    await pass(one, ({ needsInput }) => needsInput);
    hangs = true;
    await clock.advanceAsync(60_000);
    expect(one.getState().connection).toBe("reconnecting");
    hangs = false;
    await one.respond(one.getState().pending[0]?.id ?? "", { kind: "approval", decision: "reject" });
    const ended = await pass(one, ({ isRunning }) => !isRunning);
    expect(transcript(ended).at(-1)).toMatch(/rejected/);
  });

  it("keeps the identity of what did not change, and is asked less often while nothing does", async () => {
    const one = chat({ fetch: older("405") });
    await restored(one);
    await one.sendMessage("/say Hello");
    await pass(one, ({ messages, isRunning }) => messages.length === 2 && !isRunning);
    await one.sendMessage("/approve deploy {}");
    const first = await pass(one, ({ needsInput }) => needsInput);
    const before = one.asked().length;
    await clock.advanceAsync(120_000);
    expect(one.asked().length - before).toBeLessThan(20);
    expect(one.getState().messages.slice(0, 2)).toEqual(first.messages.slice(0, 2));
    expect(one.getState().messages[1]).toBe(first.messages[1]);
  });
});

describe("a message in flight during a reload", () => {
  const isHistory = ({ method, url }: { readonly method: string; readonly url: URL }) =>
    method === "GET" && url.search === "";

  it("is sent although the history breaks off in the middle", async () => {
    const storage = mapStorage();
    const one = chat({ storage, plan: ({ method }) => (method === "POST" ? { kind: "no-answer" } : undefined) });
    void one.sendMessage("/say first").catch(() => {});
    await until(one, ({ messages }) => messages.length === 1);
    let broken = 0;
    const plan: FaultPlan = (request) =>
      isHistory(request) && (broken += 1) === 1 ? { kind: "cut", at: 5 } : undefined;
    const two = chat({ storage, plan });
    await until(two, ({ connection }) => connection === "reconnecting");
    await clock.advanceAsync(5_000);
    await done(two);
    expect(transcript(two.getState())).toEqual(["user: /say first", "assistant: first"]);
    expect(broken).toBe(2);
  });

  it("is sent with the next one when the history is not available", async () => {
    const storage = mapStorage();
    const one = chat({ storage, plan: ({ method }) => (method === "POST" ? { kind: "no-answer" } : undefined) });
    void one.sendMessage("/say first").catch(() => {});
    await until(one, ({ messages }) => messages.length === 1);
    const plan: FaultPlan = (request) => (isHistory(request) ? { kind: "status", status: 403 } : undefined);
    const two = chat({ storage, plan });
    await until(two, ({ connection }) => connection === "closed");
    await two.sendMessage("/say second");
    await until(two, ({ messages }) => messages.filter(({ state }) => state === "complete").length === 2);
    expect(
      transcript(two.getState())
        .filter((line) => line.startsWith("user"))
        .toSorted(),
    ).toEqual(["user: /say first", "user: /say second"]);
  });
});

describe("a message that is sent again under its key", () => {
  it("appears once, and the chat is ready for the next", async () => {
    const one = chat();
    await one.sendMessage({ text: "/say once", clientEventId: "key-1" });
    await done(one);
    await one.sendMessage({ text: "/say once", clientEventId: "key-1" });
    expect(await until(one, ({ status }) => status === "ready")).toMatchObject({ isRunning: false, queue: [] });
    expect(transcript(one.getState())).toEqual(["user: /say once", "assistant: once"]);
  });
});

it("fails without an unhandled rejection: the state reports it", async () => {
  const one = chat({ plan: ({ method }) => (method === "POST" ? { kind: "status", status: 403 } : undefined) });
  await restored(one);
  void one.retry("nothing");
  void one.respond("nothing", { kind: "approval", decision: "approve" });
  void one.removeQueued("nothing");
  void one.sendMessage("/say no");
  expect(await until(one, ({ status }) => status === "error")).toMatchObject({ messages: [{ delivery: "failed" }] });
});
