import { render, waitFor } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import type { SessionVerbs, SessionView } from "../../src/hooks/session-view.js";
import { useSession } from "../../src/hooks/use-session.js";
import { useSessionById } from "../../src/hooks/use-session-by-id.js";
import { itemsOf } from "../../src/timeline/groups.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { converse } from "./conversation.js";

type Shown = SessionView & SessionVerbs;
type DoorName = "chat" | "session";

let world: ChatWorld;
let sessionId: string;
beforeEach(async () => {
  world = await chatWorld();
  sessionId = await converse(world, "/say Before.");
});
afterEach(async () => {
  sessionStorage.clear();
  await world.close();
});

const messagesIn = ({ settled, live }: Shown) =>
  [...settled, ...live].flatMap(itemsOf).flatMap((item) => (item.kind === "user-message" ? [item] : []));

/** Texts of the person's messages in the rows, then of those that wait. */
const textsOf = (view: Shown) => [...messagesIn(view), ...view.queue].map(({ text }) => text);

/** Keys of the messages that were not sent. */
const unsent = (view: Shown) =>
  messagesIn(view).flatMap(({ delivery, reconciliationKey }) =>
    delivery?.state === "failed" ? [reconciliationKey] : [],
  );

/** One session on one page, through the given doors: each one's newest view, and every list of texts that it had. */
async function openPage(doors: readonly DoorName[], network: typeof fetch = world.fetch, isOnline = true) {
  const views: Partial<Record<DoorName, Shown>> = {};
  const history: Record<DoorName, (readonly string[])[]> = { chat: [], session: [] };
  function Watch({ name, shown }: { readonly name: DoorName; readonly shown: Shown }) {
    useLayoutEffect(() => {
      views[name] = shown;
      history[name].push(textsOf(shown));
    });
    return null;
  }
  const Chat = () => <Watch name="chat" shown={useSession({ conversation: "c_1" })} />;
  const Session = () => <Watch name="session" shown={useSessionById(sessionId)} />;
  const page = (open: readonly DoorName[]) => (
    <ServiceProvider identity={ana} fetch={network}>
      {open.includes("chat") && <Chat />}
      {open.includes("session") && <Session />}
    </ServiceProvider>
  );
  const { unmount, rerender } = render(page(doors));
  let open = doors;
  const all = (is: (view: Shown) => boolean) =>
    waitFor(
      () => {
        const now = open.map((name) => views[name]);
        expect(now.map((view) => view !== undefined && is(view))).toEqual(open.map(() => true));
      },
      { timeout: 30_000 },
    );
  const show = (next: readonly DoorName[]) => {
    open = next;
    rerender(page(next));
  };
  if (isOnline) await all((view) => !view.isRestoring && view.connection === "live");
  return { views: views as Record<DoorName, Shown>, history, all, show, unmount };
}

/** A network that refuses messages until `mend`, with a status after which they are not sent again by themselves. */
function brokenNetwork() {
  let isBroken = true;
  let posts = 0;
  const network: typeof fetch = async (input, init) => {
    const isMessage = init?.method === "POST" && typeof init.body === "string" && /Unsent/.test(init.body);
    if (isMessage) posts += 1;
    if (isMessage && isBroken) return Response.json({ error: { code: "conflict", message: "No." } }, { status: 409 });
    return world.fetch(input, init);
  };
  return { network, mend: () => (isBroken = false), posts: () => posts };
}

/** How often the log has a message. */
async function countInLog(text: string): Promise<number> {
  const events = await (await world.fetch(`/api/service/v1/workspaces/current/sessions/${sessionId}/events`)).json();
  return (events as { type: string }[]).filter(
    (event) => event.type === "user.message" && JSON.stringify(event).includes(text),
  ).length;
}

