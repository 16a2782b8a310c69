import { ChatConversation, ServiceProvider } from "@service/react";
import { createRoot } from "react-dom/client";

/** A newcomer's page. Its query names where the chat handler is, and whether cookies are sent to another origin. */
const query = new URLSearchParams(location.search);
const api = query.get("api") ?? undefined;
const withCookies: typeof fetch = (input, init) => fetch(input, { ...init, credentials: "include" });

createRoot(document.querySelector("#root") as Element).render(
  <ServiceProvider identity={{ tenant: "acme", user: "ana" }} fetch={query.has("cookies") ? withCookies : undefined}>
    <ChatConversation conversation="support" api={api} />
  </ServiceProvider>,
);
