import { useLayoutEffect, useRef } from "react";
import { dayOf, euros, type DeskData, type Order, type Ticket } from "./desk-data.js";
import { CloseIcon } from "./icons.js";
import { Shapes } from "./shapes.js";
import { Tracking } from "./tracking.js";

interface OrderPanelProps {
  readonly isOpen: boolean;
  /** On a phone it covers the page: a dialog with a heading of its own, whose button gets the focus. */
  readonly isBeside: boolean;
  readonly data: DeskData;
  readonly ticket: Ticket | undefined;
  readonly onClose: () => void;
}

/** The product's own data beside the conversation about it: the customer, their order, and all orders. */
export function OrderPanel({ isOpen, isBeside, data, ticket, onClose }: OrderPanelProps) {
  const { orders, refunds, isLoading } = data;
  const panel = useRef<HTMLElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    if (!isOpen || !element) return undefined;
    if (!isBeside) {
      element.showPopover();
      close.current?.focus();
    }
    return () => {
      const hadFocus = element.contains(document.activeElement);
      element.hidePopover();
      // However it is closed, by its button or by Back, the focus that was in it returns.
      if (hadFocus) document.getElementById("orders-button")?.focus();
    };
  }, [isOpen, isBeside]);
  const order = orders.find(({ id }) => id === ticket?.order);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape beside its button
    <aside
      ref={panel}
      className="panel"
      popover="auto"
      tabIndex={-1}
      role={isBeside ? undefined : "dialog"}
      aria-modal={!isBeside || undefined}
      aria-label="Order details"
      onKeyDown={({ key }) => isBeside && key === "Escape" && onClose()}
      // Over the page Escape is the platform's, wherever the focus is.
      onToggle={({ newState }) => newState === "closed" && isOpen && !isBeside && onClose()}
    >
      <button type="button" ref={close} className="tool-button close" aria-label="Close orders" onClick={onClose}>
        <CloseIcon />
      </button>
      {!isBeside && <h1>Order details</h1>}
      {ticket && <Customer ticket={ticket} />}
      {order && <OneOrder order={order} />}
      <section aria-labelledby="all-orders">
        <h2 id="all-orders">Orders</h2>
        <ul className="orders" aria-busy={isLoading || undefined}>
          {isLoading && <Shapes />}
          {orders.map(({ id, item, cents, status, note }) => (
            <li key={id} data-status={status}>
              <span className="number">{id}</span>
              <span>
                {item}
                {note !== undefined && <small>{note}</small>}
              </span>
              <span className="amount">
                {euros(cents)} <small>{status}</small>
              </span>
            </li>
          ))}
        </ul>
        <p className="sum">
          <bdi>{isLoading ? "" : sumOf(refunds)}</bdi>
        </p>
      </section>
    </aside>
  );
}

function sumOf(refunds: DeskData["refunds"]): string {
  if (refunds.length === 0) return "No refunds yet.";
  const returned = euros(refunds.reduce((sum, { cents }) => sum + cents, 0));
  return refunds.length === 1 ? `1 refund of ${returned}.` : `${refunds.length} refunds, ${returned} in total.`;
}

function Customer({ ticket: { customer, message } }: { readonly ticket: Ticket }) {
  return (
    <section className="customer" aria-label="Customer">
      <span className="avatar" aria-hidden="true">
        {customer.name.slice(0, 1)}
      </span>
      <p>
        <strong>{customer.name}</strong>
        <span>{customer.email}</span>
        <span>Customer since {customer.since}</span>
      </p>
      <blockquote dir="auto">{message}</blockquote>
    </section>
  );
}

function OneOrder({ order }: { readonly order: Order }) {
  return (
    <section aria-labelledby="order">
      <h2 id="order">Order {order.id}</h2>
      <dl>
        <dt>To</dt>
        <dd>{order.to}</dd>
        <dt>Promised</dt>
        <dd>{dayOf(order.due)}</dd>
        <dt>Price</dt>
        <dd>
          <bdi>
            {euros(order.cents)}, {order.status}
          </bdi>
        </dd>
      </dl>
      <Tracking order={order} />
    </section>
  );
}