describe.each<{ door: DoorName; other: DoorName }>([
  { door: "chat", other: "session" },
  { door: "session", other: "chat" },
])("a message that the $door door could not send", ({ door, other }) => {
  it("is in the other door too, which sends it once", async () => {
    const { network, mend } = brokenNetwork();
    const { views, all } = await openPage(["chat", "session"], network);
    await expect(views[door].sendMessage("/say Unsent.")).rejects.toMatchObject({ status: 409 });
    await all((view) => unsent(view).length === 1);
    mend();
    await views[other].retry(unsent(views[other])[0]!);
    await all((view) => !view.isRunning && unsent(view).length === 0 && textsOf(view).length === 2);
    expect(await countInLog("Unsent.")).toBe(1);
  });

  it("is gone from both once the other one discards it", async () => {
    const { network, mend } = brokenNetwork();
    const { views, all, unmount } = await openPage(["chat", "session"], network);
    await expect(views[door].sendMessage("/say Unsent.")).rejects.toMatchObject({ status: 409 });
    await all((view) => unsent(view).length === 1);
    views[other].discard(unsent(views[other])[0]!);
    await all((view) => textsOf(view).length === 1);
    unmount();
    mend();
    const reloaded = await openPage(["chat", "session"], network);
    await reloaded.all((view) => textsOf(view).length === 1);
    expect(await countInLog("Unsent.")).toBe(0);
  });

  it("is in the other one that takes its place on the page", async () => {
    const { network, mend, posts } = brokenNetwork();
    const { views, all, show } = await openPage([door], network);
    await expect(views[door].sendMessage("/say Unsent.")).rejects.toMatchObject({ status: 409 });
    show([other]);
    await all((view) => unsent(view).length === 1);
    mend();
    await views[other].retry(unsent(views[other])[0]!);
    show([door]);
    await all((view) => !view.isRunning && unsent(view).length === 0 && textsOf(view).length === 2);
    expect([await countInLog("Unsent."), posts()]).toEqual([1, 2]);
  });

  it("is in the other one after a reload, and in neither once that has sent it", async () => {
    const { network, mend } = brokenNetwork();
    const before = await openPage([door], network);
    await expect(before.views[door].sendMessage("/say Unsent.")).rejects.toMatchObject({ status: 409 });
    before.unmount();
    const after = await openPage([other], network);
    await after.all((view) => unsent(view).length === 1);
    mend();
    await after.views[other].retry(unsent(after.views[other])[0]!);
    await after.all((view) => !view.isRunning && unsent(view).length === 0);
    after.unmount();
    const last = await openPage(["chat", "session"], network);
    await last.all((view) => textsOf(view).length === 2 && unsent(view).length === 0);
    expect(await countInLog("Unsent.")).toBe(1);
  });

  it("is there after a reload without a network", async () => {
    const { network } = brokenNetwork();
    const before = await openPage([door], network);
    await expect(before.views[door].sendMessage("/say Unsent.")).rejects.toMatchObject({ status: 409 });
    before.unmount();
    const refuse: typeof fetch = async () => Response.json({ error: { code: "no", message: "No." } }, { status: 400 });
    const after = await openPage([door], refuse, false);
    await after.all((view) => unsent(view).length === 1);
  });
});

describe("a message on its way", () => {
  it("never leaves either door's view once it is there", async () => {
    const { views, all, history } = await openPage(["chat", "session"]);
    for (const door of ["chat", "session", "chat"] as const) {
      const count = textsOf(views[door]).length;
      await views[door].sendMessage(`/say Number ${count}.`);
      await all((view) => !view.isRunning && textsOf(view).length === count + 1);
    }
    for (const door of ["chat", "session"] as const) {
      const counts = history[door].map((texts) => new Set(texts).size);
      expect(counts).toEqual([...counts].toSorted((one, other) => one - other));
      expect(history[door].every((texts) => new Set(texts).size === texts.length)).toBe(true);
    }
  });

  it("stays in the view whose log is no longer followed", async () => {
    let isRefused = false;
    const network: typeof fetch = async (input, init) => {
      if (!isRefused || !String(input instanceof Request ? input.url : input).includes("/events/stream"))
        return world.fetch(input, init);
      return Response.json({ error: { code: "forbidden", message: "No." } }, { status: 403 });
    };
    const { views, all } = await openPage(["chat", "session"], network);
    isRefused = true;
    window.dispatchEvent(new Event("offline"));
    await waitFor(() => expect(views.session.connection).toBe("closed"), { timeout: 30_000 });
    await views.chat.sendMessage("/say Read by the chat.");
    await all((view) => textsOf(view).includes("/say Read by the chat."));
    const answers = () => [...views.chat.settled].flatMap(itemsOf).filter(({ kind }) => kind === "agent-message");
    await waitFor(() => expect(answers()).toHaveLength(2), { timeout: 30_000 });
    expect(textsOf(views.session)).toContain("/say Read by the chat.");
  });

  it("is sent by one of them", async () => {
    let posts = 0;
    const network: typeof fetch = (input, init) => {
      if (init?.method === "POST" && typeof init.body === "string" && init.body.includes("Once")) posts += 1;
      return world.fetch(input, init);
    };
    const { views, all } = await openPage(["chat", "session"], network);
    await views.chat.sendMessage("/say Once.");
    await all((view) => !view.isRunning && textsOf(view).length === 2);
    expect([posts, await countInLog("Once.")]).toEqual([1, 1]);
  });
});
