import { ChatConversation, ServiceProvider } from "@service/react";
import { createRoot } from "react-dom/client";

/** A newcomer's page. Its query names where the chat handler is. */
const api = new URLSearchParams(location.search).get("api") ?? undefined;

createRoot(document.querySelector("#root") as Element).render(
  <ServiceProvider identity={{ tenant: "acme", user: "ana" }}>
    <ChatConversation conversation="support" api={api} />
  </ServiceProvider>,
);
