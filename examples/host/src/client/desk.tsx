import { ChatConversation, SessionConversation, useSession } from "@service/react";
import type { Route } from "./route.js";

const threads = [
  { id: "welcome", title: "Getting started" },
  { id: "late-parcels", title: "Late parcels" },
  { id: "refunds", title: "Refunds" },
];

interface DeskProps {
  readonly route: Route;
  readonly go: (change: Partial<Route>) => void;
}

export function Desk({ route, go }: DeskProps) {
  const { conversation, view } = route;
  const listed = threads.some(({ id }) => id === conversation)
    ? threads
    : [...threads, { id: conversation, title: "New conversation" }];
  return (
    <div className="desk">
      <nav aria-label="Conversations">
        {listed.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            aria-current={id === conversation ? "page" : undefined}
            onClick={() => go({ conversation: id })}
          >
            {title}
          </button>
        ))}
        <button
          type="button"
          className="new"
          onClick={() => go({ conversation: `c_${crypto.randomUUID()}`, view: "chat" })}
        >
          New conversation
        </button>
        <fieldset className="views" aria-label="View">
          <button type="button" aria-pressed={view === "chat"} onClick={() => go({ view: "chat" })}>
            Chat view
          </button>
          <button type="button" aria-pressed={view === "session"} onClick={() => go({ view: "session" })}>
            Session view
          </button>
        </fieldset>
      </nav>
      <main>
        {view === "chat" ? (
          <ChatConversation key={conversation} conversation={conversation} />
        ) : (
          <SessionOf key={conversation} conversation={conversation} />
        )}
      </main>
    </div>
  );
}

/** The same durable session, through the other door: the chat tells which session a conversation is. */
function SessionOf({ conversation }: { conversation: string }) {
  const { sessionId, created, isRestoring } = useSession({ conversation });
  if (isRestoring) return null;
  if (!created || sessionId === null)
    return <p className="hint">This conversation has no session yet. Its first message in the chat view makes it.</p>;
  return <SessionConversation sessionId={sessionId} />;
}
