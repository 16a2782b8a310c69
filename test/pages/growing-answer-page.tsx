import { createRoot } from "react-dom/client";
import { ChatConversation, ServiceProvider, SessionConversation } from "@service/react";
import { answerPiece, pieces } from "./growing-answer.js";
import { sessionRecord } from "./long-log.js";
import { countLooks, type Looks } from "./string-looks.js";

/** A page on which one answer grows and grows. */
interface GrowingPage {
  mount(door: "chat" | "session"): Promise<void>;
  /**
   * Streams until so many pieces were sent in all, and waits until they are drawn. Returns the string accesses
   * meanwhile.
   */
  streamTo(until: number): Promise<Looks>;
  /** Completes the message and the turn. */
  end(): Promise<Looks>;
}

declare global {
  interface Window {
    growing: GrowingPage;
  }
}

/** As much as is drawn at once: two sections, as the last piece of a section marks its end. */
const piecesAStep = 240;
const sessionId = "a0000000-0000-4000-8000-000000000001";
const turnId = "c0000000-0000-4000-8000-000000000001";
const at = "2026-01-05T00:00:00.000Z";
const json = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { "content-type": "application/json" } });
const frame = () => new Promise((done) => requestAnimationFrame(done));

let door: "chat" | "session" = "chat";
let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
let sequence = 0;
let sent = 0;
const encoder = new TextEncoder();
/** As it is before accesses are counted: the page's own waiting does not count. */
const endsWith = Reflect.get(String.prototype, "endsWith") as (this: string, end: string) => boolean;
const looks = countLooks();

const follow = () =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
      },
    }),
    { headers: { "content-type": "text/event-stream" } },
  );

const answer: typeof fetch = (input) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : String(input), location.href);
  if (pathname.endsWith("/events/stream") || search.includes("follow=1")) return Promise.resolve(follow());
  if (pathname.endsWith("/events")) return Promise.resolve(json([]));
  if (pathname.endsWith("/queue")) return Promise.resolve(json({ version: 1, items: [] }));
  if (door === "session") return Promise.resolve(json(sessionRecord(sessionId)));
  const none = { messages: [], pending: [], status: "idle", lastSequence: 0, hasOlder: false };
  return Promise.resolve(json({ conversation: "c", sessionId, workspaceId: "w", created: true, ...none }));
};

function event(type: string, payload: unknown, of: string | null = turnId): string {
  const id = `e0000000-0000-4000-8000-${sequence.toString(16).padStart(12, "0")}`;
  return JSON.stringify({ id, workspaceId: "w", sessionId, sequence, type, payload, occurredAt: at, turnId: of });
}

function send(...messages: readonly (() => string)[]): void {
  let text = "";
  for (const message of messages) {
    sequence += 1;
    text += `id: ${sequence}\ndata: ${message()}\n\n`;
  }
  stream?.enqueue(encoder.encode(text));
}

const delta = (text: string) => () =>
  door === "chat" ? JSON.stringify({ type: "text", text }) : event("agent.message.delta", { text });

const isFollowed = () => stream !== null;

function begin(): void {
  if (door === "chat") {
    send(
      () => JSON.stringify({ type: "message", id: "m", turnId, text: "Tell me all." }),
      () => JSON.stringify({ type: "turn", turnId, state: "started" }),
    );
    return;
  }
  send(
    () => event("user.message", { text: "Tell me all." }, null),
    () => event("turn.queued", { turnId, triggerEventId: "e0000000-0000-4000-8000-000000000001", source: "user" }),
    () => event("session.status.changed", { status: "running" }, null),
    () => event("turn.started", {}),
  );
}

function finish(): void {
  if (door === "chat") {
    const reply = { status: "complete", sessionId, workspaceId: "w", turnId, text: "" };
    send(
      () => JSON.stringify({ type: "done", reply }),
      () => JSON.stringify({ type: "turn", turnId, state: "ended" }),
    );
    return;
  }
  let text = "";
  for (let piece = 0; piece < sent; piece += 1) text += answerPiece(piece);
  send(
    () => event("agent.message.completed", { text }),
    () => event("turn.completed", {}),
    () => event("session.status.changed", { status: "idle" }, null),
  );
}

/** Until the last that was sent is drawn. */
async function drawn(): Promise<void> {
  const last = () => document.querySelector(".sv-markdown")?.lastElementChild?.textContent ?? "";
  const end = sent === 0 ? "" : `end${sent - 1}`;
  while (!endsWith.call(last(), end)) await frame();
}

async function settled(): Promise<Looks> {
  await drawn();
  for (let count = 0; count < 12; count += 1) await frame();
  return looks.take();
}

window.growing = {
  async mount(shown) {
    door = shown;
    createRoot(document.getElementById("root")!).render(
      <ServiceProvider identity={{ tenant: "acme", user: "ana" }} fetch={answer}>
        {shown === "chat" ? <ChatConversation conversation="c" /> : <SessionConversation sessionId={sessionId} />}
      </ServiceProvider>,
    );
    while (!isFollowed()) await frame();
    begin();
    await settled();
  },
  async streamTo(until) {
    looks.take();
    while (sent < Math.min(until, pieces)) {
      const next: (() => string)[] = [];
      for (; next.length < piecesAStep && sent < until; sent += 1) next.push(delta(answerPiece(sent)));
      send(...next);
      // One draw for each step: on a slow machine several steps would share one, which looks at fewer strings.
      await drawn();
    }
    return settled();
  },
  end() {
    looks.take();
    finish();
    return settled();
  },
};
