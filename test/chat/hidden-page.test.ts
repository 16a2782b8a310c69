import type { ChatController } from "../../src/chat/chat-types.js";
import { describe, expect, it } from "vitest";
import { createStreamSlots } from "../../src/foundation/stream-slots.js";
import type { Presence } from "../../src/wire/sse/attendance.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { systemClock } from "../../src/foundation/clock.js";
import { settled, openChats } from "./open-chats.js";
import { transcript, until } from "./chat-world.js";

const { chat, world } = openChats();

/** A page whose visibility the test controls, on a manual clock. */
function page() {
  const clock = createManualClock();
  const listeners = new Set<() => void>();
  let hidden = false;
  const presence: Presence = {
    isHidden: () => hidden,
    subscribe(run) {
      listeners.add(run);
      return () => listeners.delete(run);
    },
  };
  const hide = (now: boolean) => {
    hidden = now;
    for (const run of listeners) run();
  };
  const schedule = (run: () => void) => clock.after(1, run);
  /** Runs the rest of the world and frames until the condition is true. */
  const comes = async (holds: () => boolean) => {
    // The service runs in real time, so a quick machine needs many rounds before much of the page's time may pass.
    for (let n = 0; !holds() && n < 1_000_000; n += 1) {
      await new Promise(setImmediate);
      if (n % 100 === 0) clock.advance(1);
    }
    expect(holds()).toBe(true);
  };
  const pass = (ms: number) => clock.advanceAsync(ms);
  return { clock, presence, hide, schedule, comes, pass };
}

const has = (one: ChatController, answers: number) => () => {
  const { isRunning, messages } = one.getState();
  return !isRunning && messages.filter(({ role }) => role === "assistant").length === answers;
};

describe("a chat on a hidden page", () => {
  it("keeps no stream after fifteen seconds, and shows everything it missed when visible again", async () => {
    const { clock, presence, schedule, hide, comes, pass } = page();
    const one = chat({ clock, presence, schedule });
    const other = chat({ fetch: world().fetch });
    await other.sendMessage("/say Before");
    await comes(has(one, 1));
    hide(true);
    await pass(14_000);
    expect(one.getState().connection).toBe("live");
    await pass(2_000);
    expect(one.getState().connection).toBe("idle");
    await other.sendMessage("/say Meanwhile");
    await settled(other, 2);
    const asked = one.requests().length;
    await pass(600_000);
    expect(one.requests()).toHaveLength(asked);
    expect(clock.waiting).toBe(0);
    hide(false);
    await comes(has(one, 2));
    expect(transcript(one.getState())).toEqual(transcript(other.getState()));
  });

  it("polls for listeners that need updates, without a stream in between", async () => {
    const { clock, presence, schedule, hide, comes, pass } = page();
    const needed: string[] = [];
    const one = chat({ clock, presence, schedule, onNeedsInput: ({ id }) => needed.push(id) });
    one.subscribe(() => {}, { whileHidden: () => true });
    const other = chat({ fetch: world().fetch });
    await other.sendMessage("/say Before");
    await comes(has(one, 1));
    hide(true);
    await pass(16_000);
    await other.sendMessage("/approve deploy {}");
    await until(other, ({ needsInput }) => needsInput);
    expect(one.getState().connection).toBe("idle");
    await pass(19_000);
    await comes(() => one.getState().needsInput);
    expect(needed).toHaveLength(1);
    await pass(4_000);
    expect(one.getState().connection).toBe("idle");
  });

  it("follows a message that is sent there no longer than any other", async () => {
    const { clock, presence, schedule, hide, comes, pass } = page();
    const one = chat({ clock, presence, schedule });
    await comes(() => !one.getState().isRestoring);
    hide(true);
    await pass(16_000);
    await one.sendMessage("/say Hello");
    await comes(has(one, 1));
    await pass(16_000);
    expect(one.getState().connection).toBe("idle");
  });
});

describe("more chats than a page has connections for", () => {
  it("take turns, and each shows its answer, whole and once", async () => {
    const clock = createManualClock();
    let open = 0;
    let most = 0;
    const counted: typeof fetch = async (input, init) => {
      const isStream = new Request(new URL(input as string, "http://host.test")).url.includes("follow=1");
      const response = await world().fetch(input, init);
      if (!isStream || response.status !== 200) return response;
      open += 1;
      most = Math.max(most, open);
      init?.signal?.addEventListener("abort", () => (open -= 1), { once: true });
      return response;
    };
    const streams = createStreamSlots({ clock, limit: () => 2 });
    const chats = Array.from({ length: 6 }, (_, n) =>
      chat({ conversation: `c_${n}`, fetch: counted, streams, clock: systemClock }),
    );
    await Promise.all(chats.map((one, n) => one.sendMessage(`/say Answer ${n}`)));
    const isDone = () => chats.every((one) => one.getState().messages.length === 2 && !one.getState().isRunning);
    for (let seconds = 0; !isDone() && seconds < 120; seconds += 1) await clock.advanceAsync(1_000);
    expect(chats.map((one) => transcript(one.getState()))).toEqual(
      chats.map((_one, n) => [`user: /say Answer ${n}`, `assistant: Answer ${n}`]),
    );
    expect(most).toBe(2);
  });
});
