import { createContext, use, type MouseEvent } from "react";
import { EmptyState, useSession } from "@service/react";
import type { Ticket } from "./desk-data.js";
import { useRoute } from "./route.js";

const general = ["Which parcels are late?", "Where is order 1041?", "Draft a reply about order 1041", "/help"];

const forTicket = ({ order, customer }: Ticket) => [
  `Where is order ${order}?`,
  `Draft a reply to ${customer.name} about order ${order}`,
  `Refund order ${order}`,
  `Send order ${order} to a pick-up point`,
];

/** The ticket that the shown conversation is about. A slot of the kit has no props, so its data comes by a context. */
export const TicketContext = createContext<Ticket | undefined>(undefined);

/** An empty conversation, with messages to begin it. `useSession` shares the conversation that is shown. */
export function Starters() {
  const ticket = use(TicketContext);
  const { conversation } = useRoute().route;
  const { sendMessage } = useSession({ conversation });
  const send = (event: MouseEvent<HTMLElement>, text: string) => {
    // The pressed button disappears with the first message.
    event.currentTarget.closest("main")?.querySelector("textarea")?.focus();
    void sendMessage(text).catch(() => undefined);
  };
  return (
    <EmptyState
      title={ticket ? `How should we answer ${ticket.customer.name}?` : "How can I help?"}
      text={
        ticket
          ? "I know the order and our rules. You approve refunds and new addresses."
          : "I look up orders, refund them and draft replies."
      }
    >
      <ul className="starters" aria-label="Suggestions">
        {(ticket ? forTicket(ticket) : general).map((text) => (
          <li key={text}>
            <button type="button" onClick={(event) => send(event, text)}>
              {text === "/help" ? "What else can you do?" : text}
            </button>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
