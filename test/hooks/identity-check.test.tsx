import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { ChatConversation, ServiceProvider, SessionConversation, SessionList, type Identity } from "@service/react";
import { StrictMode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { header } from "../../src/wire/protocol/headers.js";
import { faultFetch, type Fault, type FaultFetch, type SeenRequest } from "../../src/testing/fault-fetch.js";
import { ana, chatWorld, chloe, type ChatWorld } from "../chat/chat-world.js";
import { converse } from "./conversation.js";

const secret = "SECRET-OF-ANA";
let world: ChatWorld;
let network: FaultFetch;
let sessionId: string;
let plan: (request: SeenRequest) => Fault | undefined;
const noticed = vi.fn<() => void>();
const errors: Error[] = [];

beforeEach(async () => {
  world = await chatWorld();
  sessionId = await converse(world, `/say ${secret}`);
  plan = () => undefined;
  network = faultFetch(world.fetch, (request) => plan(request));
  noticed.mockClear();
  errors.length = 0;
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await world.close();
});

const conversations = () => ({
  chat: <ChatConversation conversation="c_1" />,
  session: <SessionConversation sessionId={sessionId} />,
});
const mounts = { chat: "/api/chat/identity", session: "/api/service/identity" };
type Door = keyof typeof mounts;

interface PageOptions {
  readonly identity?: Identity | null | undefined;
  readonly headers?: () => Record<string, string>;
}

function page(door: Door, { headers, ...options }: PageOptions = {}) {
  const { identity } = { identity: ana, ...options };
  return (
    <StrictMode>
      <ServiceProvider
        identity={identity}
        fetch={network}
        headers={headers}
        onIdentityChange={noticed}
        onError={(error) => errors.push(error)}
      >
        <h1>A host's own heading</h1>
        {conversations()[door]}
        {conversations()[door]}
      </ServiceProvider>
    </StrictMode>
  );
}

const transition = (type: "pagehide" | "pageshow", persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted }));
/** As a browser does: nothing but microtasks runs between the event and the page's freeze. */
const leave = async () => {
  transition("pagehide", true);
  await Promise.resolve();
};
const comeBack = async () => {
  transition("pageshow", true);
  await Promise.resolve();
};
const html = () => document.documentElement.outerHTML;
const asks = () => network.seen.filter(({ url }) => url.pathname.endsWith("/identity"));

async function opened(door: Door, options: PageOptions = {}) {
  const view = render(page(door, options));
  await waitFor(() => expect(screen.getAllByText(secret)).toHaveLength(2));
  return view;
}

describe("a page with a list alone", () => {
  const list = () => (
    <ServiceProvider identity={ana} fetch={network} onIdentityChange={noticed}>
      <SessionList />
    </ServiceProvider>
  );

  it("shows it again once its mount has answered", async () => {
    render(list());
    await screen.findByText(secret, { exact: false });
    await leave();
    expect(html()).not.toContain(secret);
    plan = ({ url }) => (url.pathname.endsWith("/identity") ? { kind: "delay", ms: 30 } : undefined);
    await comeBack();
    expect(html()).not.toContain(secret);
    await screen.findByText(secret, { exact: false });
    expect(asks().map(({ url }) => url.pathname)).toEqual([mounts.session]);
  });

  it("shows nothing of the first person when another one has signed in", async () => {
    render(list());
    await screen.findByText(secret, { exact: false });
    await leave();
    world.person = chloe;
    await act(comeBack);
    await waitFor(() => expect(noticed).toHaveBeenCalledOnce());
    expect(html()).not.toContain(secret);
  });
});

describe("a page that opens a chat for the first time after another person has signed in", () => {
  it("shows and writes nothing of either", async () => {
    const view = (isOpen: boolean) => (
      <ServiceProvider identity={ana} fetch={network} onIdentityChange={noticed}>
        <SessionList />
        {isOpen && <ChatConversation conversation="c_1" />}
      </ServiceProvider>
    );
    const { rerender } = render(view(false));
    await screen.findByText(secret, { exact: false });
    const other = "SECRET-OF-CHLOE";
    world.person = chloe;
    await world.fetch("/api/chat", {
      method: "POST",
      headers: { "content-type": "application/json", "x-service-conversation": "c_1" },
      body: JSON.stringify({ message: `/say ${other}` }),
    });
    rerender(view(true));
    await waitFor(() => expect(noticed).toHaveBeenCalledOnce());
    expect(html()).not.toContain(secret);
    expect(html()).not.toContain(other);
  });
});

