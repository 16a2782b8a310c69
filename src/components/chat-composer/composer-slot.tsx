import type { ComponentType, ReactNode } from "react";
import { RowBoundary } from "../message-timeline/row-boundary.js";
import type { ComposerPart, ComposerSlotProps } from "./composer.js";

/** A part that the host draws; one that throws leaves its place empty until something changes. */
export function ComposerSlot({
  part: Part,
  ...slot
}: ComposerSlotProps & { readonly part: ComposerPart | undefined }): ReactNode {
  if (!Part) return null;
  const Drawn = Part as ComponentType<ComposerSlotProps>;
  return (
    <RowBoundary resetKey={Part} fallback={null}>
      <Drawn {...slot} />
    </RowBoundary>
  );
}
