import { useState } from "react";
import { useIsWide } from "./is-wide.js";
import { useCover } from "./route.js";

interface OrdersPanel {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** Whether the orders are beside the conversation, where there is room. On a phone they are over it. */
  readonly isBeside: boolean;
}

/** Whether the orders are shown, and where. */
export function useOrdersPanel(): OrdersPanel {
  // Open where there is room, until the person decides otherwise.
  const hasRoom = useIsWide(75);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isBeside = useIsWide(56);
  const [isCovered, setCovered] = useCover();
  if (isBeside) return { isOpen: chosen ?? hasRoom, setOpen: setChosen, isBeside };
  return { isOpen: isCovered, setOpen: setCovered, isBeside };
}
