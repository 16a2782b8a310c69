import { useEffect, useState } from "react";
import { SessionList, visibleText, type AttentionEntry, type SessionRow } from "@service/react";
import type { DeskData, Ticket } from "./desk-data.js";
import { isWide } from "./is-wide.js";
import { Link } from "./link.js";
import { hrefOf, type Go, type Route } from "./route.js";
import { scrollToEntry } from "./scroll-to-entry.js";
import { placeOf, placeOfOwn, reasons, reasonsIn, Tickets } from "./tickets.js";

/** Most conversations shown above the tickets before the person asks for all: the list below must stay in sight. */
const mostWaiting = 2;

interface DeskSideBarProps {
  readonly route: Route;
  readonly go: Go;
  readonly data: DeskData;
  /** Conversations that need the person. */
  readonly entries: readonly AttentionEntry[];
  readonly sessions: readonly SessionRow[];
  readonly openId: string | null;
  /** The ticket whose conversation is open. */
  readonly ticket: Ticket | undefined;
}

export function DeskSideBar({ route, go, data, entries, sessions, openId, ticket }: DeskSideBarProps) {
  const { tickets, isLoading } = data;
  const [areAllShown, setAreAllShown] = useState(false);
  const waiting = areAllShown ? entries : entries.slice(0, mostWaiting);
  // Each ticket and each reason is shown once: in the box, else below it.
  const isInBox = (sessionId: string | null) => waiting.some((entry) => entry.sessionId === sessionId);
  const below = tickets.filter(({ sessionId }) => !isInBox(sessionId));
  const isListed = sessions.some(({ sessionId }) => sessionId === openId);
  // What the box and the tickets push down; a box that the person opens up does not count.
  const boxed = Math.min(entries.length, mostWaiting);
  useEffect(() => {
    // A link of this page, or a row of the kit's list.
    scrollToEntry(document.querySelector("#side-bar [aria-current]"));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the entry is looked up in the page
  }, [openId, isListed, boxed, isLoading]);
  const shown = ticket?.conversation ?? (route.session === "" ? route.conversation : undefined);
  const isAbove = shown === "team" || ticket !== undefined;
  const begin = () => {
    go(placeOfOwn(`c_${crypto.randomUUID()}`));
    // On a phone the keys of the screen would cover the greeting.
    if (isWide(56)) requestAnimationFrame(() => document.querySelector<HTMLElement>("#content textarea")?.focus());
  };
  const nameOf = (id: string, title: string | null) =>
    title ??
    tickets.find(({ sessionId }) => sessionId === id)?.subject ??
    sessions.find(({ sessionId }) => sessionId === id)?.firstMessage ??
    "Conversation";
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
            {waiting.map(({ sessionId, title: given, reason }) => (
              <li key={sessionId}>
                <Link to={placeOf(sessionId, tickets)} className="entry marked" isGone>
                  <span dir="auto">{visibleText(nameOf(sessionId, given))}</span>
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
      <Tickets tickets={below} {...{ isLoading, shown }} reasonOf={reasonsIn(entries, sessions)} />
      <section aria-labelledby="conversations">
        <h2 id="conversations">Recent conversations</h2>
        <SessionList
          data-density="compact"
          limit={10}
          isQuiet={isInBox}
          // A ticket is listed above.
          isListed={(session) => !tickets.some(({ sessionId }) => sessionId === session)}
          selectedId={isAbove ? undefined : (openId ?? undefined)}
          onOpen={(session) => go(placeOf(session, tickets))}
          hrefOf={(session) => hrefOf(placeOf(session, tickets))}
          deletable
          onDeleted={(session) => session === openId && begin()}
        />
      </section>
    </>
  );
}
