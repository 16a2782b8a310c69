import {
  ChatConversation,
  NewSession,
  ServiceProvider,
  SessionConversation,
  SessionList,
  useChat,
} from "@service/react";
import { useEffect, useState, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { openWorld, people } from "../../stories/world.js";

/** Hosts that open a created session: at once, after the time of a slow route, or by two routes of one chat. */
interface NewSessionPage {
  /** @param delay how long the host's router takes (ms); null for a host that keeps the session as state */
  showInbox(delay: number | null): void;
  showChat(): void;
}

declare global {
  interface Window {
    newSession: NewSessionPage;
  }
}

function Inbox({ delay }: { readonly delay: number | null }): ReactNode {
  const [sessionId, open] = useState<string>();
  const arrive = (id: string) => void (delay === null ? open(id) : setTimeout(() => open(id), delay));
  return (
    <div style={{ display: "grid", gridTemplate: "100% / 18rem minmax(0, 1fr)", height: "100%" }}>
      <SessionList selectedId={sessionId} onOpen={open} onNew={() => open(undefined)} />
      {sessionId ? <SessionConversation sessionId={sessionId} /> : <NewSession onCreated={arrive} />}
    </div>
  );
}

function Chat(): ReactNode {
  const [route, open] = useState("index");
  return (
    <>
      <ChatConversation key={route} conversation="c_1" data-route={route} style={{ height: "90%" }} />
      <Follower onSent={() => open("id")} />
    </>
  );
}

/** Opens the route of the chat once it is created. */
function Follower({ onSent }: { readonly onSent: () => void }): null {
  const isCreated = useChat({ conversation: "c_1" }, ({ created }) => created);
  useEffect(() => {
    if (isCreated) onSent();
  });
  return null;
}

void openWorld().then((world) => {
  const show = (page: ReactNode) =>
    createRoot(document.getElementById("root")!).render(
      <ServiceProvider identity={{ tenant: "acme", user: "ana" }} fetch={world.fetchAs(people["ana"]!)}>
        {page}
      </ServiceProvider>,
    );
  window.newSession = { showInbox: (delay) => show(<Inbox delay={delay} />), showChat: () => show(<Chat />) };
});
