import { afterEach, expect, it, vi } from "vitest";
import { createBoxWindow, type BoxEntry } from "../../src/components/message-timeline/boxes/box-window.js";

afterEach(() => vi.unstubAllGlobals());

it("shows rows again that left and came back before React had drawn their text", () => {
  let note: (changes: readonly { target: Element; isIntersecting: boolean }[]) => void = () => undefined;
  class Observer {
    constructor(told: typeof note) {
      note = told;
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  const frames: (() => void)[] = [];
  vi.stubGlobal("IntersectionObserver", Observer);
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
  const asked: boolean[] = [];
  const target = document.createElement("div");
  const entry: BoxEntry = {
    element: target,
    boxes: [],
    isNear: true,
    isText: false,
    setNear: (near) => asked.push(near),
  };
  const boxes = createBoxWindow();
  boxes.add(entry);
  boxes.watch(document.createElement("div"), 700);
  for (const isIntersecting of [false, true]) {
    note([{ target, isIntersecting }]);
    frames.splice(0).forEach((run) => run());
  }
  expect(asked).toEqual([false, true]);
});
