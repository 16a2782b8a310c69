/** The page that is measured: the public component with its default props, and nothing of its own around it. */
import { ServiceProvider, SessionConversation } from "@service/react";
import "@service/react/styles.css";
import { createRoot } from "react-dom/client";
import { typeAndSend } from "./dom.js";
import { sessionId } from "./log.mjs";
import { prepareLog, replayFetch, type HistoryMessage, type Log } from "./replay-fetch.js";

interface MountOptions {
  readonly apiUrl: string;
  readonly prepared: Log;
}

export const conversationPage = (wholeLog: boolean) => ({
  prepare: (history: readonly HistoryMessage[]) => prepareLog(history, wholeLog),
  mount: (root: HTMLElement, { apiUrl, prepared }: MountOptions) => {
    createRoot(root).render(
      <ServiceProvider identity={{ tenant: "acme", user: "ana" }} fetch={replayFetch(prepared, apiUrl)}>
        <SessionConversation sessionId={sessionId} />
      </ServiceProvider>,
    );
    return { send: typeAndSend };
  },
});
