import type { SessionEvent } from "@service/sdk/protocol";

/** A person's request, as far as this agent understands it. */
export interface DeskRequest {
  readonly kind: "track" | "refund" | "reroute" | "reply" | "late" | "other";
  /** The order it is about: named in the request, or last named in the conversation. */
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
  const order = orderIn(prompt) ?? orderIn(earlier.map(textOf).join(" "));
  if (kind === undefined) return { kind: order === null ? "other" : "track", order };
  return order === null && kind !== "late" ? { kind: "other", order } : { kind, order };
}

/** The last number of four digits: an order's. */
function orderIn(text: string): number | null {
  const found = text.match(/\b\d{4}\b/g)?.at(-1);
  return found === undefined ? null : Number(found);
}

function textOf({ type, payload }: SessionEvent): string {
  if (type !== "user.message" || typeof payload !== "object" || payload === null) return "";
  return "text" in payload && typeof payload.text === "string" ? payload.text : "";
}
