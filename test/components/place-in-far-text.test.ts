import { afterEach, describe, expect, it } from "vitest";
import { driftOf, markPlace } from "../../src/components/message-timeline/scroll/place.js";

/**
 * A page as in some browsers: skipped far text has no layout, not even for a script that measures it. Each character
 * of the far text is a line of 10 px.
 */
const lineHeight = 10;
const layout = [
  { at: 0, key: "first" },
  { at: 40, key: "found" },
  { at: 60, key: "after" },
];

const at = (top: number, height: number) => () => new DOMRect(0, top, 300, height);
const rectOfRange = Object.getOwnPropertyDescriptor(Range.prototype, "getBoundingClientRect");

afterEach(() => {
  if (rectOfRange) Object.defineProperty(Range.prototype, "getBoundingClientRect", rectOfRange);
  else Reflect.deleteProperty(Range.prototype, "getBoundingClientRect");
});

function pageWithFarText(top: number) {
  const view = document.createElement("section");
  view.innerHTML = `<div><div style="position: relative">${"x".repeat(100)}</div></div>`;
  const content = view.firstElementChild as HTMLElement;
  const text = content.firstElementChild as HTMLElement;
  text.dataset["text"] = "";
  view.getBoundingClientRect = at(0, 400);
  const scrollTo = (top: number) => (text.getBoundingClientRect = at(top, 100 * lineHeight));
  Range.prototype.getBoundingClientRect = function rectOf(this: Range) {
    if (text.style.contentVisibility !== "visible") return new DOMRect();
    return new DOMRect(0, text.getBoundingClientRect().top + this.startOffset * lineHeight, 8, lineHeight);
  };
  scrollTo(top);
  return { view, content, text, scrollTo, layoutOf: (box: Element) => (box === text ? layout : null) };
}

describe("a place in far text", () => {
  it("is the group that begins above the middle, also where the browser has not laid the text out", () => {
    const { view, content, layoutOf } = pageWithFarText(-300);
    expect(markPlace(view, content, layoutOf)).toMatchObject({ group: "found", groupOffset: 100 });
  });

  it("is found again where it moved to", () => {
    const { view, content, scrollTo, layoutOf } = pageWithFarText(-300);
    const place = markPlace(view, content, layoutOf);
    scrollTo(-250);
    expect(place && driftOf(place, view, content, layoutOf)).toBe(50);
  });

  it("is looked for without a change that stays", () => {
    const { view, content, text, layoutOf } = pageWithFarText(-300);
    markPlace(view, content, layoutOf);
    expect(text.style.contentVisibility).toBe("");
  });
});
