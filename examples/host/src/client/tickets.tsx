import type { AttentionEntry, SessionRow } from "@service/react";
import { openedAgo, type Ticket } from "./desk-data.js";
import { Shapes } from "./shapes.js";
import { Link } from "./link.js";
import type { Route } from "./route.js";

/** One word for each reason to open a conversation. */
export const reasons = { decision: "Needs your input", finished: "New", failed: "Failed" } as const;

/** Where a session of a list opens: a ticket's with its ticket, any other by its id. */
export function placeOf(sessionId: string, tickets: readonly Ticket[]): Partial<Route> {
  const ticket = tickets.find((one) => one.sessionId === sessionId);
  return ticket ? placeOfOwn(ticket.conversation) : { page: "desk", session: sessionId };
}

/** Where a conversation by this product's own id opens. */
export const placeOfOwn = (conversation: string): Partial<Route> => ({
  page: "desk",
  view: "",
  session: "",
  conversation,
});

/** The requests that wait in a conversation, by its session; undefined for nothing. */
export type ReasonOf = (sessionId: string | null) => AttentionEntry["reason"] | undefined;

export function reasonsIn(entries: readonly AttentionEntry[], sessions: readonly SessionRow[]): ReasonOf {
  return (sessionId) => {
    const reason = entries.find((entry) => entry.sessionId === sessionId)?.reason;
    if (reason) return reason;
    // The conversation that is open is no news, and still waits.
    const row = sessions.find((session) => session.sessionId === sessionId);
    return row?.status === "requires_action" ? "decision" : undefined;
  };
}

interface TicketsProps {
  /** Those that are not shown above. */
  readonly tickets: readonly Ticket[];
  /** Whether the tickets are not known yet: their room is kept. */
  readonly isLoading: boolean;
  /** The ticket's line. */
  readonly reasonOf: ReasonOf;
  /** The conversation that is shown, by this product's own id; undefined for one of the list. */
  readonly shown: string | undefined;
}

/** The tenant's tickets and the conversation that it shares, each with what waits in it. */
export function Tickets({ tickets, isLoading, reasonOf, shown }: TicketsProps) {
  return (
    <section aria-labelledby="tickets">
      <h2 id="tickets">Tickets</h2>
      <ul aria-busy={isLoading || undefined}>
        {isLoading && <Shapes className="entry" />}
        {tickets.map((ticket) => {
          const reason = reasonOf(ticket.sessionId);
          return (
            <li key={ticket.id}>
              <Link
                to={placeOfOwn(ticket.conversation)}
                isCurrent={ticket.conversation === shown}
                className="entry marked"
              >
                <span dir="auto">{ticket.subject}</span>
                <small>
                  {ticket.customer.name} · {openedAgo(ticket)}
                </small>
                {reason && <small data-reason={reason}>{reasons[reason]}</small>}
              </Link>
            </li>
          );
        })}
        <li>
          <Link to={placeOfOwn("team")} isCurrent={shown === "team"} className="entry line">
            <span>Team</span>
            <small>shared by all of you</small>
          </Link>
        </li>
      </ul>
    </section>
  );
}
