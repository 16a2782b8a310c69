import { forwardRef, type ComponentPropsWithoutRef } from "react";
import { ignoreRepeatedClicks } from "../ignore-repeated-clicks.js";

/** The buttons of a card. After a press of one, another may be in the same place. */
export const DecisionActions = forwardRef<HTMLDivElement, Omit<ComponentPropsWithoutRef<"div">, "className">>(
  function DecisionActions(props, ref) {
    return <div {...props} ref={ref} className="sv-decision-actions" onClickCapture={ignoreRepeatedClicks} />;
  },
);
