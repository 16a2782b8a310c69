import { createContext, use, type MouseEvent } from "react";
import { EmptyState, useSession } from "@service/react";
import type { Order, Ticket } from "./desk-data.js";
import { OrdersContext } from "./order-approval.js";
import { useRoute } from "./route.js";

const aboutAll = "Which parcels are late?";
const aboutOrder = ({ id }: Order) => [`Where is order ${id}?`, `Draft a reply about order ${id}`];

const forTicket = ({ order, customer }: Ticket) => [
  `Where is order ${order}?`,
  `Draft a reply to ${customer.name} about order ${order}`,
  `Refund order ${order}`,
  `Send order ${order} to a pick-up point`,
];

/** The ticket that the shown conversation is about. A slot of the kit has no props, so a context has its data. */
export const TicketContext = createContext<Ticket | undefined>(undefined);

/** An empty conversation, with messages to begin it. `useSession` shares the conversation that is shown. */
export function Starters() {
  const ticket = use(TicketContext);
  // Those about an order are last: none moves once the orders are known.
  const general = [aboutAll, "/help", ...use(OrdersContext).slice(0, 1).flatMap(aboutOrder)];
  const { conversation } = useRoute().route;
  const { sendMessage } = useSession({ conversation });
  const send = (event: MouseEvent<HTMLElement>, text: string) => {
    // The pressed button disappears with the first message. On a phone the keys of the screen would cover the answer.
    const main = event.currentTarget.closest("main");
    const next = matchMedia("(pointer: coarse)").matches ? main : main?.querySelector("textarea");
    next?.focus({ preventScroll: true });
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
