import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChatController } from "../../src/chat/chat-controller.js";
import type { ChatControllerOptions } from "../../src/chat/chat-types.js";
import { systemClock } from "../../src/foundation/clock.js";
import { faultFetch } from "../../src/testing/fault-fetch.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { chatWorld, transcript, until, type ChatWorld } from "./chat-world.js";

let world: ChatWorld;
const open: (() => void)[] = [];
beforeEach(async () => {
  world = await chatWorld();
});
afterEach(async () => {
  for (const end of open.splice(0)) end();
  await world.close();
});

function chat(options: Partial<ChatControllerOptions> = {}) {
  const network = faultFetch(world.fetch, () => undefined);
  const controller = createChatController({ conversation: "c_1", fetch: network, ...options });
  open.push(controller.dispose);
  const requests = () => network.seen.map(({ method, url }) => `${method} ${url.pathname}${url.search}`);
  return Object.assign(controller, { requests });
}

describe("a chat's life", () => {
  it("makes no request without a listener, and restores at most the configured number", async () => {
    const one = chat({ resume: false });
    expect(one.getState()).toMatchObject({ isRestoring: false });
    open.push(one.subscribe(() => {}));
    expect(one.requests()).toEqual([]);
    await one.sendMessage("/say Hello");
    await until(one, ({ messages, isRunning }) => messages.length === 2 && !isRunning);
    expect(one.requests()).toEqual(["POST /api/chat", "GET /api/chat", "GET /api/chat?follow=1"]);
  });

  it.each<[string, Partial<ChatControllerOptions>]>([
    ["was not to be restored", { resume: false }],
    ["was released before its history arrived", {}],
  ])("shows messages before the first follow as history, without announcing them, when it %s", async (_, options) => {
    const before = chat();
    open.push(before.subscribe(() => {}));
    await before.sendMessage("/say Before");
    await until(before, ({ messages, isRunning }) => messages.length === 2 && !isRunning);
    const finished: (string | null)[] = [];
    const one = chat({ ...options, onFinish: ({ message }) => finished.push(message?.turnId ?? null) });
    open.push(one.subscribe(() => {}));
    one.disconnect();
    const { turnId } = await one.sendMessage("/say After");
    const told = await until(one, ({ messages, isRunning }) => messages.at(-1)?.role === "assistant" && !isRunning);
    expect(transcript(told)).toEqual([
      "user: /say Before",
      "assistant: Before",
      "user: /say After",
      "assistant: After",
    ]);
    expect(finished).toEqual([turnId]);
    expect(told.isRestoring).toBe(false);
  });

  it("keeps the stream through a remount, and closes it soon after the last listener", async () => {
    const clock = createManualClock();
    const one = chat({ clock });
    const leave = one.subscribe(() => {});
    await one.sendMessage("/say Hello");
    await until(one, ({ messages, isRunning }) => messages.length === 2 && !isRunning);
    leave();
    leave();
    clock.advance(900);
    const again = one.subscribe(() => {});
    clock.advance(5_000);
    expect(one.getState().connection).toBe("live");
    again();
    clock.advance(1_000);
    open.push(one.subscribe(() => {}));
    const streams = () => one.requests().filter((request) => request.includes("follow")).length;
    await until(one, ({ connection }) => connection === "live" && streams() === 2);
    expect(one.requests().filter((request) => request === "GET /api/chat")).toHaveLength(1);
  });

  it("reports when a broken connection is retried, and retries at once on request", async () => {
    const clock = createManualClock();
    let isCut = true;
    const network = faultFetch(world.fetch, () => (isCut ? { kind: "refuse" } : undefined));
    const one = chat({ clock, fetch: network, random: () => 0.5 });
    open.push(one.subscribe(() => {}));
    await clock.advanceAsync(60_000);
    await until(one, ({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt > clock.now() + 500);
    expect(one.getState().connection).toBe("reconnecting");
    isCut = false;
    one.resumeStream();
    await until(one, ({ connection }) => connection !== "reconnecting");
    expect(one.getState().nextAttemptAt).toBeNull();
  });

  it("leaves no timer and no request without listeners", async () => {
    const clock = createManualClock();
    const one = chat({ clock });
    const leave = one.subscribe(() => {});
    await one.sendMessage("/say Hello");
    await until(one, ({ messages, isRunning }) => messages.length === 2 && !isRunning);
    leave();
    await clock.advanceAsync(2_000);
    expect(clock.waiting).toBe(0);
  });

  it("notifies its listeners once a frame, however many chunks arrived", async () => {
    const frames: (() => void)[] = [];
    const schedule = (run: () => void) => {
      frames.push(run);
      return () => void frames.splice(frames.indexOf(run), 1);
    };
    const one = chat({ schedule });
    const seen: unknown[] = [];
    open.push(one.subscribe(() => seen.push(one.getState())));
    const finished = new Promise((resolve) => one.listen({ onFinish: resolve }));
    await one.sendMessage(Array.from({ length: 30 }, (_, n) => `/say ${n}`).join("\n"));
    await finished;
    expect([seen.length, frames.length]).toEqual([0, 1]);
    frames.splice(0).forEach((run) => run());
    expect(seen).toMatchObject([{ messages: [{ role: "user" }, { role: "assistant", state: "complete" }] }]);
    expect(frames).toEqual([]);
  });

  it("shows a conversation that another person begins, from its first message", async () => {
    const [one, two] = [chat(), chat()];
    open.push(
      one.subscribe(() => {}),
      two.subscribe(() => {}),
    );
    await until(one, ({ connection }) => connection === "live");
    await two.sendMessage("/say Hello");
    const shown = await until(one, ({ messages, isRunning }) => messages.length === 2 && !isRunning);
    expect(shown).toMatchObject({ created: true, messages: [{ role: "user" }, { role: "assistant" }] });
  });

  it("looks again, when it is woken, where the handler cannot wait for the first message", async () => {
    let isBegun = false;
    const older = faultFetch(world.fetch, ({ url }) =>
      url.search === "?follow=1" && !isBegun ? { kind: "status", status: 204 } : undefined,
    );
    const wakers = new Set<() => void>();
    const wake = (run: () => void) => {
      wakers.add(run);
      return () => void wakers.delete(run);
    };
    const [one, two] = [chat({ wake, fetch: older }), chat()];
    open.push(
      one.subscribe(() => {}),
      two.subscribe(() => {}),
    );
    await until(one, ({ isRestoring, connection }) => !isRestoring && connection === "idle");
    await two.sendMessage("/say Hello");
    isBegun = true;
    for (const run of wakers) run();
    const shown = await until(one, ({ messages, isRunning }) => messages.length === 2 && !isRunning);
    expect(shown.messages.map(({ id }) => id)).toEqual(two.getState().messages.map(({ id }) => id));
  });

  it("leaves the expiry of a question to the log, whatever the reader's clock", async () => {
    const one = chat({ clock: { ...systemClock, now: () => Date.now() + 600_000 } });
    open.push(one.subscribe(() => {}));
    await one.sendMessage("/ask text expires 60\n/say Thanks");
    const { pending } = await until(one, ({ needsInput }) => needsInput);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(one.getState().pending).toMatchObject([{ id: pending[0]?.id, state: { name: "pending" } }]);
    const [asked] = pending;
    const questions = asked?.kind === "question" ? asked.request.questions : [];
    const answers = questions.map(({ id }) => ({ questionId: id, values: ["Blue"] }));
    await one.respond(pending[0]?.id ?? "", { kind: "question", submission: { outcome: "answered", answers } });
    await until(one, ({ needsInput, isRunning }) => !needsInput && !isRunning);
    expect(transcript(one.getState()).at(-1)).toContain("Thanks");
  });

  it("counts down by the server's time, from the arrival of the question", async () => {
    const local = Date.UTC(2031, 0, 1);
    const clock = createManualClock(local);
    const date = new Date().toUTCString();
    const dated: typeof fetch = async (input, init) => {
      const response = await world.fetch(input, init);
      const headers = new Headers(response.headers);
      headers.set("date", date);
      return new Response(response.body, { status: response.status, headers });
    };
    const one = chat({ clock, fetch: dated });
    open.push(one.subscribe(() => {}));
    await one.sendMessage("/ask text expires 600");
    const { pending } = await until(one, ({ needsInput }) => needsInput);
    const [asked] = pending;
    const deadline = asked?.kind === "question" ? asked.deadline : undefined;
    expect(Math.abs((deadline ?? 0) - (local + 600_000))).toBeLessThan(60_000);
  });

  it("takes a listener that throws for no reason to stop", async () => {
    const uncaught: unknown[] = [];
    const report = (error: unknown) => uncaught.push(error);
    process.once("uncaughtException", report);
    const finished: string[] = [];
    const one = chat({
      onFinish() {
        throw new Error("a host's mistake");
      },
    });
    one.listen({ onFinish: ({ outcome }) => finished.push(outcome) });
    open.push(one.subscribe(() => {}));
    await one.sendMessage("/say Hello");
    await until(one, ({ messages, isRunning }) => messages.length === 2 && !isRunning);
    expect(finished).toEqual(["complete"]);
    expect(uncaught).toMatchObject([{ message: "a host's mistake" }]);
    process.off("uncaughtException", report);
  });
});
