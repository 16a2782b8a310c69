import type { SuggestionSet } from "@service/react";
import type { Order } from "./desk-data.js";

const actions = [
  { id: "track", label: "track", description: "Find a parcel", insert: "Where is order" },
  { id: "refund", label: "refund", description: "Refund a late order", insert: "Refund order" },
  { id: "reply", label: "reply", description: "Draft a reply to a customer", insert: "Draft a reply about order" },
  { id: "late", label: "late", description: "List the late parcels", insert: "Which parcels are late?" },
  { id: "help", label: "help", description: "What else the agent does", insert: "/help" },
];

/** What the agent does, behind a slash at the beginning of a message. */
const commands: SuggestionSet = {
  character: "/",
  at: "start",
  label: "Actions",
  // A command that is typed whole is sent by Enter.
  items: (typed) => actions.filter(({ label, insert }) => label.startsWith(typed) && insert !== `/${typed}`),
};

/** Orders behind `#`, by their number or customer. */
export function suggestionsOf(orders: readonly Order[]): readonly SuggestionSet[] {
  const all = orders.map(({ id, customer, item }) => ({
    id: String(id),
    label: String(id),
    description: `${customer} · ${item}`,
    insert: String(id),
  }));
  const items = (typed: string) =>
    all.filter(({ label, description }) => `${label} ${description}`.toLowerCase().includes(typed.toLowerCase()));
  return [commands, { character: "#", label: "Orders", items }];
}
