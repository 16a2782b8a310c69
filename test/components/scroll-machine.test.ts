import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  initialScroll,
  reduceScroll,
  type Extent,
  type ScrollEffect,
  type ScrollEvent,
  type ScrollState,
} from "../../src/components/message-timeline/scroll/scroll-machine.js";

const extent = (scrollTop: number, scrollHeight = 1000): Extent => ({ scrollTop, scrollHeight, clientHeight: 400 });
type Place = Parameters<typeof extent>;
const scrolled = (...place: Place): ScrollEvent => ({ type: "scrolled", extent: extent(...place), at: 0 });
const stood = (...place: Place): ScrollEvent => ({ type: "stood", extent: extent(...place), at: 0 });

function after(...events: ScrollEvent[]): { readonly state: ScrollState; readonly effects: ScrollEffect[] } {
  let state = initialScroll;
  const effects: ScrollEffect[] = [];
  for (const event of events) {
    const [next, effect] = reduceScroll(state, event);
    state = next;
    if (effect) effects.push(effect);
  }
  return { state, effects };
}

const atTip = stood(600);

describe("reduceScroll, following", () => {
  it("scrolls to the end after any change of size", () => {
    expect(after(atTip, { type: "resized" })).toMatchObject({
      state: { mode: "following" },
      effects: ["stand-at-tip"],
    });
  });

  it("stops following when the reader moves up, and marks the visible place", () => {
    expect(after(atTip, scrolled(580))).toMatchObject({ state: { mode: "reading" }, effects: ["mark-place"] });
  });

  it("stops following for a move up that the browser reports together with our own move", () => {
    expect(after(atTip, stood(900, 1300), scrolled(800, 1300)).state.mode).toBe("reading");
  });

  it("stops following at the first sign, before any movement", () => {
    expect(after(atTip, { type: "held-on" })).toMatchObject({ state: { mode: "reading" }, effects: ["mark-place"] });
  });

  it("does not take a shorter list for a move of the reader", () => {
    expect(after(atTip, scrolled(200, 600)).state.mode).toBe("following");
  });

  it("does not mistake a late report of a shorter list for a move of the reader", () => {
    expect(after(atTip, scrolled(544, 966)).state.mode).toBe("following");
  });

  it("attributes a move to the reader when it exceeds the shortening", () => {
    expect(after(atTip, scrolled(500, 995)).state.mode).toBe("reading");
  });

  it("does not take for a move of the reader what blocks did that got another height at once", () => {
    // Those drawn by a guessed height got their own: shorter, so the browser pushed the view up, then longer.
    expect(after(stood(11_705, 12_105), scrolled(9_785, 15_261))).toMatchObject({
      state: { mode: "following" },
      effects: ["stand-at-tip"],
    });
  });

  describe("when the view became lower, as by a longer queue below it", () => {
    const low = (scrollTop: number, scrollHeight = 1000): Extent => ({ scrollTop, scrollHeight, clientHeight: 356 });
    const lowered: ScrollEvent[] = [atTip, { type: "stood", extent: low(644), at: 5000 }];
    const moves = (top: number, at: number, height?: number): ScrollEvent => ({
      type: "scrolled",
      extent: low(top, height),
      at,
    });

    it("does not take the way back to an earlier position for a move of the reader", () => {
      expect(after(...lowered, moves(600, 5400))).toMatchObject({
        state: { mode: "following" },
        effects: ["stand-at-tip"],
      });
      // As WebKit reports it while lines arrive: the end of the layout before them.
      const grown: ScrollEvent = { type: "stood", extent: low(769, 1125), at: 5200 };
      expect(after(...lowered, grown, moves(644, 5400, 1125)).state.mode).toBe("following");
    });

    it("takes a move for the reader's after a second, one of more than half a view, and one that a wheel begins", () => {
      expect(after(...lowered, moves(640, 6000)).state.mode).toBe("reading");
      expect(after(...lowered, moves(460, 5400)).state.mode).toBe("reading");
      expect(after(...lowered, { type: "held-on" }, moves(640, 5400)).state.mode).toBe("reading");
    });
  });

  it("does not take the way back to the end of an earlier layout for a move of the reader", () => {
    const grown = [atTip, stood(625, 1025), stood(650, 1050), stood(675, 1075)];
    expect(after(...grown, scrolled(625, 1075))).toMatchObject({
      state: { mode: "following" },
      effects: ["stand-at-tip"],
    });
    expect(after(...grown, scrolled(612, 1075)).state.mode).toBe("reading");
  });

  it("takes a way to the beginning for the reader's, although all was in view there once", () => {
    const grown = [stood(0, 400), stood(100, 500), stood(200, 600)];
    expect(after(...grown, scrolled(0, 600)).state.mode).toBe("reading");
  });

  it("takes a move at a turn's top for the reader's, who may have used a wheel there", () => {
    const grown = [stood(100, 500), { type: "turn-began" } as const, stood(200, 600)];
    expect(after(...grown, scrolled(100, 600)).state.mode).toBe("reading");
  });

  it("stops following for a move up that is reported together with a new line", () => {
    expect(after(atTip, scrolled(500, 1030)).state.mode).toBe("reading");
  });

  it("does not take the way back of a view that bounced beyond its end for a move of the reader", () => {
    expect(after(atTip, scrolled(630), scrolled(610), scrolled(600))).toMatchObject({
      state: { mode: "following" },
      effects: [],
    });
  });

  it("does not mistake a late report of our own move for the reader's", () => {
    expect(after(atTip, scrolled(600)).state.mode).toBe("following");
  });

  it("stops following when later pages exist: the loaded end is not the newest line", () => {
    expect(after(atTip, { type: "window-changed", hasNewer: true }).state.mode).toBe("reading");
  });
});

