import type { ReactNode } from "react";
import { RowBoundary } from "./message-timeline/row-boundary.js";

/** A part that the host draws. When it throws, `fallback` replaces it until `resetKey` changes. */
export function Contained(props: {
  readonly resetKey: unknown;
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <RowBoundary resetKey={props.resetKey} fallback={props.fallback ?? null}>
      {props.children}
    </RowBoundary>
  );
}
