import type { Service } from "@service/sdk/chat";
import { seededTickets, type Ticket } from "./seed.js";
import type { User } from "./users.js";

/** A ticket, with the conversation about it. */
export interface TicketOfPerson extends Ticket {
  /** This product's own id of the conversation: each person of the tenant has one. */
  readonly conversation: string;
  /** The session of that conversation, by which lists name it. Null while the service does not answer. */
  readonly sessionId: string | null;
}

/** The tickets of the person's tenant. A session's id follows from the names alone, so nothing is stored to find it. */
export function ticketsOf(service: Service, { tenant, id: user }: User): Promise<readonly TicketOfPerson[]> {
  const tickets = seededTickets[tenant] ?? [];
  return Promise.all(
    tickets.map(async (ticket) => {
      const conversation = `ticket_${ticket.id}`;
      const sessionId = await service.sessionId({ tenant, user, conversation }).catch(() => null);
      return { ...ticket, conversation, sessionId };
    }),
  );
}
