import { forwardRef, type ComponentPropsWithoutRef, type MouseEvent } from "react";

/** The buttons of a card. A double click is one press: after its first, another button may be in the same place. */
export const DecisionActions = forwardRef<HTMLDivElement, Omit<ComponentPropsWithoutRef<"div">, "className">>(
  function DecisionActions(props, ref) {
    return <div {...props} ref={ref} className="sv-decision-actions" onClickCapture={ignoreRepeated} />;
  },
);

/** `detail` counts the clicks in one place, as the platform does; it is 0 for a key. */
function ignoreRepeated(event: MouseEvent): void {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}