describe("reduceScroll, reading", () => {
  const reading = [atTip, scrolled(100)];

  it("keeps the place whatever has another size", () => {
    expect(after(...reading, { type: "resized" }).effects).toEqual(["mark-place", "keep-place"]);
  });

  it("keeps the place when a shorter list has pushed the view to its end", () => {
    expect(after(stood(600), scrolled(500), scrolled(200, 600)).effects).toEqual(["mark-place", "keep-place"]);
  });

  it("updates its mark where the reader moves", () => {
    expect(after(...reading, scrolled(50)).effects).toEqual(["mark-place", "mark-place"]);
  });

  it.each([
    [551, "reading"],
    [552, "following"],
  ])("ends when the reader is within 48 px of the end: at %i of 600 it is %s", (top, mode) => {
    expect(after(...reading, scrolled(top)).state.mode).toBe(mode);
  });

  it("continues within those 48 px while the reader moves up", () => {
    expect(after(atTip, scrolled(590), scrolled(580)).state.mode).toBe("reading");
  });

  it("continues at the loaded end when later pages exist", () => {
    expect(after({ type: "window-changed", hasNewer: true }, stood(100), scrolled(600)).state.mode).toBe("reading");
  });

  it("is over when the reader asks for the newest line", () => {
    expect(after(...reading, { type: "asked-for-tip" })).toMatchObject({
      state: { mode: "following" },
      effects: ["mark-place", "go-to-tip"],
    });
  });

  it("is not ended by a new turn", () => {
    expect(after(...reading, { type: "turn-began" }).state.mode).toBe("reading");
  });
});

describe("reduceScroll, at a turn's top", () => {
  const atTurn: ScrollEvent[] = [atTip, { type: "turn-began" }];

  it("stays there whatever grows", () => {
    expect(after(...atTurn, { type: "resized" }).effects).toEqual(["stand-at-turn", "stand-at-turn"]);
  });

  it("is over when the reader moves", () => {
    expect(after(...atTurn, scrolled(500)).state.mode).toBe("reading");
  });
});

describe("reduceScroll, whatever happens", () => {
  const height = fc.integer({ min: 0, max: 5_000 });
  const contents = fc.oneof(
    fc.record({ type: fc.constant("resized" as const) }),
    fc.record({ type: fc.constant("turn-began" as const) }),
    fc.record({ type: fc.constant("grown" as const), by: height }),
  );

  it("growth never ends following", () => {
    fc.assert(
      fc.property(fc.array(contents, { maxLength: 60 }), (happened) => {
        let state = after(atTip).state;
        let total = 1000;
        for (const event of happened) {
          if (event.type === "grown") total += event.by;
          const next = event.type === "grown" ? ({ type: "resized" } as const) : event;
          const [moved, effect] = reduceScroll(state, next);
          expect(moved.mode).not.toBe("reading");
          expect(["stand-at-tip", "stand-at-turn"]).toContain(effect);
          // The effect in a page, and the browser's report of it afterwards.
          [state] = reduceScroll(moved, stood(total - 400, total));
          [state] = reduceScroll(state, scrolled(total - 400, total));
        }
        expect(state.mode).not.toBe("reading");
      }),
    );
  });

  it("only the reader leaves the visible place", () => {
    fc.assert(
      fc.property(fc.array(contents, { maxLength: 60 }), height, (happened, top) => {
        let { state } = after(atTip, scrolled(Math.min(top, 550)));
        let total = 1000;
        for (const event of happened) {
          if (event.type === "grown") total += event.by;
          const [moved, effect] = reduceScroll(state, event.type === "grown" ? { type: "resized" } : event);
          expect(moved.mode).toBe("reading");
          expect([null, "keep-place"]).toContain(effect);
          // Keeping the place may need a move of any size, which the browser reports afterwards.
          const place = Math.min(moved.top + (event.type === "grown" ? event.by : 0), total - 400);
          [state] = reduceScroll(moved, stood(place, total));
          [state] = reduceScroll(state, scrolled(place, total));
        }
      }),
    );
  });
});
