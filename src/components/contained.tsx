import { Suspense, type ReactNode } from "react";
import { RowBoundary } from "./message-timeline/row-boundary.js";

interface ContainedProps {
  /** Another value tries a part that threw again. */
  readonly resetKey: unknown;
  /** Replaces the part while it loads, and after it threw. @default nothing */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** When a part that threw and has no replacement is tried again (ms): it may have its data by then. */
const tries = [1_000, 4_000, 16_000, 64_000];
const none: readonly number[] = [];

/**
 * A part that the host draws: it may throw, or be loaded later, and nothing around it is taken away. On a server, a part that
 * throws is left to the browser.
 */
export function Contained({ resetKey, fallback = null, children }: ContainedProps): ReactNode {
  return (
    <RowBoundary resetKey={resetKey} fallback={fallback} tries={fallback === null ? tries : none}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </RowBoundary>
  );
}
