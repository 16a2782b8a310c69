import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode, useState, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NewSession } from "../../src/components/new-session/new-session.js";
import { SessionConversation } from "../../src/components/session-conversation/session-conversation.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
/** Resolves when a request that starts a session may be answered. */
let mayCreate: Promise<unknown>;
let isRefused: boolean;
beforeEach(async () => {
  world = await chatWorld({ createSession: () => ({}) });
  mayCreate = Promise.resolve();
  isRefused = false;
});
afterEach(() => world.close());

const network: typeof fetch = async (input, init) => {
  const isCreation = (init?.method ?? "GET") === "POST" && (input as string).endsWith("/sessions");
  if (!isCreation) return world.fetch(input, init);
  await mayCreate;
  if (!isRefused) return world.fetch(input, init);
  return Response.json({ error: { code: "payment_required", message: "No plan." } }, { status: 402 });
};

/** Delays every creation until the returned function is called. */
function holdCreation(): () => void {
  let release = () => {};
  mayCreate = new Promise<void>((resolve) => (release = resolve));
  return release;
}

function Page({ children }: { readonly children: ReactNode }) {
  return (
    <StrictMode>
      <ServiceProvider identity={ana} fetch={network}>
        {children}
      </ServiceProvider>
    </StrictMode>
  );
}

/** A host whose router opens the created session at a call. */
function Slow() {
  const [created, setCreated] = useState<string>();
  const [shown, setShown] = useState<string>();
  return (
    <>
      {shown ? <SessionConversation sessionId={shown} /> : <NewSession onCreated={setCreated} />}
      {created && <output>created</output>}
      <button type="button" onClick={() => setShown(created)}>
        Arrive
      </button>
      <button type="button" onClick={() => setShown(undefined)}>
        New chat
      </button>
    </>
  );
}

/** A host that keeps the open session as state. */
function Inbox({ beside }: { readonly beside?: ReactNode }) {
  const [sessionId, setSessionId] = useState<string>();
  return (
    <>
      {sessionId ? <SessionConversation sessionId={sessionId} /> : <NewSession onCreated={setSessionId} />}
      {sessionId && <output>created</output>}
      {beside}
      <button type="button" onClick={() => setSessionId(undefined)}>
        New chat
      </button>
    </>
  );
}

const field = () => screen.getByRole("textbox", { name: "Message" });
const created = () => screen.findByText("created");
const rows = () => within(screen.getByRole("region", { name: "Conversation" }));
const press = (name: string) => act(() => screen.getByRole("button", { name }).click());
const sessions = () => world.service.sessions.list({ tenant: "acme" });

describe("NewSession after its first message", () => {
  it("shows the message and takes further words while the session is created", async () => {
    holdCreation();
    render(<Slow />, { wrapper: Page });
    await userEvent.type(field(), "/say hi{Enter}and more");
    expect(rows().getByText("/say hi")).toBeVisible();
    expect(screen.queryByText("How can I help?")).toBeNull();
    expect(field()).toHaveValue("and more");
    await userEvent.clear(field());
  });

  it("is the conversation of the created session until the host shows another page", async () => {
    render(<Slow />, { wrapper: Page });
    await userEvent.type(field(), "/say hi{Enter}");
    await created();
    expect(rows().getByText("/say hi")).toBeVisible();
    expect(field()).toHaveFocus();
    await userEvent.keyboard("/say two{Enter}");
    await waitFor(() => expect(rows().getByText("two")).toBeVisible());
    expect(rows().getByText("hi")).toBeVisible();
    expect(await sessions()).toHaveLength(1);
  });

  it("moves the words that are typed meanwhile into the created session, and not into the next one", async () => {
    render(<Slow />, { wrapper: Page });
    await userEvent.type(field(), "/say hi{Enter}and ship it ");
    await created();
    await userEvent.keyboard("to Rome");
    press("Arrive");
    expect(field()).toHaveValue("and ship it to Rome");
    expect(field()).toHaveFocus();
    press("New chat");
    expect(field()).toHaveValue("");
    expect(screen.getByText("How can I help?")).toBeVisible();
  });

  it("sends a message of before its creation to the created session", async () => {
    const release = holdCreation();
    render(<Slow />, { wrapper: Page });
    await userEvent.type(field(), "/say one{Enter}/say two{Enter}");
    expect(rows().getByText("/say two")).toBeVisible();
    expect(field()).toHaveValue("");
    release();
    await created();
    await waitFor(() => expect(rows().getByText("two")).toBeVisible());
    expect(await sessions()).toHaveLength(1);
  });

  it("returns all messages, before newer words, when no session could be started", async () => {
    isRefused = true;
    const release = holdCreation();
    render(<Slow />, { wrapper: Page });
    await userEvent.type(field(), "one{Enter}two{Enter}three");
    release();
    expect(await screen.findByText(/No plan\./)).toBeVisible();
    expect(field()).toHaveValue("one\n\ntwo\n\nthree");
    expect(screen.getByText("How can I help?")).toBeVisible();
    await userEvent.clear(field());
  });

  it("returns a message beside words that were typed after it, after a reload", async () => {
    holdCreation();
    const { unmount } = render(<Slow />, { wrapper: Page });
    await userEvent.type(field(), "one{Enter}two");
    unmount();
    render(<Slow />, { wrapper: Page });
    await waitFor(() => expect(field()).toHaveValue("one\n\ntwo"));
    await userEvent.clear(field());
  });
});

describe("The focus of a composer whose page changes", () => {
  it("moves to the conversation that takes the place of NewSession", async () => {
    const release = holdCreation();
    render(<Inbox />, { wrapper: Page });
    await userEvent.type(field(), "/say hi{Enter}and more");
    release();
    await created();
    expect(field()).toHaveValue("and more");
    expect(field()).toHaveFocus();
    await userEvent.keyboard(" words");
    expect(field()).toHaveValue("and more words");
    await userEvent.clear(field());
  });

  it("stays where the person put it since", async () => {
    const release = holdCreation();
    render(<Inbox beside={<input aria-label="Search" />} />, { wrapper: Page });
    await userEvent.type(field(), "/say hi{Enter}");
    await userEvent.click(screen.getByLabelText("Search"));
    release();
    await created();
    expect(screen.getByLabelText("Search")).toHaveFocus();
  });
});

describe("the parts of a host in a new session", () => {
  const components = {
    Header: () => <p>Our header</p>,
    EmptyState: () => <h2>Ask about an order</h2>,
    MessageActions: ({ item }: { readonly item: { readonly text: string } }) => <p>{`Ours: ${item.text}`}</p>,
  };

  it("are shown before the session exists, while it begins and afterwards", async () => {
    const release = holdCreation();
    render(
      <Page>
        <NewSession onCreated={() => undefined} components={components} classNames={{ composer: "our-composer" }} />
      </Page>,
    );
    expect(screen.getByRole("heading", { name: "Ask about an order" })).toBeVisible();
    expect(screen.getByText("Our header")).toBeVisible();
    expect(field().closest(".our-composer")).not.toBeNull();
    await userEvent.type(field(), "/say Hello{Enter}");
    expect(await screen.findByText("Ours: /say Hello")).toBeVisible();
    expect(screen.getByText("Our header")).toBeVisible();
    release();
    await screen.findByText("Hello");
    expect(screen.getByText("Ours: /say Hello")).toBeVisible();
    expect(screen.getByText("Our header")).toBeVisible();
  });
});
