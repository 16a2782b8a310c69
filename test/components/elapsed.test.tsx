import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import type { UserMessageItem } from "../../src/timeline/items.js";
import { toolCall, userMessage } from "./row-items.js";

const start = Date.parse("2026-05-12T09:30:00Z");
beforeEach(() => vi.useFakeTimers({ now: start }));
afterEach(() => vi.useRealTimers());
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const shown = () => document.querySelector(".sv-elapsed")?.textContent ?? null;
const running = toolCall("search", { status: "running", output: null });

describe("a silent turn", () => {
  it("reports after ten seconds that the agent still works, and counts on", () => {
    render(<TimelineView timeline={[userMessage("Go")]} isRunning />);
    pass(9_999);
    expect(shown()).toBeNull();
    pass(1);
    expect(shown()).toBe("Still working · 10\u00a0s");
    pass(2_000);
    expect(shown()).toBe("Still working · 12\u00a0s");
  });

  it("reports nothing while its message is on its way", () => {
    const message = (delivery?: UserMessageItem["delivery"]) => userMessage("Go", { delivery });
    const { rerender } = render(<TimelineView timeline={[message({ state: "sending" })]} isRunning />);
    pass(60_000);
    expect(shown()).toBeNull();
    rerender(<TimelineView timeline={[message()]} isRunning />);
    pass(10_000);
    expect(shown()).toBe("Still working · 10\u00a0s");
  });

  it("restarts its count after each row, and stops with the turn", () => {
    const { rerender } = render(<TimelineView timeline={[userMessage("Go")]} isRunning />);
    pass(9_000);
    rerender(<TimelineView timeline={[userMessage("Go"), toolCall("search")]} isRunning />);
    pass(9_000);
    expect(shown()).toBeNull();
    rerender(<TimelineView timeline={[userMessage("Go"), toolCall("search")]} />);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a running tool", () => {
  it("shows after five seconds how long it has run, also after a reload", () => {
    const { unmount } = render(<TimelineView timeline={[userMessage("Go"), running]} isRunning />);
    pass(4_999);
    expect(shown()).toBeNull();
    pass(1);
    expect(shown()).toBe("5\u00a0s");
    unmount();
    pass(60_000);
    render(<TimelineView timeline={[userMessage("Go"), running]} isRunning />);
    expect(shown()).toMatch(/^1\smin/);
  });
});
