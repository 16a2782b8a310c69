import type { AddressRules } from "./callable-url.js";
import type { OutboundOptions } from "./outbound.js";

/** What a source is read with where it has to be asked. */
export interface ReadOptions extends OutboundOptions {
  readonly rules: AddressRules;
  readonly signal: AbortSignal;
}
