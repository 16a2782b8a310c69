import { useEffect, useState } from "react";

export interface Order {
  readonly id: number;
  readonly customer: string;
  readonly item: string;
  readonly cents: number;
  readonly status: string;
  readonly to: string;
  readonly stage: string;
  /** ISO dates. */
  readonly due: string;
  readonly scans: readonly { readonly day: string; readonly place: string }[];
  readonly note?: string;
}

export interface Ticket {
  readonly id: number;
  readonly subject: string;
  readonly order: number;
  readonly customer: { readonly name: string; readonly email: string; readonly since: number };
  readonly openedHoursAgo: number;
  readonly message: string;
  /** This product's own id of the person's conversation about it. */
  readonly conversation: string;
  /** The kit's id of the same. Null while it is not known. */
  readonly sessionId: string | null;
}

/** The tenant's own data, from the host's backend. */
export interface DeskData {
  readonly orders: readonly Order[];
  readonly refunds: readonly { readonly order: number; readonly cents: number }[];
  readonly tickets: readonly Ticket[];
  /** Whether the first answer is still awaited. */
  readonly isLoading: boolean;
}

const nothing: DeskData = { orders: [], refunds: [], tickets: [], isLoading: true };

/** Read again whenever the conversation's session is at rest: its agent may have changed an order. */
export function useDeskData(status: string | null): DeskData {
  const [data, setData] = useState(nothing);
  useEffect(() => {
    if (status === "running") return;
    const leaving = new AbortController();
    fetch("/api/orders", { signal: leaving.signal })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`The orders were answered with ${answer.status}.`);
        setData({ ...((await answer.json()) as Omit<DeskData, "isLoading">), isLoading: false });
      })
      // Keeps the last orders until the next change.
      .catch(() => leaving.signal.aborted || setData((last) => ({ ...last, isLoading: false })));
    return () => leaving.abort();
  }, [status]);
  return data;
}

const money = new Intl.NumberFormat("en", { style: "currency", currency: "EUR" });
export const euros = (cents: number): string => money.format(cents / 100);

const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
export const dayOf = (isoDate: string): string => day.format(new Date(isoDate));

const age = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "narrow" });
export const openedAgo = ({ openedHoursAgo: hours }: Ticket): string =>
  (hours < 24 ? age.format(-hours, "hour") : age.format(-Math.floor(hours / 24), "day")).replaceAll(" ", "\u00A0");
