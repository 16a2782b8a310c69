import { useEffect, useState } from "react";
import { useSession } from "@service/react";

/** The tenant's orders, from the host's own backend. */
interface OrderBook {
  readonly orders: readonly {
    readonly id: number;
    readonly item: string;
    readonly cents: number;
    readonly status: string;
    readonly note?: string;
  }[];
  readonly refunds: readonly { readonly order: number; readonly cents: number }[];
}

/**
 * The product's own data, read again whenever the conversation's session comes to rest: an agent may have changed it.
 */
function useOrders(conversation: string): OrderBook | null {
  const { sessionStatus } = useSession({ conversation });
  const [book, setBook] = useState<OrderBook | null>(null);
  useEffect(() => {
    if (sessionStatus === "running") return;
    const leaving = new AbortController();
    fetch("/api/orders", { signal: leaving.signal })
      .then(async (answer) => answer.ok && setBook((await answer.json()) as OrderBook))
      // Keeps the last orders until the next change.
      .catch(() => undefined);
    return () => leaving.abort();
  }, [sessionStatus]);
  return book;
}

const euros = (cents: number) => `€${(cents / 100).toFixed(2)}`;

/** The tenant's orders, beside the conversation about them. */
export function OrdersPanel({ conversation }: { readonly conversation: string }) {
  const book = useOrders(conversation);
  const returned = book?.refunds.reduce((sum, { cents }) => sum + cents, 0) ?? 0;
  return (
    <>
      <button type="button" className="new" popoverTarget="orders">
        Orders
      </button>
      <section id="orders" className="orders" popover="manual" aria-label="Orders">
        <ul>
          {book?.orders.map(({ id, item, cents, status, note }) => (
            <li key={id} data-status={status}>
              {id}. {item}, {euros(cents)}: <b>{status}</b>
              {note !== undefined && <i> {note}</i>}
            </li>
          ))}
        </ul>
        <p>
          Refunds: {book?.refunds.length ?? 0}, {euros(returned)} returned.
        </p>
      </section>
    </>
  );
}
