import type { MouseEvent } from "react";

/**
 * For `onClickCapture` around buttons whose press brings another button to the same place: a double click is one press.
 * `detail` counts the clicks in one place, as the platform does; it is 0 for a key.
 */
export function ignoreRepeatedClicks(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}
