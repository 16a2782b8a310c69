import { ChatConversation, SessionConversation, useSession } from "@service/react";
import { OrdersPanel } from "./orders-panel.js";
import type { Route } from "./route.js";

const threads = [
  { id: "welcome", title: "Getting started" },
  { id: "late-parcels", title: "Late parcels" },
  { id: "refunds", title: "Refunds" },
  { id: "team", title: "Team" },
];

interface DeskProps {
  readonly route: Route;
  readonly go: (change: Partial<Route>) => void;
}

export function Desk({ route, go }: DeskProps) {
  const { conversation, view } = route;
  const listed = threads.some(({ id }) => id === conversation)
    ? threads
    : [...threads, { id: conversation, title: "This conversation" }];
  return (
    <div className="desk">
      <nav aria-label="Conversations">
        <div className="threads">
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
          <OrdersPanel conversation={conversation} />
        </div>
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
          <SessionOf key={conversation} conversation={conversation} onChat={() => go({ view: "chat" })} />
        )}
      </main>
    </div>
  );
}

interface SessionOfProps {
  readonly conversation: string;
  readonly onChat: () => void;
}

/** The same durable session through the session proxy: the chat has the session's id. */
function SessionOf({ conversation, onChat }: SessionOfProps) {
  const { sessionId, created, isRestoring, error } = useSession({ conversation });
  if (created && sessionId !== null) return <SessionConversation sessionId={sessionId} />;
  if (isRestoring) return null;
  return (
    <div className="hint">
      {error ? (
        <p role="alert">{error.message}</p>
      ) : (
        <p>This conversation has no session yet. Its first message in the chat view makes it.</p>
      )}
      <button type="button" onClick={onChat}>
        Open the chat view
      </button>
    </div>
  );
}
