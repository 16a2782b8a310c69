import type { ComponentType, ReactNode } from "react";
import { Contained } from "../contained.js";
import type { ComposerPart, ComposerSlotProps } from "./composer.js";

/** A part that the host draws. One that throws is replaced by `fallback`, or by nothing, until something changes. */
export function ComposerSlot({
  part: Part,
  fallback = null,
  ...slot
}: ComposerSlotProps & { readonly part: ComposerPart | undefined; readonly fallback?: ReactNode }): ReactNode {
  if (!Part) return null;
  const Drawn = Part as ComponentType<ComposerSlotProps>;
  return (
    <Contained resetKey={Part} fallback={fallback}>
      <Drawn {...slot} />
    </Contained>
  );
}