describe.each<Door>(["chat", "session"])("a page with two conversations, through the %s door", (door) => {
  it("shows nothing private from the moment it is stored until the door answers, and asks once", async () => {
    await opened(door);
    await leave();
    expect(html()).not.toContain(secret);
    expect(screen.getByRole("heading", { name: "A host's own heading" })).toBeInTheDocument();
    plan = ({ url }) => (url.pathname.endsWith("/identity") ? { kind: "delay", ms: 30 } : undefined);
    await comeBack();
    expect(html()).not.toContain(secret);
    expect(screen.queryByText("You're signed out")).toBeNull();
    await waitFor(() => expect(screen.getAllByText(secret)).toHaveLength(2));
    expect(asks().map(({ url, method }) => [method, url.pathname])).toEqual([["GET", mounts[door]]]);
    expect(asks()[0]?.headers.get(header.identity)).toMatch(/^[0-9a-f]{64}$/);
    expect(noticed).not.toHaveBeenCalled();
  });

  it("is veiled in the same turn when only its return reports that it was stored", async () => {
    await opened(door);
    await comeBack();
    expect(html()).not.toContain(secret);
    await waitFor(() => expect(screen.getAllByText(secret)).toHaveLength(2));
  });

  it.each([
    ["another person", chloe],
    ["nobody", null],
  ])("shows nothing of the first person when the door answers as %s", async (_, person) => {
    await opened(door);
    await leave();
    world.person = person;
    await act(comeBack);
    await waitFor(() => expect(noticed).toHaveBeenCalledOnce());
    await screen.findAllByText("You're signed out");
    expect(html()).not.toContain(secret);
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(secret);
  });

  it("stays veiled while the door cannot be reached, and shows the page once it can", async () => {
    await opened(door);
    await leave();
    plan = () => ({ kind: "refuse" });
    await comeBack();
    await waitFor(() => expect(asks().length).toBeGreaterThan(1), { timeout: 5_000 });
    expect(html()).not.toContain(secret);
    plan = () => undefined;
    await act(async () => void window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(screen.getAllByText(secret)).toHaveLength(2), { timeout: 5_000 });
  });

  it("asks through another read where the route is not mounted", async () => {
    await opened(door);
    plan = ({ url }) => (url.pathname.endsWith("/identity") ? { kind: "status", status: 404 } : undefined);
    await leave();
    await comeBack();
    await waitFor(() => expect(screen.getAllByText(secret)).toHaveLength(2));
    world.person = chloe;
    await leave();
    await act(comeBack);
    await screen.findAllByText("You're signed out");
    expect(html()).not.toContain(secret);
  });

  it("keeps typed text while the page is hidden", async () => {
    await opened(door);
    const [composer] = screen.getAllByRole("textbox");
    fireEvent.change(composer as HTMLElement, { target: { value: "a draft of Ana" } });
    await leave();
    expect(html()).not.toContain("a draft of Ana");
    await comeBack();
    await waitFor(() => expect(screen.getAllByRole("textbox")[0]).toHaveValue("a draft of Ana"));
  });

  it("asks when it becomes visible after a minute, and stays readable meanwhile and offline", async () => {
    await opened(door);
    let now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => now);
    const see = (state: string) =>
      act(async () => {
        vi.spyOn(document, "visibilityState", "get").mockReturnValue(state as DocumentVisibilityState);
        document.dispatchEvent(new Event("visibilitychange"));
      });
    await see("hidden");
    now += 60_000;
    plan = () => ({ kind: "refuse" });
    await see("visible");
    await waitFor(() => expect(asks().length).toBeGreaterThan(0));
    expect(screen.getAllByText(secret)).toHaveLength(2);
    world.person = null;
    plan = () => undefined;
    await act(async () => void window.dispatchEvent(new Event("online")));
    await screen.findAllByText("You're signed out");
    expect(html()).not.toContain(secret);
    vi.restoreAllMocks();
  });

  it("clears after a 401 that persists after one refresh of the headers, on any request", async () => {
    const asked: boolean[] = [];
    await opened(door, { headers: (ask?: { refresh: boolean }) => (asked.push(ask?.refresh === true), {}) });
    world.person = null;
    const before = network.seen.length;
    const [composer] = screen.getAllByRole("textbox");
    fireEvent.change(composer as HTMLElement, { target: { value: "late" } });
    fireEvent.keyDown(composer as HTMLElement, { key: "Enter" });
    await screen.findAllByText("You're signed out");
    expect(html()).not.toContain(secret);
    expect(noticed).toHaveBeenCalledOnce();
    expect(asked.includes(true)).toBe(true);
    expect(network.seen.length - before).toBeGreaterThan(1);
  });

  const draft = "DRAFT-OF-ANA";
  const stored = () => JSON.stringify(Object.entries(sessionStorage));
  const firstField = () => screen.getAllByRole<HTMLTextAreaElement>("textbox")[0] as HTMLTextAreaElement;
  /** Ana's words are in the field when the door answers as nobody or as another person. */
  async function endedWhileWriting(person: typeof ana | null) {
    const view = await opened(door);
    fireEvent.change(firstField(), { target: { value: draft } });
    world.person = person;
    await leave();
    await act(comeBack);
    await screen.findAllByText("You're signed out");
    expect(html()).not.toContain(draft);
    return (identity: Identity | null | undefined) => view.rerender(page(door, { identity }));
  }

  it("keeps unsent words of a sign-in that expired for the same person, however often the host asks", async () => {
    const show = await endedWhileWriting(null);
    show(undefined);
    expect(stored()).toContain(draft);
    world.person = ana;
    show(ana);
    await waitFor(() => expect(firstField()).toHaveValue(draft));
  });

  it("keeps a message that the expired sign-in refused, for the same person", async () => {
    const view = await opened(door);
    fireEvent.change(firstField(), { target: { value: `/say ${draft}` } });
    world.person = null;
    fireEvent.keyDown(firstField(), { key: "Enter" });
    await screen.findAllByText("You're signed out");
    expect(html()).not.toContain(draft);
    view.rerender(page(door, { identity: undefined }));
    world.person = ana;
    view.rerender(page(door));
    expect(await screen.findAllByText(draft, { exact: false })).not.toHaveLength(0);
  });

  it.each([
    ["another person signs in", chloe],
    ["the host reports a sign-out", null],
  ])("removes unsent words of a sign-in that expired once %s", async (_, next) => {
    const show = await endedWhileWriting(null);
    expect(stored()).toContain(draft);
    world.person = next;
    show(next);
    expect(stored()).not.toContain(draft);
    expect(html()).not.toContain(draft);
  });

  it("removes unsent words at once when the door answers as another person", async () => {
    await endedWhileWriting(chloe);
    expect(stored()).not.toContain(draft);
  });

  it("stays as it is when the refreshed headers are accepted", async () => {
    let token = "old";
    let isAccepted: (token: string | null) => boolean = () => true;
    plan = ({ headers }) => (isAccepted(headers.get("x-token")) ? undefined : { kind: "status", status: 401 });
    await opened(door, {
      headers: (ask?: { refresh: boolean }) => {
        if (ask?.refresh) token = "new";
        return { "x-token": token };
      },
    });
    isAccepted = (given) => given === "new";
    await leave();
    await comeBack();
    await waitFor(() => expect(screen.getAllByText(secret)).toHaveLength(2));
    expect(token).toBe("new");
    expect(noticed).not.toHaveBeenCalled();
  });
});

