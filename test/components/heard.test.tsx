import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { virtual } from "@guidepup/virtual-screen-reader";
import { useLayoutEffect } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Announcer } from "../../src/components/announcer/announcer.js";
import { DecisionList } from "../../src/components/decisions/decision-list.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useSessionById } from "../../src/hooks/use-session-by-id.js";
import { useSession } from "../../src/hooks/use-session.js";
import type { SessionVerbs, SessionView } from "../../src/hooks/session-view.js";
import { faultFetch } from "../../src/testing/fault-fetch.js";
import { createManualClock, type ManualClock } from "../../src/testing/manual-clock.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { converse } from "../hooks/conversation.js";

/** Announcements of whole flows through both doors, as a screen reader reads them: golden transcripts. */

type Door = "chat" | "session";
type Shown = SessionView & SessionVerbs;

let world: ChatWorld;
let clock: ManualClock;
/** The session as it was last drawn. */
let now: Shown;
let isRefused: boolean;
/** Whether sent messages stay in flight. */
let holds: boolean;
let hasRun: boolean;
/** The first page of the history is read after this. */
let mayRead: Promise<unknown>;
beforeEach(async () => {
  world = await chatWorld();
  clock = createManualClock();
  isRefused = false;
  holds = false;
  hasRun = false;
  mayRead = Promise.resolve();
  heardBefore = 0;
});
afterEach(async () => {
  await virtual.stop();
  cleanup();
  // A message that was refused would be there again.
  sessionStorage.clear();
  await world.close();
});

/** Passes the drawn session to the test. */
function watch(session: Shown): void {
  now = session;
  if (session.isRunning) hasRun = true;
}

function Heard({ session }: { readonly session: Shown }) {
  useLayoutEffect(() => watch(session), [session]);
  return (
    <>
      <DecisionList decisions={session.pending} onRespond={session.respond} />
      <Announcer session={session} clock={clock} />
    </>
  );
}
const Chat = () => <Heard session={useSession({ conversation: "c_1" })} />;
const Session = ({ id }: { readonly id: string }) => <Heard session={useSessionById(id)} />;

async function open(door: Door): Promise<void> {
  await mount(door);
  await when(() => !now.isRestoring && now.connection === "live");
}

async function mount(door: Door): Promise<void> {
  const faults = faultFetch(world.fetch, ({ method }) => {
    if (method !== "POST") return undefined;
    if (holds) return { kind: "no-answer" };
    return isRefused ? { kind: "status", status: 409 } : undefined;
  });
  const network: typeof fetch = async (input, init) => {
    const { method } = new Request(
      new URL(String(input instanceof Request ? input.url : input), "https://host.example"),
      init,
    );
    if (method === "GET") await mayRead;
    return faults(input, init);
  };
  const sessionId = await converse(world, "/say Before.");
  const { container } = render(
    <ServiceProvider identity={ana} fetch={network}>
      {door === "chat" ? <Chat /> : <Session id={sessionId} />}
    </ServiceProvider>,
  );
  await virtual.start({ container });
}

const when = (is: () => boolean) => waitFor(() => expect(is()).toBe(true), { timeout: 30_000 });

const send = (text: string) => act(async () => void now.sendMessage(text).catch(() => undefined));
/** The turn has ended: it ran, no decision is pending, and a row follows the message. */
const ended = () =>
  when(() => {
    const last = [...now.settled, ...now.live].at(-1);
    const isAnswered = last?.kind !== "item" || last.item.kind !== "user-message";
    return hasRun && !now.isRunning && isAnswered && now.pending.every(({ state }) => state.name === "settled");
  });
const asked = () => when(() => now.pending.some(({ state }) => state.name === "pending"));
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

/** Lets the regions update, and returns the texts read since the last call. */
let heardBefore = 0;
async function heard(ms = 100): Promise<readonly string[]> {
  // Effects of the last render run first.
  await act(async () => undefined);
  await act(() => clock.advanceAsync(ms));
  await new Promise((resolve) => setTimeout(resolve));
  const log = (await virtual.spokenPhraseLog()).filter((phrase) => /^(polite|assertive): ./.test(phrase));
  const news = log.slice(heardBefore);
  heardBefore = log.length;
  return news.map((phrase) => phrase.replaceAll("\u00a0", ""));
}

const flows: Readonly<
  Record<string, { readonly run: () => Promise<readonly string[]>; readonly says: readonly string[] }>
