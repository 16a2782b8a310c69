import { toUuid } from "./hex.js";

/** A fresh lower-case UUID, also on a page over plain http, where `crypto.randomUUID` is missing. */
export function randomId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return toUuid(crypto.getRandomValues(new Uint8Array(16)), 4);
}