describe("an identity that disagrees with what resolve returned", () => {
  const answering = (resolved: object) => {
    network = faultFetch(async (input, init) => {
      const answer = await world.fetch(input, init);
      const headers = new Headers(answer.headers);
      headers.set(header.resolved, JSON.stringify(resolved));
      return new Response(answer.body, { status: answer.status, headers });
    }, plan);
  };
  const agreed = { tenant: "acme", workspaceId: null, person: "ana" };

  it.each([
    ["tenant", { tenant: "globex", user: "ana" }],
    ["user", { tenant: "acme", user: "ben" }],
    ["missing tenant", { user: "ana" } as unknown as Identity],
    ["empty tenant", { tenant: "", user: "ana" }],
  ])("is reported once, naming both (%s)", async (_, identity) => {
    answering(agreed);
    await opened("chat", { identity });
    const told = errors.filter((error) => "code" in error && error.code === "identity_disagrees");
    // Once for each mount of StrictMode's one scope.
    expect(told).toHaveLength(1);
    const message = told[0]?.message ?? "";
    expect(message).toContain(`(tenant ${JSON.stringify(identity.tenant)}, user "${identity.user}")`);
    expect(message).toContain('(tenant "acme", person "ana")');
  });

  it("is reported for an identity without a tenant, also where resolve names a workspace", async () => {
    answering({ tenant: null, workspaceId: "w", person: "ana" });
    await opened("chat", { identity: { user: "ana" } as unknown as Identity });
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining("The identity has no tenant.")]);
  });

  it("is not reported while both agree, while resolve names a workspace or no person, or in production", async () => {
    for (const resolved of [agreed, { tenant: null, workspaceId: "w", person: "ana" }, { ...agreed, person: null }]) {
      answering(resolved);
      (await opened("chat")).unmount();
    }
    network = faultFetch(world.fetch, plan);
    await opened("chat", { identity: { tenant: "globex", user: "ana" } });
    expect(errors).toEqual([]);
  });

  it("is written to the console when the host gave no onError", async () => {
    answering(agreed);
    const written = vi.spyOn(console, "error").mockImplementation(() => {});
    render(
      <ServiceProvider identity={{ tenant: "globex", user: "ana" }} fetch={network}>
        <ChatConversation conversation="c_1" />
      </ServiceProvider>,
    );
    await waitFor(() => expect(written).toHaveBeenCalledOnce());
    expect(written.mock.calls[0]?.[0]).toMatch(/tenant "globex".*tenant "acme"/);
    written.mockRestore();
  });
});
