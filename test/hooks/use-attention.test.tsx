import { act, render, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  badgeAttention,
  notificationAttention,
  titleAttention,
  type AttentionAdapter,
} from "../../src/hooks/attention-adapters.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { useAttention, type Attention } from "../../src/hooks/use-attention.js";
import { useChat, type Chat } from "../../src/hooks/use-chat.js";
import { useSessionById } from "../../src/hooks/use-session-by-id.js";
import { useSessions } from "../../src/hooks/use-sessions.js";
import { english } from "../../src/strings/messages.js";
import { ServiceClient } from "../../src/api/service-client.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";
import { holder } from "./holder.js";

let world: ChatWorld;
let sessionId: string;
beforeEach(async () => {
  world = await chatWorld();
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "c" });
  await chat.send("/say hi");
  sessionId = chat.sessionId;
});
afterEach(async () => {
  Reflect.deleteProperty(document, "visibilityState");
  document.dispatchEvent(new Event("visibilitychange"));
  await world.close();
});

/** Makes the page visible or hidden. */
function look(state: DocumentVisibilityState): void {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

describe("useAttention", () => {
  it("counts ended turns while the page is hidden, shows them in the title, and resets when it is visible", async () => {
    const page = { title: "Numbers" };
    const adapters: readonly AttentionAdapter[] = [titleAttention(page)];
    const { hold, held } = holder<Attention & { readonly connection: string }>();
    function Probe() {
      const { connection } = useSessionById(sessionId);
      const attention = useAttention({ adapters });
      useEffect(() => hold({ ...attention, connection }));
      return null;
    }
    const show = (person: typeof ana | null) => (
      <ServiceProvider identity={person} fetch={world.fetch}>
        <Probe />
      </ServiceProvider>
    );
    const { rerender, unmount } = render(show(ana));
    await waitFor(() => expect(held().connection).toBe("live"));
    const client = new ServiceClient({ baseUrl: "/api/service", fetch: world.fetch });
    const send = (text: string) => client.sendEvent({ sessionId }, { type: "user.message", payload: { text } });

    await send("/approve deploy {}");
    await waitFor(async () => expect((await client.getSession({ sessionId })).status).toBe("requires_action"));
    expect(held().count).toBe(0);
    expect(page.title).toBe("Numbers");

    act(() => look("hidden"));
    await waitFor(() => expect(held().entries.map(({ reason }) => reason)).toEqual(["decision"]));
    expect(page.title).toBe("(1) Numbers");
    act(() => look("visible"));
    await waitFor(() => expect(held().count).toBe(0));
    expect(page.title).toBe("Numbers");

    act(() => look("hidden"));
    await waitFor(() => expect(page.title).toBe("(1) Numbers"));
    rerender(show(null));
    expect(held().count).toBe(0);
    await waitFor(() => expect(page.title).toBe("Numbers"));
    unmount();
  });
});

describe("useAttention with a chat", () => {
  it("is calm about the chat's session while it is in view, and counts what it waits for once the reader has gone", async () => {
    const { hold, held } = holder<Attention & { readonly needsInput: boolean }>();
    function Chat() {
      const { needsInput } = useChat({ conversation: "c" });
      const attention = useAttention();
      useEffect(() => hold({ ...attention, needsInput }));
      return null;
    }
    render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <Chat />
      </ServiceProvider>,
    );
    const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "c" });
    await chat.send("/approve deploy {}");
    await waitFor(() => expect(held().needsInput).toBe(true));
    expect(held().count).toBe(0);
    act(() => look("hidden"));
    await waitFor(() => expect(held().entries).toEqual([{ sessionId, title: null, reason: "decision" }]));
    act(() => look("visible"));
    await waitFor(() => expect(held().count).toBe(0));
  });

  it("counts what waits in a panel that was closed, until it is decided in another tab", async () => {
    const { hold, held } = holder<Attention>();
    const { hold: holdChat, held: heldChat } = holder<Pick<Chat, "needsInput" | "pending">>();
    function Panel() {
      const { needsInput, pending } = useChat({ conversation: "c" });
      useEffect(() => holdChat({ needsInput, pending }));
      return null;
    }
    function Badge({ inView }: { readonly inView: readonly string[] }) {
      const attention = useAttention({ inView });
      useEffect(() => hold(attention));
      return null;
    }
    const page = (isOpen: boolean) => (
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <Badge inView={isOpen ? [sessionId] : []} />
        {isOpen && <Panel />}
      </ServiceProvider>
    );
    const { rerender } = render(page(true));
    const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "c" });
    await chat.send("/approve deploy {}");
    await waitFor(() => expect(heldChat().needsInput).toBe(true));
    expect(held().count).toBe(0);
    rerender(page(false));
    await waitFor(() => expect(held().entries).toEqual([{ sessionId, title: null, reason: "decision" }]));
    await chat.respond({ requestId: heldChat().pending[0]?.id ?? "", decision: "approve" });
    await waitFor(() => expect(held().count).toBe(0));
    rerender(page(true));
    await waitFor(() => expect(heldChat().needsInput).toBe(false));
    expect(held().count).toBe(0);
  });

  it("is calm about a session of the list that a chat shows, and not about the others", async () => {
    const other = await world.service.chat({ tenant: "acme", user: "ana", conversation: "other" });
    for (const conversation of ["c", "other"]) {
      const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation });
      await chat.send("/approve deploy {}");
    }
    const { hold, held } = holder<Attention & { readonly needsInput: boolean; readonly listed: number }>();
    function Page() {
      const { needsInput } = useChat({ conversation: "c" });
      const { sessions } = useSessions();
      const attention = useAttention({ sessions });
      useEffect(() => hold({ ...attention, needsInput, listed: sessions.length }));
      return null;
    }
    render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <Page />
      </ServiceProvider>,
    );
    await waitFor(() => expect(held()).toMatchObject({ needsInput: true, listed: 2 }));
    await waitFor(() => expect(held().entries.map((one) => one.sessionId)).toEqual([other.sessionId]));
  });
});

