/** The page that is measured: the public component with its default props, and nothing of its own around it. */
import { ServiceProvider, SessionConversation } from "@service/react";
import "@service/react/styles.css";
import { createRoot } from "react-dom/client";
import { sessionId } from "./log.mjs";
import { prepareLog, replayFetch, type HistoryMessage, type Log } from "./replay-fetch.js";

interface MountOptions {
  readonly apiUrl: string;
  readonly prepared: Log;
}

/** Where the harness finds what it looks at; the component is as it is. */
export const dom = {
  thread: ".sv-timeline-content",
  message: ".sv-message",
  viewport: ".sv-timeline-viewport",
  textarea: "textarea.sv-composer-input",
};

/** Writes into the field and presses Enter, as a person does. */
export function typeAndSend(text: string): void {
  const field = document.querySelector<HTMLTextAreaElement>(dom.textarea)!;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!.set!.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
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
