import type { ToolRendererProps } from "@service/react";
import { dayOf, euros, type Order } from "./desk-data.js";
import { Tracking } from "./tracking.js";

/** The results of the orders' tools. An output comes from outside, so each card checks the part that it shows. */
function read(output: unknown): { readonly order?: Partial<Order>; readonly orders?: readonly Partial<Order>[] } {
  const { structuredContent = output } = (output ?? {}) as { readonly structuredContent?: unknown };
  return typeof structuredContent === "object" && structuredContent !== null ? structuredContent : {};
}

const isOrder = (order: Partial<Order> | undefined): order is Order =>
  typeof order?.id === "number" && typeof order.due === "string" && Array.isArray(order.scans);

const standings = {
  failed: "failed",
  cancelled: "was stopped",
  "output-denied": "was rejected",
  approved: "is approved",
} as const;

/** One line while the call waits or is under way, and when it had no result. */
function Line({ state, doing, noun }: Pick<ToolRendererProps, "state"> & Record<"doing" | "noun", string>) {
  if (state === "waiting") return <p className="call">{noun} needs approval</p>;
  return <p className="call">{state === "running" || state === "complete" ? doing : `${noun} ${standings[state]}`}</p>;
}

export function FindResult({ state, output }: ToolRendererProps) {
  const { order } = read(output);
  if (state !== "complete" || !isOrder(order))
    return <Line state={state} doing="Looking up the order" noun="Look-up" />;
  return (
    <article className="card" aria-label={`Order ${order.id}`}>
      <p className="card-head">
        <strong>Order {order.id}</strong> {order.item}
        <span className="tag" data-stage={order.stage}>
          {order.stage}
        </span>
      </p>
      <Tracking order={order} />
      <p className="card-foot">
        Promised {dayOf(order.due)} · {order.to}
      </p>
    </article>
  );
}

export function ListResult({ state, output }: ToolRendererProps) {
  const { orders = [] } = read(output);
  if (state !== "complete") return <Line state={state} doing="Reading the orders" noun="Reading" />;
  return <p className="call">Read {orders.length} orders</p>;
}

export function RefundResult({ state, output }: ToolRendererProps) {
  const { order } = read(output);
  if (state !== "complete" || !isOrder(order)) return <Line state={state} doing="Refunding" noun="Refund" />;
  return (
    <article className="card" aria-label={`Refund of order ${order.id}`}>
      <p className="card-head">
        <strong>
          <bdi>{euros(order.cents)} refunded</bdi>
        </strong>{" "}
        Order {order.id}
      </p>
    </article>
  );
}

export function ReroutedResult({ state, output }: ToolRendererProps) {
  const { order } = read(output);
  if (state !== "complete" || !isOrder(order))
    return <Line state={state} doing="Changing the address" noun="New address" />;
  return (
    <article className="card" aria-label={`New address of order ${order.id}`}>
      <p className="card-head">
        <strong>New address</strong> {order.to}
      </p>
    </article>
  );
}
