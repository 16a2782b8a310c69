import { useEffect, useMemo, useState } from "react";
import { SessionList, titleAttention, useAttention, type SessionRow } from "@service/react";
import { conversationOf, openedAgo, type Ticket } from "./desk-data.js";
import { isWide } from "./is-wide.js";
import { Link } from "./link.js";
import { hrefOf, type Go, type Route } from "./route.js";

const reasons = { decision: "Decide", finished: "New", failed: "Failed" } as const;

/** Most conversations shown above the tickets before the person asks for all: the list below must stay in sight. */
const mostWaiting = 2;

interface DeskSideBarProps {
  readonly route: Route;
  readonly go: Go;
  readonly tickets: readonly Ticket[];
  readonly sessions: readonly SessionRow[];
  readonly openId: string | null;
  /** Title of the page. */
  readonly title: string;
}

export function DeskSideBar({ route, go, tickets, sessions, openId, title }: DeskSideBarProps) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- counts in front of the title that the page has now
  const adapters = useMemo(() => [titleAttention()], [title]);
  const { entries } = useAttention({ sessions, adapters });
  const [areAllShown, setAreAllShown] = useState(false);
  const shown = areAllShown ? entries : entries.slice(0, mostWaiting);
  const isListed = sessions.some(({ sessionId }) => sessionId === openId);
  useEffect(() => {
    document.querySelector("#side-bar [aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [openId, isListed]);
  const chat = { page: "desk", view: "chat", session: "" } as const;
  const isShown = (conversation: string) => route.session === "" && route.conversation === conversation;
  const isAbove = isShown("team") || tickets.some((ticket) => isShown(conversationOf(ticket)));
  const begin = () => {
    go({ ...chat, conversation: `c_${crypto.randomUUID()}` });
    // On a phone the keys of the screen would cover the greeting.
    if (isWide(56)) requestAnimationFrame(() => document.querySelector<HTMLElement>("#content textarea")?.focus());
  };
  const firstWords = (id: string) => sessions.find(({ sessionId }) => sessionId === id)?.firstMessage;
  return (
    <>
      <button type="button" className="button primary" onClick={begin}>
        New conversation
      </button>
      {entries.length > 0 && (
        <section className="waiting" aria-labelledby="waiting">
          <h2 id="waiting">
            For you <span className="count">{entries.length}</span>
          </h2>
          <ul>
            {shown.map(({ sessionId, title: name, reason }) => (
              <li key={sessionId}>
                <Link to={{ page: "desk", session: sessionId }} className="entry line" isGone>
                  <span dir="auto">{name ?? firstWords(sessionId) ?? "Conversation"}</span>
                  <small data-reason={reason}>{reasons[reason]}</small>
                </Link>
              </li>
            ))}
          </ul>
          {entries.length > mostWaiting && (
            <button type="button" className="more" onClick={() => setAreAllShown(!areAllShown)}>
              {areAllShown ? "Show fewer" : `Show all ${entries.length}`}
            </button>
          )}
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
            <Link to={{ ...chat, conversation: "team" }} isCurrent={isShown("team")} className="entry line">
              <span>Team</span>
              <small>shared by all of you</small>
            </Link>
          </li>
        </ul>
      </section>
      <section aria-labelledby="conversations">
        <h2 id="conversations">Your conversations</h2>
        <SessionList
          data-density="compact"
          limit={10}
          // A ticket is marked once, above.
          selectedId={isAbove ? undefined : (openId ?? undefined)}
          onOpen={(session) => go({ page: "desk", session })}
          hrefOf={(session) => hrefOf({ page: "desk", session })}
          deletable
          onDeleted={(session) => session === openId && begin()}
        />
      </section>
    </>
  );
}
