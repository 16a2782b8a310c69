import type { Order } from "../server/orders.js";

/** The order in a tool's output; null for anything else. MCP wraps what a tool returns as `structuredContent`. */
export function orderOf(output: unknown): Order | null {
  const { order } = structured(output);
  return (order as Order | undefined) ?? null;
}

export function ordersOf(output: unknown): readonly Order[] {
  const { orders } = structured(output);
  return Array.isArray(orders) ? (orders as Order[]) : [];
}

function structured(output: unknown): { readonly order?: unknown; readonly orders?: unknown } {
  const { structuredContent = output } = (output ?? {}) as { readonly structuredContent?: unknown };
  return (structuredContent ?? {}) as { readonly order?: unknown; readonly orders?: unknown };
}

/** Whole days after the promised one; zero or less when it is on time. */
export function daysLate({ due }: Order, now = Date.now()): number {
  return Math.floor((now - Date.parse(due)) / 86_400_000);
}

export function trackingText(order: Order): string {
  const late = daysLate(order);
  const last = order.scans.at(-1)?.place ?? "the sender";
  if (order.status === "refunded") return `Order ${order.id} was **refunded** in full. Its last scan was **${last}**.`;
  if (order.stage === "delivered") return `Order ${order.id} was **delivered**: ${last}.`;
  const when = late > 0 ? `**${late} days late**` : "on time";
  const next =
    late >= 10
      ? "It is late enough for a refund."
      : late > 3
        ? "I'd open a trace: the carrier answers within two working days."
        : "No action is needed.";
  return `Order ${order.id} is ${when}. Its last scan was **${last}**. ${next}`;
}

export function replyDraft(order: Order): string {
  const [name = "there"] = order.customer.split(" ");
  const last = order.scans.at(-1)?.place ?? "our hub";
  const news =
    order.status === "refunded"
      ? "I'm sorry that your parcel never arrived. We've refunded it in full, and the money is with you within three working days."
      : daysLate(order) > 0
        ? `I'm sorry for the wait. Your parcel was last seen at ${last}. We've asked the carrier to trace it and will write again within two working days.`
        : `Your parcel is on its way and was last seen at ${last}. It should arrive on the promised day.`;
  return `Here's a draft:\n\n> Hi ${name},\n>\n> ${news}\n>\n> Kind regards,  \n> Parcel Desk`;
}

export function lateTable(orders: readonly Order[]): string {
  const late = orders.filter((order) => order.stage !== "delivered" && daysLate(order) > 0);
  if (late.length === 0) return "No parcel is late today.";
  const rows = late.map((order) => `| ${order.id} | ${order.customer} | ${order.item} | ${daysLate(order)} |`);
  return `${late.length} ${late.length === 1 ? "parcel is" : "parcels are"} late:\n\n| Order | Customer | Parcel | Days late |\n|---|---|---|--:|\n${rows.join("\n")}`;
}
