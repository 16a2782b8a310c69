import { createRoot, type Root } from "react-dom/client";
import { ServiceProvider, SessionConversation } from "@service/react";
import { longTurn, sessionRecord } from "./long-log.js";

/** A page on which one session streams without end. */
interface SoakPage {
  mount(): void;
  unmount(): void;
  /** Streams on until this many events were sent in all, a frame's worth at a time, and waits until they are shown. */
  streamTo(events: number): Promise<void>;
}

declare global {
  interface Window {
    soak: SoakPage;
  }
}

const eventsAFrame = 40;
const sessionId = "a0000000-0000-4000-8000-000000000001";
const json = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });
const frame = () => new Promise((done) => requestAnimationFrame(done));

let root: Root | null = null;
let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
let sent = 0;
let turn = 0;
let waiting: ReturnType<typeof longTurn> = [];

const answer: typeof fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
  const path = pathname.replace(/^.*\/sessions\/[^/]+/, "");
  if (path === "/events/stream") {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
      },
    });
    init?.signal?.addEventListener("abort", () => {
      stream = null;
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  }
  if (path === "/events") return Promise.resolve(json([]));
  if (path === "/queue") return Promise.resolve(json({ version: 1, items: [] }));
  if (path === "") return Promise.resolve(json(sessionRecord(sessionId)));
  return Promise.resolve(json({ error: { code: "not_found", message: "There is no such thing." } }, 404));
};

const isFollowed = () => stream !== null;

window.soak = {
  mount() {
    sent = 0;
    turn = 0;
    waiting = [];
    root = createRoot(document.getElementById("root")!);
    root.render(
      <ServiceProvider identity={{ tenant: "acme", user: "ana" }} fetch={answer}>
        <SessionConversation sessionId={sessionId} />
      </ServiceProvider>,
    );
  },
  unmount() {
    root?.unmount();
    root = null;
    stream = null;
  },
  async streamTo(events) {
    while (!isFollowed()) await frame();
    const encoder = new TextEncoder();
    while (sent < events) {
      let text = "";
      for (let count = 0; count < eventsAFrame && sent < events; count += 1) {
        if (waiting.length === 0) waiting = longTurn(sessionId, (turn += 1), sent + 1);
        const event = waiting.shift();
        if (!event) break;
        sent += 1;
        text += `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
      }
      stream?.enqueue(encoder.encode(text));
      await frame();
    }
    // A few frames more than it takes to show the last of them.
    for (let count = 0; count < 10; count += 1) await frame();
  },
};
