import { ChatConversation, ServiceProvider } from "@service/react";
import { createRoot } from "react-dom/client";

/** A chat whose messages are refused. */
const refuse: typeof fetch = async (_input, init) => {
  if (init?.method !== "POST") throw new TypeError("Failed to fetch");
  return Response.json({ error: { code: "conflict", message: "No." } }, { status: 409 });
};

createRoot(document.querySelector("#root") as Element).render(
  <ServiceProvider identity={{ tenant: "acme", user: "ana" }} fetch={refuse}>
    <ChatConversation conversation="c_1" style={{ blockSize: "100%" }} />
  </ServiceProvider>,
);
