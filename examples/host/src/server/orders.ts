import { seededOrders } from "./seed.js";

/** The product's own data: what each tenant's customers sent. A real host has a database. */
export interface Order {
  readonly id: number;
  readonly item: string;
  readonly cents: number;
  readonly status: "paid" | "refunded";
  readonly customer: string;
  /** Delivery address, or the pick-up point. */
  readonly to: string;
  readonly stage: "in transit" | "lost" | "delivered";
  /** Promised day, as an ISO date. */
  readonly due: string;
  /** Oldest first. */
  readonly scans: readonly { readonly day: string; readonly place: string }[];
  /** For colleagues. */
  readonly note?: string;
}

/** An order as the seed describes it, with days from today. */
export interface NewOrder extends Omit<Order, "status" | "due" | "scans" | "note"> {
  readonly dueInDays: number;
  readonly scans: readonly (readonly [days: number, place: string])[];
}

/** A refund. */
export interface Refund {
  readonly order: number;
  readonly cents: number;
}

export interface OrderBook {
  readonly orders: readonly Order[];
  /** Oldest first. */
  readonly refunds: readonly Refund[];
}

export interface Orders {
  book(tenant: string): OrderBook;
  /** @throws {OrderError} for an order that is not there. */
  find(tenant: string, order: number): Order;
  /** @throws {OrderError} as above. */
  note(tenant: string, order: number, note: string): Order;
  /** Sends a parcel to another address. Doing it twice changes nothing more. @throws {OrderError} as above, and for a delivered one. */
  reroute(tenant: string, order: number, to: string): Order;
  /**
   * Refunds an order once. Idempotent by `key`, so a caller may retry after a lost response.
   *
   * @throws {OrderError} for a missing order, or one refunded under another key.
   */
  refund(tenant: string, order: number, key: string): Order;
}

export class OrderError extends Error {}

/** @param now Milliseconds since the Unix epoch. @default Date.now */
export function createOrders(now: () => number = Date.now): Orders {
  const books = new Map<string, { orders: Order[]; refunds: (Refund & { readonly key: string })[] }>();

  function bookOf(tenant: string) {
    const known = books.get(tenant) ?? {
      orders: (seededOrders[tenant] ?? []).map((order) => newOrder(order, now())),
      refunds: [],
    };
    books.set(tenant, known);
    return known;
  }

  function change(tenant: string, id: number, fields: Partial<Order>): Order {
    const book = bookOf(tenant);
    const changed = { ...find(tenant, id), ...fields };
    book.orders = book.orders.map((entry) => (entry.id === id ? changed : entry));
    return changed;
  }

  function find(tenant: string, id: number): Order {
    const order = bookOf(tenant).orders.find((entry) => entry.id === id);
    if (order === undefined) throw new OrderError(`There is no order ${id}.`);
    return order;
  }

  return {
    find,
    note: (tenant, id, note) => change(tenant, id, { note }),
    reroute(tenant, id, to) {
      if (find(tenant, id).stage === "delivered") throw new OrderError(`Order ${id} was delivered before.`);
      return change(tenant, id, { to });
    },
    book(tenant) {
      const { orders, refunds } = bookOf(tenant);
      return { orders, refunds: refunds.map(({ order, cents }) => ({ order, cents })) };
    },
    refund(tenant, id, key) {
      const book = bookOf(tenant);
      const order = find(tenant, id);
      const earlier = book.refunds.find((refund) => refund.order === id);
      if (earlier?.key === key) return order;
      if (earlier !== undefined) throw new OrderError(`Order ${id} was refunded before.`);
      book.refunds.push({ order: id, cents: order.cents, key });
      return change(tenant, id, { status: "refunded" });
    },
  };
}

function newOrder({ dueInDays, scans, ...order }: NewOrder, now: number): Order {
  const dayIn = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  return {
    ...order,
    status: "paid",
    due: dayIn(dueInDays),
    scans: scans.map(([days, place]) => ({ day: dayIn(days), place })),
  };
}
