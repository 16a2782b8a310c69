import { ToolCall, type ToolRendererProps } from "@service/react";
import { dayOf, euros, type Order } from "./desk-data.js";
import { Tracking } from "./tracking.js";

/** The results of the orders' tools. An output comes from outside, so each card checks the part that it shows. */
function read(output: unknown): { readonly order?: Partial<Order>; readonly orders?: readonly Partial<Order>[] } {
  const { structuredContent = output } = (output ?? {}) as { readonly structuredContent?: unknown };
  return typeof structuredContent === "object" && structuredContent !== null ? structuredContent : {};
}

const isOrder = (order: Partial<Order> | undefined): order is Order =>
  typeof order?.id === "number" && typeof order.due === "string" && Array.isArray(order.scans);

/** Names of the tools in this product's words; the server's name is before them. */
const names: Readonly<Record<string, string>> = {
  orders__find: "Find order",
  orders__list: "List orders",
  orders__refund: "Refund order",
  orders__reroute: "Change address",
};

/** The kit's own row while the call waits for a person, and when it had no result. */
function NoResult({ item, arguments: _former, name, ...call }: ToolRendererProps) {
  return <ToolCall {...call} name={names[name] ?? name} startedAt={item.occurredAt} />;
}

export function FindResult(call: ToolRendererProps) {
  const { order } = read(call.output);
  const { id } = (call.input ?? {}) as { readonly id?: unknown };
  if (call.state === "running")
    return <p className="call">{typeof id === "number" ? `Reading order ${id}…` : "Reading the order…"}</p>;
  if (call.state !== "complete" || !isOrder(order)) return <NoResult {...call} />;
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

export function ListResult(call: ToolRendererProps) {
  const { orders = [] } = read(call.output);
  if (call.state === "running") return <p className="call">Reading orders…</p>;
  if (call.state !== "complete") return <NoResult {...call} />;
  return <p className="call">Read {orders.length} orders</p>;
}

export function RefundResult(call: ToolRendererProps) {
  const { order } = read(call.output);
  if (call.state !== "complete" || !isOrder(order)) return <NoResult {...call} />;
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

export function ReroutedResult(call: ToolRendererProps) {
  const { order } = read(call.output);
  if (call.state !== "complete" || !isOrder(order)) return <NoResult {...call} />;
  return (
    <article className="card" aria-label={`New address of order ${order.id}`}>
      <p className="card-head">
        <strong>New address</strong> {order.to}
      </p>
    </article>
  );
}
