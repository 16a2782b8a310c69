import { ChatConversation, ServiceProvider } from "@service/react";
import { createRoot } from "react-dom/client";

declare global {
  interface Window {
    /** Shows a whole conversation, by the host's id for it. */
    showConversation(conversation: string): void;
  }
}

window.showConversation = (conversation) => {
  createRoot(document.getElementById("root")!).render(
    <ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
      <ChatConversation conversation={conversation} style={{ height: "100%" }} />
    </ServiceProvider>,
  );
};
