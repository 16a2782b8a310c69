import { act, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AgentText } from "../../src/components/message-timeline/rows/agent-text.js";
import type { MarkdownSyntax } from "../../src/components/markdown/plugins.js";
import { TimelineContext, type MarkdownPart } from "../../src/components/message-timeline/timeline-context.js";
import { firstFrame, mostAFrame } from "../../src/components/message-timeline/use-gradual.js";

/** The platform's frames, which the test releases. */
const waiting = new Map<number, FrameRequestCallback>();
let asked = 0;
beforeEach(() => {
  waiting.clear();
  vi.stubGlobal("requestAnimationFrame", (run: FrameRequestCallback) => {
    waiting.set((asked += 1), run);
    return asked;
  });
  vi.stubGlobal("cancelAnimationFrame", (handle: number) => waiting.delete(handle));
});
afterEach(() => vi.unstubAllGlobals());

/** One frame at a time (ms); `first` runs before its callbacks. */
function frame(first = () => {}, time = 0): void {
  const due = [...waiting.keys()];
  first();
  for (const handle of due) {
    const run = waiting.get(handle);
    waiting.delete(handle);
    act(() => run?.(time));
  }
}
const long = (words: number) => "word ".repeat(words).trim();
const shown = (view: { readonly container: HTMLElement }) => view.container.textContent?.length ?? 0;

/** In a timeline whose host gave this for an agent's text. */
function withMarkdown(part: MarkdownPart, text: ReactNode) {
  const components = { Markdown: part };
  const context = { components, folds: new Map(), reader: undefined, isOffline: false, isZoneKnown: false };
  return <TimelineContext.Provider value={context}>{text}</TimelineContext.Provider>;
}

/** Shows `@mark` as a mark. */
const mark: MarkdownSyntax = {
  name: "mark",
  level: "inline",
  find: (text) => text.indexOf("@mark"),
  read: (text) => (text.startsWith("@mark") ? { length: 5, content: "mark" } : undefined),
  component: ({ content }) => <mark>{content}</mark>,
};

