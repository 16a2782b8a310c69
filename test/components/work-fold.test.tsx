import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TimelineView } from "../../src/components/message-timeline/timeline-view.js";
import { rememberFold } from "../../src/components/message-timeline/use-fold.js";
import { closing, lingering, useWorkFold } from "../../src/components/message-timeline/use-work-fold.js";
import type { TimelineItem } from "../../src/timeline/items.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { agentMessage, toolCall, turnEnd, userMessage } from "./row-items.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const steps = [userMessage("Go"), toolCall("search"), toolCall("read_page")];
const settled = [...steps, turnEnd("complete"), agentMessage("Found it")];
const line = () => screen.getByRole("button", { name: /^(Worked|Failed|Stopped)/ });
const isOpen = () => screen.queryByRole("button", { name: /Read page/ }) !== null;
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

/** A turn that settles before the reader's eyes. */
function settle(end = settled) {
  const view = render(<TimelineView timeline={steps} isRunning />);
  view.rerender(<TimelineView timeline={end} />);
  return view;
}

describe("a turn that settles", () => {
  it("stays open for a moment, then closes with a motion, and leaves its line and its answer", () => {
    settle();
    pass(lingering - 1);
    expect(isOpen()).toBe(true);
    expect(screen.queryByRole("button", { name: /^Worked/ })).toBeNull();
    pass(1);
    expect(line()).toHaveAttribute("aria-expanded", "false");
    expect(document.querySelector(".sv-fold-panel")).toHaveAttribute("data-moving", "slow");
    pass(closing);
    expect(isOpen()).toBe(false);
    expect(screen.getByText("Found it")).toBeVisible();
  });

  it("needs one timer while it settles and none after", () => {
    const clock = createManualClock();
    const { rerender, result } = renderHook(
      ({ isRunning }) => useWorkFold({ keys: ["turn-1"], isRunning, isOpenAtRest: false, work: useRef(null), clock }),
      { initialProps: { isRunning: true } },
    );
    expect(clock.waiting).toBe(0);
    rerender({ isRunning: false });
    expect(clock.waiting).toBe(1);
    act(() => clock.advance(lingering));
    expect(clock.waiting).toBe(1);
    act(() => clock.advance(closing));
    expect(clock.waiting).toBe(0);
    expect(result.current).toMatchObject({ open: false, mounted: false, moving: undefined });
  });

  it("keeps the elements of its steps, and the focus in them", () => {
    const { rerender } = render(<TimelineView timeline={steps} isRunning />);
    const step = screen.getByRole("button", { name: /Read page/ });
    step.focus();
    rerender(<TimelineView timeline={settled} />);
    expect(step).toHaveFocus();
    pass(lingering + closing);
    expect(step).toHaveFocus();
    expect(line()).toHaveAttribute("aria-expanded", "true");
  });

  it("is closed from the first where it had settled before", () => {
    render(<TimelineView timeline={settled} />);
    expect(isOpen()).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("stays as the reader leaves it while it would close by itself", () => {
    settle();
    pass(lingering);
    fireEvent.click(line());
    expect(line()).toHaveAttribute("aria-expanded", "true");
    pass(lingering + closing);
    expect(isOpen()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("stays open when it failed", () => {
    settle([...steps, turnEnd("failed", "The site was down.")]);
    pass(lingering + closing);
    expect(isOpen()).toBe(true);
  });

  it("is open again after a remount when the reader had opened it", () => {
    const { rerender } = render(<TimelineView timeline={settled} />);
    fireEvent.click(line());
    rerender(<TimelineView timeline={[]} />);
    expect(isOpen()).toBe(false);
    rerender(<TimelineView timeline={settled} />);
    expect(isOpen()).toBe(true);
  });
});

describe("the line of a turn", () => {
  const at = "2026-05-12T09:30:00Z";
  const wait = {
    kind: "startup-phase",
    id: "wait",
    turnId: "t",
    phase: "queue",
    status: "complete",
    outcome: null,
    occurredAt: at,
    startedAt: at,
    completedAt: at,
    durationMs: 3_000,
  } as const;
  const end = { ...turnEnd("complete"), occurredAt: at };
  const lineOf = (...did: TimelineItem[]) => {
    render(<TimelineView timeline={[userMessage("Go"), ...did, end, agentMessage("Found it")]} />);
    return document.querySelector(".sv-turn > button")?.textContent;
  };

  it("counts the steps where its time is trivial", () => {
    expect(lineOf(wait, toolCall("search", { occurredAt: at }))).toBe("Worked · 1 step");
  });

  it("is not there where there was only a wait", () => {
    expect(lineOf(wait)).toBeUndefined();
  });

  it("names no work where only a notice is left", () => {
    const notice = { ...wait, kind: "notice", id: "n", event: "x", tone: "info", text: "Something happened." } as const;
    expect(lineOf(notice as unknown as TimelineItem)).toBe("Details");
  });
});

describe("what the reader chose", () => {
  it("is kept for the last five hundred", () => {
    const folds = new Map<string, boolean>();
    for (let index = 0; index < 600; index += 1) rememberFold(folds, [`turn-${index}`], true);
    expect(folds.size).toBe(500);
    expect(folds.has("turn-99")).toBe(false);
    expect(folds.has("turn-100")).toBe(true);
  });
});
