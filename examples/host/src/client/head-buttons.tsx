import { HistoryIcon, ParcelIcon } from "./icons.js";
import type { Go, Route } from "./route.js";

interface FullHistoryButtonProps {
  readonly view: Route["view"];
  readonly go: Go;
}

/** Opens the same conversation through the session proxy, which has more of it. */
export function FullHistoryButton({ view, go }: FullHistoryButtonProps) {
  const isFull = view === "session";
  return (
    <button
      type="button"
      className="tool-button"
      aria-pressed={isFull}
      title="Every step, older messages, the queue and the goal"
      onClick={() => go({ view: isFull ? "chat" : "session" })}
    >
      <HistoryIcon />
      <span>Full history</span>
    </button>
  );
}

interface OrdersButtonProps {
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

export function OrdersButton({ isOpen, onPress }: OrdersButtonProps) {
  return (
    <button type="button" id="orders-button" className="tool-button" aria-expanded={isOpen} onClick={onPress}>
      <ParcelIcon />
      <span>Orders</span>
    </button>
  );
}
