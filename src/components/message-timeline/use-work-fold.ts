import { useEffect, useState, type RefObject } from "react";
import { systemClock, type Clock } from "../../foundation/clock.js";
import { activeElementOf, selectionOf } from "../mount.js";
import { useTimelineContext } from "./timeline-context.js";
import { recallFold, rememberFold } from "./use-fold.js";

/** How long steps stay open after their turn has settled, and how long they then take to close (ms). */
export const lingering = 1100;
export const closing = 800;
/** How long the steps take to open or close when the reader asks for it (ms). */
export const toggling = 120;

type Phase = "rest" | "linger" | "slow" | "fast";

export interface WorkFold {
  readonly open: boolean;
  /** Whether the steps are in the page: open, or on their way to closed. */
  readonly mounted: boolean;
  /** Whether the steps stay a moment before they close. Their line replaces them, so it appears after that. */
  readonly lingers: boolean;
  /** Set while the height moves. */
  readonly moving: "slow" | "fast" | undefined;
  readonly toggle: () => void;
}

interface WorkFoldOptions {
  /** Under which names the reader's choice is kept: the turn's, and those of the steps that became part of it. */
  readonly keys: readonly string[];
  readonly isRunning: boolean;
  /** Whether it is open by default. */
  readonly isOpenAtRest: boolean;
  /** The element that has the line, the steps and the results. */
  readonly work: RefObject<HTMLElement | null>;
  readonly clock?: Clock | undefined;
}

const lasts = { linger: lingering, slow: closing, fast: toggling };

/**
 * Whether the steps of a turn are open. They are while it runs; once it has settled before the reader's eyes they stay a
 * moment and close, unless the reader chose, or is in them. One timer, and only while something moves.
 */
export function useWorkFold({ keys, isRunning, isOpenAtRest, work, clock = systemClock }: WorkFoldOptions): WorkFold {
  const { folds } = useTimelineContext();
  const [phase, setPhase] = useState<Phase>("rest");
  const [wasRunning, setWasRunning] = useState(isRunning);
  if (wasRunning !== isRunning) {
    setWasRunning(isRunning);
    setPhase(wasRunning ? "linger" : "rest");
  }
  const chosen = recallFold(folds, keys);
  const open = isRunning || (chosen ?? (isOpenAtRest || phase === "linger"));
  useEffect(() => {
    if (phase === "rest") return undefined;
    return clock.after(lasts[phase], () => {
      const closes = phase === "linger" && recallFold(folds, keys) === undefined && !isOpenAtRest;
      if (closes && isInUse(work.current)) rememberFold(folds, keys, true);
      setPhase(closes && recallFold(folds, keys) === undefined ? "slow" : "rest");
    });
    // The timer belongs to the phase: new data of the same turn does not start it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [phase, clock]);
  const toggle = () => {
    rememberFold(folds, keys, !open);
    setPhase("fast");
    // A second press within the time draws again too.
    if (phase === "fast") setPhase("rest");
  };
  const moving = phase === "slow" || phase === "fast" ? phase : undefined;
  return { open, mounted: open || moving !== undefined, lingers: phase === "linger" && !isOpenAtRest, moving, toggle };
}

/** Whether the reader's focus or selection is in the steps: closing would take it from them. */
function isInUse(work: HTMLElement | null): boolean {
  const panels = work ? [...work.children].filter((child) => child.className === "sv-fold-panel") : [];
  return panels.some((panel) => {
    if (panel.contains(activeElementOf(panel))) return true;
    const selection = selectionOf(panel);
    return !!selection && !selection.isCollapsed && selection.containsNode(panel, true);
  });
}