const entry = (id: string) => ({ sessionId: id, title: `Title ${id}`, reason: "decision" as const });
const strings = english.attention;

describe("the adapters", () => {
  it("keep what the host makes of its title meanwhile", () => {
    const page = { title: "A" };
    const adapter = titleAttention(page);
    adapter.show({ entries: [entry("1")], added: [], strings });
    page.title = "B";
    adapter.show({ entries: [entry("1"), entry("2")], added: [], strings });
    expect(page.title).toBe("(2) B");
    adapter.clear();
    expect(page.title).toBe("B");
  });

  it("count in front of each title that the host gives the document", async () => {
    document.title = "A";
    const adapter = titleAttention();
    adapter.show({ entries: [entry("1")], added: [], strings });
    document.title = "B";
    await waitFor(() => expect(document.title).toBe("(1) B"));
    adapter.clear();
    document.title = "C";
    await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
    expect(document.title).toBe("C");
  });

  it("stop where two watch one title", async () => {
    document.title = "A";
    const adapters = [titleAttention(), titleAttention()];
    for (const adapter of adapters) adapter.show({ entries: [entry("1")], added: [], strings });
    document.title = "B";
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
    expect(document.title).toBe("(1) (1) B");
    for (const adapter of adapters.toReversed()) adapter.clear();
    expect(document.title).toBe("B");
  });

  it("show until the last component that uses them has left", () => {
    const adapter = { show: vi.fn<AttentionAdapter["show"]>(), clear: vi.fn<() => void>() };
    const adapters = [adapter];
    function Uses() {
      useAttention({ adapters });
      return null;
    }
    const page = (count: number) => (
      <ServiceProvider identity={ana} fetch={world.fetch}>
        {Array.from({ length: count }, (_, n) => (
          <Uses key={n} />
        ))}
      </ServiceProvider>
    );
    const { rerender } = render(page(2));
    rerender(page(1));
    expect(adapter.clear).not.toHaveBeenCalled();
    rerender(page(0));
    expect(adapter.clear).toHaveBeenCalledTimes(1);
  });

  it("that throw are reported, and leave the others and the page as they are", async () => {
    const reported = vi.fn<(error: unknown) => void>();
    vi.stubGlobal("reportError", reported);
    onTestFinished(() => void vi.unstubAllGlobals());
    const broken = () => {
      throw new Error("no tray");
    };
    const other = { show: vi.fn<AttentionAdapter["show"]>(), clear: vi.fn<() => void>() };
    const adapters = [{ show: broken, clear: broken }, other];
    function Uses() {
      useAttention({ adapters });
      return <p>The page</p>;
    }
    const { unmount } = render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <Uses />
      </ServiceProvider>,
    );
    await waitFor(() => expect(other.show).toHaveBeenCalled());
    expect(screen.getByText("The page")).toBeTruthy();
    unmount();
    expect(other.clear).toHaveBeenCalledTimes(1);
    expect(reported).toHaveBeenCalledWith(expect.objectContaining({ message: "no tray" }));
  });

  it("badge the app, and bear a platform that cannot or will not", async () => {
    const counts: (number | undefined)[] = [];
    const app = {
      setAppBadge: async (count?: number) => void counts.push(count),
      clearAppBadge: async () => void counts.push(0),
    };
    const adapter = badgeAttention(app);
    adapter.show({ entries: [entry("1")], added: [], strings });
    adapter.show({ entries: [], added: [], strings });
    expect(counts).toEqual([1, 0]);
    badgeAttention({}).show({ entries: [entry("1")], added: [], strings });
    badgeAttention({ setAppBadge: () => Promise.reject(new Error("no")) }).show({
      entries: [entry("1")],
      added: [],
      strings,
    });
    await Promise.resolve();
  });

  it("notify of each session once, only when that was allowed, and take it back when it is over", () => {
    const made: { title: string; closed: boolean; press: () => void }[] = [];
    const opened: string[] = [];
    const maker = (permission: NotificationPermission) =>
      class {
        static permission = permission;
        readonly #fact: (typeof made)[number];
        constructor(title: string) {
          this.#fact = { title, closed: false, press: () => undefined };
          made.push(this.#fact);
        }
        addEventListener(_type: string, press: () => void) {
          this.#fact.press = press;
        }
        close() {
          this.#fact.closed = true;
        }
      };
    const onOpen = (id: string) => void opened.push(id);
    notificationAttention({ Notification: maker("default") as never }).show({
      entries: [entry("1")],
      added: [entry("1")],
      strings,
    });
    expect(made).toEqual([]);
    const adapter = notificationAttention({ Notification: maker("granted") as never, onOpen });
    adapter.show({ entries: [entry("1")], added: [entry("1")], strings });
    adapter.show({ entries: [entry("1"), entry("2")], added: [entry("2")], strings });
    expect(made).toHaveLength(2);
    made[0]?.press();
    expect(opened).toEqual(["1"]);
    adapter.show({ entries: [], added: [], strings });
    expect(made.map(({ closed }) => closed)).toEqual([true, true]);
  });
});