> = {
  "an answer that streams": {
    async run() {
      await send("/long 60 300");
      await ended();
      return heard();
    },
    says: [
      "polite: The agent is answering. Answer complete. The path begins at the old mill and follows the river for about an hour.",
    ],
  },
  "an approval that is given": {
    async run() {
      await send("/approve acme__send_invoice {}");
      await asked();
      const first = await heard();
      await press("Approve");
      await ended();
      return [...first, ...(await heard())];
    },
    says: [
      "polite: The agent is answering",
      "assertive: Approval needed: Send invoice",
      "polite: Answer complete. acme send invoice was approved and has run.",
    ],
  },
  "an approval that is rejected": {
    async run() {
      await send("/approve delete_everything {}");
      await asked();
      const first = await heard();
      await press("Reject…");
      await press("Reject");
      await ended();
      return [...first, ...(await heard())];
    },
    says: [
      "polite: The agent is answering",
      "assertive: Approval needed: Delete everything",
      "polite: Answer complete. delete everything was rejected and has not run: no reason was given",
    ],
  },
  "an approval that is given elsewhere": {
    async run() {
      await send("/approve send_invoice {}");
      await asked();
      const first = await heard();
      const chat = await world.service.chat({ tenant: ana.tenant, user: ana.user, conversation: "c_1" });
      await chat.respond({ requestId: now.pending[0]!.id, decision: "approve" });
      await ended();
      return [...first, ...(await heard())];
    },
    says: [
      "polite: The agent is answering",
      "assertive: Approval needed: Send invoice",
      "polite: Approved by you in another window. Answer complete. send invoice was approved and has run.",
    ],
  },
  "a question that is answered": {
    async run() {
      await send("/ask text\n/say Thank you.");
      await asked();
      const first = await heard();
      await userEvent.type(screen.getByRole("textbox"), "Lisbon");
      await press("Answer");
      await ended();
      return [...first, ...(await heard())];
    },
    says: [
      "polite: The agent is answering",
      "assertive: The agent asks: What should the trip be called?",
      "polite: Answer complete. Thank you.",
    ],
  },
  "a question that is skipped": {
    async run() {
      await send("/ask text skip");
      await asked();
      const first = await heard();
      await press("Skip");
      await ended();
      return [...first, ...(await heard())];
    },
    says: [
      "polite: The agent is answering",
      "assertive: The agent asks: What should the trip be called?",
      "polite: Answer complete. You skipped the questions, so I'll continue without your answers.",
    ],
  },
  "an answer that fails": {
    async run() {
      await send("/long 30 200\n/fail middle no_capacity");
      await ended();
      return heard();
    },
    says: ["polite: The agent is answering", "assertive: The answer failed. The scripted agent failed, as requested."],
  },
  "an answer that is stopped": {
    async run() {
      await send("/say Working.\n/silence 3600");
      await when(() => now.isAccepted);
      const first = await heard();
      await act(async () => void now.stop());
      await ended();
      return [...first, ...(await heard())];
    },
    says: ["polite: The agent is answering", "polite: Answer stopped"],
  },
  "messages that wait": {
    async run() {
      await send("/silence 3600");
      await when(() => now.isAccepted);
      const first = await heard();
      await send("/say Second.");
      await when(() => now.queue.length === 1);
      const second = await heard();
      await send("/say Third.");
      await when(() => now.queue.length === 2);
      return [...first, ...second, ...(await heard())];
    },
    says: ["polite: The agent is answering", "polite: 1 message queued", "polite: 2 messages queued"],
  },
  "a message that is refused": {
    async run() {
      isRefused = true;
      await send("Hello");
      await when(() => now.error !== null);
      return heard();
    },
    says: ["assertive: Couldn't send your message"],
  },
  "a tool that fails": {
    async run() {
      await send("/tool-fail search_orders\n/long 30 200");
      await ended();
      return heard();
    },
    says: [
      "polite: The agent is answering. Answer complete. 1 step failed. The path begins at the old mill and follows the river for about an hour.",
    ],
  },
};

/** An answer is confirmed unless its turn ends at the same moment, as these short ones may. `announcements` tests the sentence. */
function withoutConfirmation(said: readonly string[]): readonly string[] {
  const confirmed = /(?<=^polite: )(?:Approved|Rejected|Answered|Skipped|Answer sent)\.(?: Continuing…)?(?: |$)/;
  return said.map((line) => line.replace(confirmed, "")).filter((line) => line !== "polite: ");
}

describe.each<Door>(["chat", "session"])("announcements through the %s of", (door) => {
  it.each(Object.entries(flows))("%s", async (_name, { run, says }) => {
    await open(door);
    expect(withoutConfirmation(await run())).toEqual(says);
  });

  it("an approval, within a second", async () => {
    await open(door);
    await send("/approve send_invoice {}");
    await asked();
    expect(await heard(1000)).toContain("assertive: Approval needed: Send invoice");
  });

  it("an answer to a message that was sent while the history is read", async () => {
    let read = () => {};
    mayRead = new Promise<void>((resolve) => (read = resolve));
    await mount(door);
    await send("/long 60 300");
    await when(() => now.isAccepted);
    read();
    await ended();
    expect(await heard()).toEqual([
      "polite: The agent is answering. Answer complete. The path begins at the old mill and follows the river for about an hour.",
    ]);
  });

  it("a message, nothing before the service has taken it", async () => {
    holds = true;
    await open(door);
    await send("Hello");
    await when(() => now.live.length > 0);
    expect(await heard(1000)).toEqual([]);
  });
});
