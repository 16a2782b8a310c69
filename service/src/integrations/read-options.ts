import type { AddressRules } from "./callable-url.js";
import type { OutboundOptions } from "./outbound.js";

/** Options for reading a source over the network. */
export interface ReadOptions extends OutboundOptions {
  readonly rules: AddressRules;
  readonly signal: AbortSignal;
}
