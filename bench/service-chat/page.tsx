/** The page that is measured: the public component with its default props, and nothing of its own around it. */
import { ChatConversation, ServiceProvider } from "@service/react";
import "@service/react/styles.css";
import { createRoot } from "react-dom/client";
import { typeAndSend } from "../service-react/dom.js";
import type { HistoryMessage } from "../service-react/replay-fetch.js";
import { chatFetch, prepareChat, type Chat } from "./chat-fetch.js";

interface MountOptions {
  readonly apiUrl: string;
  readonly prepared: Chat;
}

export const chatPage = (wholeHistory: boolean) => ({
  prepare: (history: readonly HistoryMessage[]) => prepareChat(history, wholeHistory),
  mount: (root: HTMLElement, { apiUrl, prepared }: MountOptions) => {
    createRoot(root).render(
      <ServiceProvider identity={{ tenant: "acme", user: "ana" }} fetch={chatFetch(prepared, apiUrl)}>
        <ChatConversation conversation="bench" />
      </ServiceProvider>,
    );
    return { send: typeAndSend };
  },
});
