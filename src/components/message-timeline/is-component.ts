import type { ComponentType } from "react";

/** A component is a function, or an object of React's own, as `memo` and `forwardRef` return; choices are plain objects. */
export function isComponent<Props>(part: ComponentType<Props> | object | undefined): part is ComponentType<Props> {
  return typeof part === "function" || (typeof part === "object" && "$$typeof" in part);
}
