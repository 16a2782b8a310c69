import { render, waitFor } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DecisionState } from "../../src/conversation/decisions/decision.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useSessionById } from "../../src/hooks/use-session-by-id.js";
import { useSession } from "../../src/hooks/use-session.js";
import type { SessionVerbs, SessionView } from "../../src/hooks/session-view.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { converse } from "./conversation.js";

type Shown = SessionView & SessionVerbs;
type DoorName = "chat" | "session";

let world: ChatWorld;
beforeEach(async () => {
  world = await chatWorld();
});
afterEach(async () => {
  sessionStorage.clear();
  await world.close();
});

/** One session on one page through both doors: each one's newest view, and every state it gave a decision. */
async function openBoth(sessionId: string, network = world.fetch) {
  const views: Partial<Record<DoorName, Shown>> = {};
  const states: Record<DoorName, DecisionState[]> = { chat: [], session: [] };
  function Watch({ name, shown }: { readonly name: DoorName; readonly shown: Shown }) {
    useLayoutEffect(() => {
      views[name] = shown;
      states[name].push(...shown.pending.map(({ state }) => state));
    });
    return null;
  }
  const Chat = () => <Watch name="chat" shown={useSession({ conversation: "c_1" })} />;
  const Session = () => <Watch name="session" shown={useSessionById(sessionId)} />;
  const { unmount } = render(
    <ServiceProvider identity={ana} fetch={network}>
      <Chat />
      <Session />
    </ServiceProvider>,
  );
  const both = (is: (view: Shown) => boolean) =>
    waitFor(
      () => expect([views.chat, views.session].map((view) => view !== undefined && is(view))).toEqual([true, true]),
      { timeout: 30_000 },
    );
  await both((view) => !view.isRestoring && view.connection === "live");
  return { views: views as Record<DoorName, Shown>, states, both, unmount };
}

/** The decisions that read as given elsewhere. */
const elsewhere = (states: Readonly<Record<DoorName, readonly DecisionState[]>>) =>
  [...states.chat, ...states.session].filter((state) => state.name === "settled" && !state.here);

/** A network on which answers to decisions are under way until `arrive` is called. */
function slowAnswers() {
  const late: (() => Promise<Response>)[] = [];
  const network: typeof fetch = async (input, init) => {
    const isAnswer = init?.method === "POST" && typeof init.body === "string" && /"decision"/.test(init.body);
    if (!isAnswer) return world.fetch(input, init);
    // The page that sent it may be gone by then, and its signal with it.
    const { signal: _, ...sent } = init ?? {};
    late.push(() => world.fetch(input, sent));
    return new Promise(() => {});
  };
  return { network, late, arrive: () => Promise.all(late.map((send) => send())) };
}

describe.each<{ door: DoorName }>([{ door: "chat" }, { door: "session" }])(
  "an approval that was given through the $door door",
  ({ door }) => {
    it("is over in the other one too, and never reads as given elsewhere", async () => {
      const { views, states, both } = await openBoth(await converse(world, "/say Before."));
      await views[door].sendMessage('/approve refund {"amount":5}');
      await both(({ pending }) => pending.length === 1);
      await views[door].respond(views[door].pending[0]!.id, { kind: "approval", decision: "approve" });
      await both(({ pending, isRunning }) => pending.length === 0 && !isRunning);
      expect(elsewhere(states)).toEqual([]);
    });

    it("never reads as given elsewhere after a reload while it is under way", async () => {
      const sessionId = await converse(world, "/say Before.");
      const { network, late, arrive } = slowAnswers();
      const { views, both, unmount } = await openBoth(sessionId, network);
      await views[door].sendMessage('/approve refund {"amount":5}');
      await both(({ pending }) => pending.length === 1);
      void views[door].respond(views[door].pending[0]!.id, { kind: "approval", decision: "approve" });
      await waitFor(() => expect(late).toHaveLength(1));
      unmount();
      const reloaded = await openBoth(sessionId);
      await reloaded.both(({ pending }) => pending.length === 1);
      await arrive();
      await reloaded.both(({ pending, isRunning }) => pending.length === 0 && !isRunning);
      expect(elsewhere(reloaded.states)).toEqual([]);
    });
  },
);
