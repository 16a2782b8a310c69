import { useState } from "react";
import { useIsWide } from "./is-wide.js";
import { useCover } from "./route.js";

/** Whether the orders are shown: beside the conversation where there is room, and over it on a phone. */
export function useOrdersPanel(): readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  // Open where there is room, until the person decides otherwise.
  const hasRoom = useIsWide(75);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isBeside = useIsWide(56);
  const cover = useCover();
  return isBeside ? [chosen ?? hasRoom, setChosen] : cover;
}
