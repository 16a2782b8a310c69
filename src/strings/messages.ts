import type { CompleteMessages, Messages } from "./catalogue.js";
import { english } from "./english.js";

export type { CompleteMessages, Messages } from "./catalogue.js";
export type { PanelMessages } from "./panels-catalogue.js";
export { english } from "./english.js";

/** Some entries of a catalogue: areas and words that are left out stay as they are. */
export type PartialMessages = { readonly [Area in keyof CompleteMessages]?: Partial<CompleteMessages[Area]> };

/** Lays a host's own words over a catalogue, the English one unless another is given. */
export function mergeMessages(partial: PartialMessages | undefined, base: Messages = english): Messages {
  if (!partial) return base;
  const merged: Record<string, unknown> = { ...base };
  for (const area of Object.keys(base) as (keyof Messages)[]) {
    if (partial[area]) merged[area] = { ...base[area], ...partial[area] };
  }
  return merged as unknown as Messages;
}
