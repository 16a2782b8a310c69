import { describe, expect, it } from "vitest";
import { watchIdentity, type PageListener } from "../../src/identity/identity-check.js";
import { createManualClock } from "../../src/testing/manual-clock.js";

/** A page with manual events, and a host that answers when the test releases it. */
function start({ isHidden = false } = {}) {
  const clock = createManualClock();
  const end = new AbortController();
  const asked: { readonly signal: AbortSignal; readonly answer: () => void; readonly fail: () => void }[] = [];
  const veils: boolean[] = [];
  let listener: PageListener | undefined;
  const state = { isHidden, isFollowing: false };
  const { stop } = watchIdentity({
    page: {
      isHidden: () => state.isHidden,
      subscribe(given) {
        listener = given;
        return () => (listener = undefined);
      },
    },
    clock,
    signal: end.signal,
    random: () => 0.5,
    ask: (signal) =>
      new Promise((answer, reject) => {
        asked.push({ signal, answer, fail: () => reject(new Error("no answer")) });
      }),
    isFollowing: () => state.isFollowing,
    onVeil: (isVeiled) => veils.push(isVeiled),
  });
  const see = (isVisible: boolean) => {
    state.isHidden = !isVisible;
    listener?.onVisibility();
  };
  return { clock, end, asked, veils, state, stop, see, page: () => listener };
}

const settle = (clock: ReturnType<typeof createManualClock>) => clock.advanceAsync(0);

describe("a page that enters the back/forward cache", () => {
  it("is veiled before it is stored, and unveiled once the door has answered after its return", async () => {
    const { page, veils, asked, clock } = start();
    page()?.onLeave(true);
    expect([veils, asked.length]).toEqual([[true], 0]);
    page()?.onReturn(true);
    expect([veils.at(-1), asked.length]).toEqual([true, 1]);
    asked[0]?.answer();
    await settle(clock);
    expect(veils.at(-1)).toBe(false);
  });

  it("is neither veiled nor asked about when it is not stored", () => {
    const { page, veils, asked } = start();
    page()?.onLeave(false);
    page()?.onReturn(false);
    expect([veils, asked.length]).toEqual([[], 0]);
  });

  it("stays hidden without an answer, and asks again after a delay or when the network returns", async () => {
    const { page, veils, asked, clock } = start();
    page()?.onReturn(true);
    asked[0]?.fail();
    await clock.advanceAsync(499);
    expect(asked).toHaveLength(1);
    await clock.advanceAsync(1);
    expect(asked).toHaveLength(2);
    asked[1]?.fail();
    await settle(clock);
    page()?.onOnline();
    await settle(clock);
    expect([asked.length, veils.includes(false)]).toEqual([3, false]);
    asked[2]?.answer();
    await settle(clock);
    expect(veils.at(-1)).toBe(false);
  });

  it("drops a question that was asked before it left again", async () => {
    const { page, veils, asked, clock } = start();
    page()?.onReturn(true);
    page()?.onLeave(true);
    page()?.onReturn(true);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    asked[0]?.answer();
    await settle(clock);
    expect(veils.includes(false)).toBe(false);
  });

  it("stays hidden when an earlier question is answered after it left again", async () => {
    const { page, veils, asked, clock } = start();
    page()?.onReturn(true);
    page()?.onLeave(true);
    asked[0]?.answer();
    await settle(clock);
    expect(veils.includes(false)).toBe(false);
    page()?.onReturn(true);
    asked[1]?.answer();
    await settle(clock);
    expect(veils.at(-1)).toBe(false);
  });

  it("asks nothing more once the identity has ended", async () => {
    const { page, veils, asked, clock, end } = start();
    page()?.onReturn(true);
    end.abort();
    asked[0]?.fail();
    await clock.advanceAsync(120_000);
    expect([asked.length, veils.includes(false), clock.waiting]).toEqual([1, false, 0]);
  });
});

describe("a page that becomes visible", () => {
  it("asks after a minute or more, without a veil", () => {
    const { see, clock, asked, veils } = start();
    see(false);
    clock.advance(59_999);
    see(true);
    expect(asked).toHaveLength(0);
    see(false);
    clock.advance(60_000);
    see(true);
    expect([asked.length, veils]).toEqual([1, []]);
  });

  it("counts the time from when it was opened hidden", () => {
    const { see, clock, asked } = start({ isHidden: true });
    clock.advance(60_000);
    see(true);
    expect(asked).toHaveLength(1);
  });
});

describe("an idle visible page", () => {
  it("asks once a minute while it follows no stream", () => {
    const { clock, asked, state } = start();
    clock.advance(60_000);
    expect(asked).toHaveLength(1);
    state.isFollowing = true;
    clock.advance(180_000);
    expect(asked).toHaveLength(1);
    state.isFollowing = false;
    clock.advance(60_000);
    expect(asked).toHaveLength(2);
  });

  it("keeps no timer while it is hidden, nor after the watch has stopped", () => {
    const { clock, see, stop, page } = start();
    see(false);
    expect(clock.waiting).toBe(0);
    see(true);
    expect(clock.waiting).toBe(1);
    stop();
    expect([clock.waiting, page()]).toEqual([0, undefined]);
  });
});
