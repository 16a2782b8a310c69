import { ParcelIcon } from "./icons.js";

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
