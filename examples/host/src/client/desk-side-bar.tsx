import { SessionList, titleAttention, useAttention, type SessionRow } from "@service/react";
import { conversationOf, openedAgo, type Ticket } from "./desk-data.js";
import { Link } from "./link.js";
import { hrefOf, type Go, type Route } from "./route.js";

const adapters = [titleAttention()];

const reasons = { decision: "Needs your input", finished: "New result", failed: "Failed" } as const;

interface DeskSideBarProps {
  readonly route: Route;
  readonly go: Go;
  readonly tickets: readonly Ticket[];
  readonly sessions: readonly SessionRow[];
  readonly openId: string | null;
}

export function DeskSideBar({ route, go, tickets, sessions, openId }: DeskSideBarProps) {
  const { entries } = useAttention({ sessions, adapters });
  const chat = { page: "desk", view: "chat", session: "" } as const;
  const isShown = (conversation: string) => route.session === "" && route.conversation === conversation;
  const firstWords = (id: string) => sessions.find(({ sessionId }) => sessionId === id)?.firstMessage;
  return (
    <>
      <button
        type="button"
        className="button primary"
        onClick={() => go({ ...chat, conversation: `c_${crypto.randomUUID()}` })}
      >
        New conversation
      </button>
      {entries.length > 0 && (
        <section className="waiting" aria-labelledby="waiting">
          <h2 id="waiting">
            For you <span className="count">{entries.length}</span>
          </h2>
          <ul>
            {entries.map(({ sessionId, title, reason }) => (
              <li key={sessionId}>
                <Link to={{ page: "desk", session: sessionId }} className="entry">
                  <span dir="auto">{title ?? firstWords(sessionId) ?? "Conversation"}</span>
                  <small data-reason={reason}>{reasons[reason]}</small>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="tickets">
        <h2 id="tickets">Tickets</h2>
        <ul>
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <Link
                to={{ ...chat, conversation: conversationOf(ticket) }}
                isCurrent={isShown(conversationOf(ticket))}
                className="entry"
              >
                <span dir="auto">{ticket.subject}</span>
                <small>
                  {ticket.customer.name} · {openedAgo(ticket)}
                </small>
              </Link>
            </li>
          ))}
          <li>
            <Link to={{ ...chat, conversation: "team" }} isCurrent={isShown("team")} className="entry">
              <span>Team</span>
              <small>One conversation for all of you</small>
            </Link>
          </li>
        </ul>
      </section>
      <section aria-labelledby="conversations">
        <h2 id="conversations">Your conversations</h2>
        <SessionList
          data-density="compact"
          limit={10}
          selectedId={openId ?? undefined}
          onOpen={(session) => go({ page: "desk", session })}
          hrefOf={(session) => hrefOf({ page: "desk", session })}
        />
      </section>
    </>
  );
}
