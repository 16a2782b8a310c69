import { renderToString } from "react-dom/server";
import { hydrateRoot, type Root } from "react-dom/client";
import { ChatConversation, ServiceProvider, type ChatFirstPage } from "@service/react";
import type { Question } from "../../src/wire/protocol/decisions.js";

/** A page whose conversation was drawn on a server. */
interface FirstPagePage {
  /** Shows the server's HTML, without any script. */
  draw(turns: number, questions?: readonly Question[]): void;
  hydrate(): void;
  readonly recovered: readonly string[];
  /** Bodies of the requests that the page sent. */
  readonly sent: readonly string[];
}

declare global {
  interface Window {
    firstPage: FirstPagePage;
  }
}

// Of today: an earlier day has a line of its own, in the reader's time zone, which a server does not know.
const today = new Date().setSeconds(0, 0);
const time = (second: number) => new Date(today + second * 1000).toISOString();

function pageOf(turns: number, questions: readonly Question[] = []): ChatFirstPage {
  const messages = Array.from({ length: turns }, (_, turn) => [
    {
      role: "user" as const,
      text: `Question ${turn + 1}`,
      sequence: turn * 5 + 1,
      turnId: `t${turn}`,
      clientEventId: `m${turn}`,
      createdAt: time(0),
    },
    {
      role: "assistant" as const,
      text: `Answer **${turn + 1}**`,
      parts: [{ type: "text" as const, text: `Answer **${turn + 1}**\n\n- one\n- two\n\nAnd a paragraph more.` }],
      sequence: turn * 5 + 4,
      turnId: `t${turn}`,
      createdAt: time(1),
      endedAt: time(4),
    },
  ]).flat();
  const history = {
    conversation: "c_1",
    sessionId: "s_1",
    workspaceId: "w_1",
    created: true,
    status: "idle",
    messages,
    pending: questions.length === 0 ? [] : [asked(questions)],
    queued: [],
    turn: null,
    lastSequence: turns * 5,
    hasOlder: false,
  };
  return { tenant: "acme", user: "ana", conversation: "c_1", identity: "0".repeat(64), history };
}

const asked = (questions: readonly Question[]) => ({
  kind: "human_input" as const,
  requestId: "q_1",
  name: null,
  payload: { id: "q_1", questions, allowSkip: true, expiresAt: null },
});

const sent: string[] = [];
const never: typeof fetch = async (_input, init) => {
  if (typeof init?.body === "string") sent.push(init.body);
  return new Promise<never>(() => undefined);
};
const place = document.getElementById("root")!;
let page = pageOf(0);
let root: Root | null = null;
const recovered: string[] = [];
const app = () => (
  <ServiceProvider identity={{ tenant: "acme", user: "ana" }} fetch={never}>
    <ChatConversation conversation="c_1" firstPage={page} />
  </ServiceProvider>
);

window.firstPage = {
  draw(turns, questions) {
    root?.unmount();
    page = pageOf(turns, questions);
    place.innerHTML = renderToString(app());
  },
  hydrate() {
    root = hydrateRoot(place, app(), { onRecoverableError: (error) => recovered.push(String(error)) });
  },
  recovered,
  sent,
};
