/** The product's own data: what each tenant's customers ordered. A real host has a database. */
export interface Order {
  readonly id: number;
  readonly item: string;
  readonly cents: number;
  readonly status: "paid" | "refunded";
  /** For colleagues. */
  readonly note?: string;
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
  /**
   * Refunds an order once. Idempotent by `key`, so a caller may retry after a lost response.
   *
   * @throws {OrderError} for a missing order, or one refunded under another key.
   */
  refund(tenant: string, order: number, key: string): Order;
}

export class OrderError extends Error {}

const items: Readonly<Record<string, readonly (readonly [item: string, cents: number])[]>> = {
  acme: [
    ["Parcel to Lisbon", 1_990],
    ["Parcel to Oslo", 2_450],
    ["Letter to Graz", 390],
  ],
  globex: [
    ["Pallet to Gdańsk", 18_900],
    ["Pallet to Porto", 21_500],
  ],
};

export function createOrders(): Orders {
  const books = new Map<string, { orders: Order[]; refunds: (Refund & { readonly key: string })[] }>();

  function bookOf(tenant: string) {
    const known = books.get(tenant) ?? { orders: (items[tenant] ?? []).map(newOrder), refunds: [] };
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

function newOrder([item, cents]: readonly [string, number], index: number): Order {
  return { id: index + 1, item, cents, status: "paid" };
}
