import { act, render, screen, waitFor } from "@testing-library/react";
import { StrictMode, Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { HeadersAsk } from "../../src/foundation/headers.js";
import { ServiceProvider, type ServiceProviderProps } from "../../src/hooks/service-provider.js";
import { useChat, type Chat, type UseChatOptions } from "../../src/hooks/use-chat.js";
import { faultFetch, type FaultFetch } from "../../src/testing/fault-fetch.js";
import { ana, chatWorld, chloe, transcript, type ChatWorld } from "../chat/chat-world.js";
import { holder } from "./holder.js";

let world: ChatWorld;
let network: FaultFetch;
beforeEach(async () => {
  world = await chatWorld();
  network = faultFetch(world.fetch, () => undefined);
});
afterEach(() => world.close());

const requests = () => network.seen.map(({ method, url }) => `${method} ${url.pathname}${url.search}`);

/** Shows a chat as text, and hands out what the hook gave last. */
function probe() {
  const { hold, held: chat } = holder<Chat>();
  function Probe(options: Partial<UseChatOptions>) {
    const shown = useChat({ conversation: "c_1", ...options });
    useEffect(() => hold(shown));
    return <pre data-testid="chat">{JSON.stringify([shown.status, shown.isRestoring, transcript(shown)])}</pre>;
  }
  return { Probe, chat };
}

function Provider(props: Partial<ServiceProviderProps>) {
  return <ServiceProvider identity={ana} fetch={network} {...props} />;
}

const shows = (text: string) => screen.findByText((content) => content.includes(text));

describe("useChat", () => {
  it("explains a missing provider", () => {
    const { Probe } = probe();
    const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(() => render(<Probe />)).toThrow(/ServiceProvider.*identity/);
    quiet.mockRestore();
  });

  it("makes one request in StrictMode, sends, and shows the answer", async () => {
    const { Probe, chat } = probe();
    render(
      <StrictMode>
        <Provider>
          <Probe />
        </Provider>
      </StrictMode>,
    );
    await shows('["ready",false,[]]');
    await act(() => chat().sendMessage("/say Hello"));
    await shows('["ready",false,["user: /say Hello","assistant: Hello"]]');
    expect(requests().filter((request) => !request.includes("follow"))).toEqual(["GET /api/chat", "POST /api/chat"]);
  });

  it("shares one controller and one stream between components", async () => {
    const [one, two] = [probe(), probe()];
    render(
      <Provider>
        <one.Probe />
        <two.Probe />
      </Provider>,
    );
    await act(() => one.chat().sendMessage("/say Hello"));
    expect(await screen.findAllByText((content) => content.includes('"assistant: Hello"]'))).toHaveLength(2);
    expect(two.chat().messages).toBe(one.chat().messages);
    expect(two.chat().sendMessage).toBe(one.chat().sendMessage);
    const asked = requests().filter((request) => request.startsWith("GET"));
    expect(asked.filter((request) => !request.includes("follow"))).toHaveLength(1);
    // A stream from before the first message is requested once more: another process may have it.
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  it("keeps its functions' identity while the state changes", async () => {
    const { Probe, chat } = probe();
    render(<Probe />, { wrapper: Provider });
    const { sendMessage, stop, respond } = chat();
    await act(() => sendMessage("/say Hello"));
    await shows("assistant: Hello");
    expect(chat()).toMatchObject({ sendMessage, stop, respond });
  });

  it("renders a component with a selector only when what it selects changes", async () => {
    const { Probe, chat } = probe();
    const commits: string[] = [];
    function First() {
      const first = useChat({ conversation: "c_1" }, ({ messages }) => messages[0]?.id ?? "none");
      useEffect(() => void commits.push("first"));
      return <i>{first}</i>;
    }
    function Status() {
      const [needsInput, count] = useChat({ conversation: "c_1" }, (state) => [state.needsInput, state.queue.length]);
      useEffect(() => void commits.push("status"));
      return <i>{`${needsInput ? "asks" : "rests"} ${count}`}</i>;
    }
    render(
      <Provider>
        <First />
        <Status />
        <Probe />
      </Provider>,
    );
    await act(() => chat().sendMessage("/long 40 200"));
    await screen.findByText(
      (content) => content.startsWith('["ready",false,["user:') && content.includes("assistant: "),
    );
    expect(commits.toSorted()).toEqual(["first", "first", "status"]);
  });

  it("applies new callbacks and headers without a remount or another request", async () => {
    const { Probe, chat } = probe();
    const finished: string[] = [];
    const at = (n: string) => (
      <Provider>
        <Probe headers={{ "x-csrf": n }} onFinish={() => finished.push(n)} />
      </Provider>
    );
    const { rerender } = render(at("1"));
    await shows('["ready",false');
    rerender(at("2"));
    await act(() => chat().sendMessage("/say Hello"));
    await shows("assistant: Hello");
    const sent = network.seen.map(({ method, headers }) => `${method} ${headers.get("x-csrf")}`);
    expect(sent.filter((request) => request.startsWith("POST"))).toEqual(["POST 2"]);
    expect(sent.filter((request) => request === "GET 1")).toHaveLength(2);
    expect(finished).toEqual(["2"]);
  });

  it("is another chat for another conversation, and shows nothing of the one before", async () => {
    const { Probe, chat } = probe();
    const { rerender } = render(<Probe />, { wrapper: Provider });
    await act(() => chat().sendMessage("/say Hello"));
    await shows("assistant: Hello");
    rerender(<Probe conversation="c_2" />);
    expect(chat()).toMatchObject({ messages: [], isRestoring: true });
    rerender(<Probe />);
    expect(chat().messages).toHaveLength(2);
  });

  it("makes no request while disabled or signed out, and reports that to a sender", async () => {
    const { Probe, chat } = probe();
    const { unmount } = render(<Probe enabled={false} />, { wrapper: Provider });
    await expect(chat().sendMessage("Hi")).rejects.toMatchObject({ code: "chat_disabled" });
    unmount();
    render(
      <Provider identity={null}>
        <Probe />
      </Provider>,
    );
    expect(chat()).toMatchObject({ connection: "idle", isRestoring: false, messages: [] });
    await expect(chat().sendMessage("Hi")).rejects.toMatchObject({ code: "signed_out" });
    expect(requests()).toEqual([]);
  });

  it("starts what the first hook of the conversation left alone, when a later one wants it", async () => {
    const [one, two] = [probe(), probe()];
    const page = (isOpen: boolean) => (
      <Provider>
        <one.Probe resume={false} />
        {isOpen && <two.Probe />}
      </Provider>
    );
    const { rerender } = render(page(false));
    expect([requests(), one.chat().isRestoring, one.chat().id]).toEqual([[], false, "c_1"]);
    rerender(page(true));
    expect(await screen.findAllByText((content) => content.includes('["ready",false,[]]'))).toHaveLength(2);
    expect(requests().filter((request) => !request.includes("follow"))).toEqual(["GET /api/chat"]);
    await waitFor(() => expect(one.chat().connection).toBe("live"));
    one.chat().disconnect();
    await waitFor(() => expect(one.chat().connection).toBe("idle"));
    rerender(page(false));
    const asked = requests().length;
    rerender(page(true));
    expect([requests().length, two.chat().connection]).toEqual([asked, "idle"]);
  });

  it("makes one request when its first render is suspended and thrown away", async () => {
    const { Probe } = probe();
    let isLoaded = false;
    let load = () => {};
    const loading = new Promise<void>((resolve) => (load = resolve));
    function Sibling() {
      // As data libraries do, in React 18 and 19 alike.
      // oxlint-disable-next-line typescript/only-throw-error
      if (!isLoaded) throw loading;
      return null;
    }
    render(
      <StrictMode>
        <Provider>
          <Suspense fallback="Loading">
            <Probe />
            <Sibling />
          </Suspense>
        </Provider>
      </StrictMode>,
    );
    expect(requests()).toEqual([]);
    isLoaded = true;
    await act(async () => load());
    await shows('["ready",false,[]]');
    expect(requests().filter((request) => request === "GET /api/chat")).toHaveLength(1);
  });

  it("keeps each hook's own settings, in any order of unmounts", async () => {
    const { Probe, chat } = probe();
    const Other = probe().Probe;
    const tree = (isThere: boolean) => (
      <Provider>
        <Probe headers={{ "x-csrf": "kept" }} whenBusy="reject" />
        {isThere && <Other headers={{ "x-csrf": "gone" }} whenBusy="steer" />}
      </Provider>
    );
    const { rerender } = render(tree(true));
    rerender(tree(false));
    await shows('["ready",false,[]]');
    await act(() => chat().sendMessage("/approve deploy {}"));
    await shows("[deploy waiting]");
    expect(network.seen.findLast(({ method }) => method === "POST")?.headers.get("x-csrf")).toBe("kept");
  });

  it("sends and follows with its hook's headers to the end, also after the hook is unmounted", async () => {
    const { Probe, chat } = probe();
    const Beside = probe().Probe;
    const page = (conversation: string | null) => (
      <Provider>
        {conversation !== null && (
          <>
            <Probe conversation={conversation} headers={{ "x-csrf": "own" }} />
            <Beside conversation={conversation} />
          </>
        )}
      </Provider>
    );
    const { rerender } = render(page("c_1"));
    await waitFor(() => expect(chat().isRestoring).toBe(false));
    await act(async () => {
      const sent = chat().sendMessage("/say Hello");
      rerender(page(null));
      await sent;
    });
    await waitFor(() => expect(requests().filter((request) => request.includes("follow"))).toHaveLength(2));
    expect(network.seen.map(({ headers }) => headers.get("x-csrf"))).toEqual(network.seen.map(() => "own"));
  });

  it("forgets headers that its hook does not give any more", async () => {
    const { Probe, chat } = probe();
    const page = (headers?: Record<string, string>) => (
      <Provider>
        <Probe headers={headers} />
      </Provider>
    );
    const { rerender } = render(page({ "x-csrf": "own" }));
    await shows('["ready",false,[]]');
    rerender(page());
    await act(() => chat().sendMessage("/say Hello"));
    expect(network.seen.findLast(({ method }) => method === "POST")?.headers.get("x-csrf")).toBeNull();
  });

  it("asks the host for new headers once when they are refused", async () => {
    world.person = null;
    const asks: boolean[] = [];
    const { Probe } = probe();
    const headers = ({ refresh }: HeadersAsk) => {
      asks.push(refresh);
      if (refresh) world.person = ana;
      return { authorization: "Bearer token" };
    };
    render(
      <Provider headers={headers}>
        <Probe />
      </Provider>,
    );
    await shows('["ready",false,[]]');
    expect(asks.filter((refresh) => refresh)).toHaveLength(1);
  });

  it("reports uncaught errors to the provider", async () => {
    world.person = null;
    const errors: Error[] = [];
    const { Probe, chat } = probe();
    render(
      <Provider onError={(error) => errors.push(error)}>
        <Probe />
      </Provider>,
    );
    await waitFor(() => expect(errors).toMatchObject([{ status: 401 }]));
    await shows('["ready",false,[]]');
    expect(chat().connection).toBe("idle");
  });
});

describe("on a server", () => {
  it("renders as restoring, and hydrates without a mismatch", async () => {
    const { Probe } = probe();
    const page = (
      <Provider>
        <Probe />
      </Provider>
    );
    const html = renderToString(page);
    expect(html).toContain("[&quot;ready&quot;,true,[]]");
    expect(requests()).toEqual([]);
    const root = document.body.appendChild(document.createElement("div"));
    root.innerHTML = html;
    const errors: unknown[] = [];
    const hydrated = await act(() => hydrateRoot(root, page, { onRecoverableError: (error) => errors.push(error) }));
    await shows('["ready",false,[]]');
    expect(errors).toEqual([]);
    act(() => hydrated.unmount());
    root.remove();
  });
});

describe("another identity", () => {
  it("shows nothing of the one before, from the same commit on", async () => {
    const { Probe, chat } = probe();
    const commits: string[] = [];
    function Watch({ who, children }: { readonly who: string; readonly children: ReactNode }) {
      const { messages } = useChat({ conversation: "c_1" });
      useLayoutEffect(() => void commits.push(`${who} ${messages.length}`));
      return children;
    }
    const page = (identity: typeof ana | null) => (
      <Provider identity={identity}>
        <Watch who={identity?.user ?? "nobody"}>
          <Probe />
        </Watch>
      </Provider>
    );
    const { rerender } = render(page(ana));
    await act(() => chat().sendMessage("/say Secret"));
    await shows("assistant: Secret");
    const old = chat();
    world.person = chloe;
    rerender(page(chloe));
    expect(document.body.textContent).not.toContain("Secret");
    await shows('["ready",false,[]]');
    rerender(page(null));
    expect(commits.filter((commit) => !commit.startsWith("ana"))).not.toContain("chloe 2");
    expect(commits.filter((commit) => commit.startsWith("chloe") && commit !== "chloe 0")).toEqual([]);
    await expect(old.sendMessage("Hi")).rejects.toMatchObject({ code: "aborted" });
  });

  it("aborts pending requests and leaves the storage empty", async () => {
    network = faultFetch(world.fetch, ({ method }) => (method === "POST" ? { kind: "no-answer" } : undefined));
    const { Probe, chat } = probe();
    const page = (identity: typeof ana | null) => (
      <Provider identity={identity}>
        <Probe />
      </Provider>
    );
    const { rerender } = render(page(ana));
    await shows('["ready",false,[]]');
    const sent = chat().sendMessage("/say Secret");
    await shows("Secret");
    expect(JSON.stringify(Object.entries(sessionStorage))).toContain("Secret");
    rerender(page(null));
    await expect(sent).rejects.toMatchObject({ code: "aborted" });
    expect(sessionStorage).toHaveLength(0);
  });

  it("is detected in the host's responses, and nothing is shown until the host names the person", async () => {
    const { Probe, chat } = probe();
    const noticed = vi.fn<() => void>();
    function Page() {
      const [identity, setIdentity] = useState(ana);
      return (
        <Provider identity={identity} onIdentityChange={noticed}>
          <Probe />
          <button onClick={() => setIdentity(chloe)}>I am Chloe</button>
        </Provider>
      );
    }
    render(<Page />);
    await act(() => chat().sendMessage("/say Secret"));
    await shows("assistant: Secret");
    world.person = chloe;
    const sent = chat().sendMessage("/say To whom?");
    await shows('["ready",false,[]]');
    await expect(sent).rejects.toMatchObject({ code: "identity_changed" });
    expect(noticed).toHaveBeenCalledOnce();
    expect(chat().connection).toBe("idle");
    expect(await world.service.sessions.list({ tenant: "globex" })).toEqual([]);
    act(() => screen.getByRole("button").click());
    await act(() => chat().sendMessage("/say Mine"));
    await shows("assistant: Mine");
  });
});
