import type { SessionEvent } from "@service/sdk/protocol";
import type { Order } from "../server/orders.js";

/** A person's request, as far as this agent understands it. */
export interface DeskRequest {
  readonly kind: "track" | "refund" | "reroute" | "reply" | "late" | "other";
  /** The order it is about: its number is in the request, or was the last one in the conversation. */
  readonly order: number | null;
}

/** In this order, as "refund the late parcel" is about the refund. */
const words = [
  ["refund", /refund|money back/i],
  ["reroute", /re-?route|pick-?up point|another address/i],
  ["reply", /draft|reply|write to|answer (her|him|them|the customer)/i],
  ["late", /which .*late|late parcels|overdue/i],
  ["track", /where|track|status|arrive/i],
] as const;

export function readRequest(prompt: string, earlier: readonly SessionEvent[]): DeskRequest {
  const kind = words.find(([, pattern]) => pattern.test(prompt))?.[0];
  const order = orderIn(prompt) ?? lastOrderOf(earlier);
  return { kind: kind ?? (order === null ? "other" : "track"), order };
}

/** The order of the one customer whose name has a word of the prompt; null where there is none, or several. */
export function orderByName(prompt: string, orders: readonly Order[]): number | null {
  const said = new Set(prompt.toLowerCase().match(/\p{L}+/gu));
  const found = orders.filter(({ customer }) =>
    customer
      .toLowerCase()
      .split(/\s+/)
      .some((name) => said.has(name)),
  );
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

/** The order of the newest message that names one. */
function lastOrderOf(events: readonly SessionEvent[]): number | null {
  for (const event of events.toReversed()) {
    const order = orderIn(textOf(event));
    if (order !== null) return order;
  }
  return null;
}

/** Whether a line of the text is a command of the scripted agent, whose numbers name no order. */
export const isScripted = (text: string): boolean => /^\s*\//m.test(text);

/** The last number of four digits, or the last one after the word "order" where there is one. */
function orderIn(text: string): number | null {
  const named = [...text.matchAll(/\border\s+#?(\d{4})\b/gi)].at(-1)?.[1];
  const found = named ?? text.match(/\b\d{4}\b/g)?.at(-1);
  return found === undefined ? null : Number(found);
}

function textOf({ type, payload }: SessionEvent): string {
  if (type !== "user.message" || typeof payload !== "object" || payload === null) return "";
  return "text" in payload && typeof payload.text === "string" && !isScripted(payload.text) ? payload.text : "";
}