describe("a text that grows", () => {
  it("draws a burst over several frames, and all of it in the end", () => {
    const text = long(8_000);
    const view = render(<AgentText text="word " streaming />);
    view.rerender(<AgentText text={text} streaming />);
    const seen = [shown(view)];
    while (waiting.size > 0) {
      frame();
      seen.push(shown(view));
    }
    const steps = seen.map((length, index) => length - (seen[index - 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(mostAFrame);
    expect(seen.at(-1)).toBe(text.length);
    expect(seen.length).toBeGreaterThan(6);
  });

  it.each([
    { every: 16, most: mostAFrame, frames: 9 },
    { every: 33, most: mostAFrame / 2, frames: 13 },
    { every: 67, most: mostAFrame / 4, frames: 25 },
  ])("gains at most $most characters a frame that takes $every ms", ({ every, most, frames }) => {
    const text = long(10_000);
    const view = render(<AgentText text="word " streaming />);
    view.rerender(<AgentText text={text} streaming />);
    const seen = [shown(view)];
    for (let time = every; waiting.size > 0; time += every) {
      frame(undefined, time);
      seen.push(shown(view));
    }
    // The length that one frame adds is visible two frames later.
    const steps = seen.slice(3).map((length, index) => length - seen[index + 2]!);
    expect(Math.max(...steps)).toBeLessThanOrEqual(most);
    expect([seen.at(-1), seen.length <= frames + 2]).toEqual([text.length, true]);
  });

  it("draws half as much after a frame that took long, and no less than a slow device can", () => {
    const text = long(20_000);
    const view = render(<AgentText text="word " streaming />);
    view.rerender(<AgentText text={text} streaming />);
    const seen = [shown(view)];
    let time = 0;
    for (const took of [16, 16, 16, 16, 67, 33, 16, 67, 67, 67, 67]) {
      time += took;
      frame(undefined, time);
      seen.push(shown(view));
    }
    const steps = seen.slice(1).map((length, index) => length - seen[index]!);
    const few = mostAFrame / 4;
    expect(steps.slice(-7)).toEqual([2, 2, 4, 2, 1, 1, 1].map((times) => times * few));
  });

  it("continues after its end, and is busy until then", () => {
    const text = long(4_000);
    const view = render(<AgentText text={text} streaming />);
    view.rerender(<AgentText text={text} streaming={false} />);
    const isOpen = () => view.container.querySelector("[data-streaming]") !== null;
    expect([shown(view) <= mostAFrame, isOpen()]).toEqual([true, true]);
    while (waiting.size > 0) frame();
    expect([shown(view), isOpen()]).toEqual([text.length, false]);
  });

  it("catches up although more arrives in every frame", () => {
    const text = long(8_000);
    const view = render(<AgentText text={text} streaming />);
    for (let more = 1; more <= 10; more += 1) {
      frame(() => view.rerender(<AgentText text={`${text}${" and".repeat(more)}`} streaming />));
    }
    expect(shown(view)).toBe(text.length + 40);
  });

  it("is drawn at once when it arrives in small pieces", () => {
    const text = long(3_000);
    const view = render(<AgentText text="" streaming />);
    for (let end = 0; end <= text.length; end += 400) {
      view.rerender(<AgentText text={text.slice(0, end)} streaming />);
      // A paragraph ends with its last word: the space behind it is shown once a word follows.
      expect(view.container.textContent).toBe(text.slice(0, end).trimEnd());
      frame();
    }
  });

  it("is whole at once when it has ended before it is shown and is short", () => {
    const text = long(3_000);
    const view = render(<AgentText text={text} streaming={false} />);
    expect([shown(view), waiting.size]).toEqual([text.length, 0]);
    expect(view.container.querySelector("[data-streaming]")).toBe(null);
  });

  it("shows every word at once when it has ended before it is shown, and its marks over the next frames", () => {
    const text = "some **bold** words\n\n".repeat(2_000);
    const view = render(<AgentText text={text} streaming={false} />);
    const bold = () => view.container.querySelectorAll("strong").length;
    const words = () => view.container.textContent!.replace(/[*\s]/g, "");
    const all = words();
    const seen = [bold()];
    expect(all).toBe(text.replace(/[*\s]/g, ""));
    while (waiting.size > 0) {
      frame();
      seen.push(bold());
      expect(words()).toBe(all);
    }
    const steps = seen.slice(1).map((count, index) => count - seen[index]!);
    expect(seen[0]).toBeLessThanOrEqual(firstFrame / 20);
    expect(Math.max(...steps)).toBeLessThanOrEqual(mostAFrame / 20);
    expect(seen.at(-1)).toBe(2_000);
    expect(view.container.querySelector(".sv-md-rest, [data-streaming]")).toBe(null);
  });

  it("has a host's additions to the kit's markdown, and is still drawn over several frames", () => {
    const text = "some **bold** words and a mark\n\n".replace("mark", "@mark").repeat(2_000);
    const added = { plugins: { syntax: [mark] }, allowImage: () => true };
    const view = render(
      withMarkdown(added, <AgentText text={`![](https://a.example/b.png)\n\n${text}`} streaming={false} />),
    );
    const marks = () => view.container.querySelectorAll("mark").length;
    expect(view.container.querySelector("img")).not.toBe(null);
    expect([marks() > 0, marks() < 2_000]).toEqual([true, true]);
    while (waiting.size > 0) frame();
    expect(marks()).toBe(2_000);
  });

  it("gives a text that has ended before it is shown to a host's own part whole", () => {
    const text = long(8_000);
    const given: string[] = [];
    const Own = (props: { readonly text: string }) => {
      given.push(props.text);
      return props.text;
    };
    render(withMarkdown(Own, <AgentText text={text} streaming={false} />));
    expect([new Set(given).size, given[0] === text, waiting.size]).toEqual([1, true, 0]);
  });
});
