import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChatComposer } from "../../src/components/chat-composer/chat-composer.js";
import { ChatConversation } from "../../src/components/chat-conversation/chat-conversation.js";
import { MessageTimeline } from "../../src/components/message-timeline/message-timeline.js";
import { SessionConversation } from "../../src/components/session-conversation/session-conversation.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { faultFetch, type FaultFetch } from "../../src/testing/fault-fetch.js";
import { ana, chatWorld, chloe, type ChatWorld, type Person } from "../chat/chat-world.js";

let world: ChatWorld;
let network: FaultFetch;
beforeEach(async () => {
  world = await chatWorld();
  network = faultFetch(world.fetch, () => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  return world.close();
});

const page = (person: Person | null, children: React.ReactNode) => (
  <ServiceProvider identity={person} fetch={network}>
    {children}
  </ServiceProvider>
);

async function say(text: string) {
  const field = await screen.findByRole("textbox", { name: "Message" });
  await userEvent.click(field);
  await userEvent.paste(text);
  await userEvent.keyboard("{Enter}");
}

const shown = (text: string) => screen.findByText(text, { selector: ".sv-markdown *" });

describe("ChatConversation", () => {
  it("sends, shows the answer, and shows it again after a reload", async () => {
    const first = render(page(ana, <ChatConversation conversation="c_1" />));
    await say("/say The answer is **forty-two**.");
    expect((await shown("forty-two")).tagName).toBe("STRONG");
    first.unmount();
    render(page(ana, <ChatConversation conversation="c_1" />));
    expect(await shown("forty-two")).toBeInTheDocument();
    expect(screen.getAllByRole("article")).toHaveLength(2);
  });

  it("asks, is answered with the keyboard, and hands the focus back to the composer", async () => {
    render(page(ana, <ChatConversation conversation="c_1" />));
    await say('/approve send_invoice {"to":"Globex"}\n/say On its way.');
    (await screen.findByRole("button", { name: "Approve" })).focus();
    await userEvent.keyboard("{Enter}");
    expect(await shown("On its way.")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("group", { name: /Send invoice/ })).toBeNull());
    expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus();
  });

  it("hands the focus to the timeline on a touch screen, as the field would bring up its keys", async () => {
    const isCoarse = (query: string) => query === "(pointer: coarse)";
    const media = { addEventListener() {}, removeEventListener() {} };
    vi.stubGlobal("matchMedia", (query: string) => ({ ...media, matches: isCoarse(query) }));
    render(page(ana, <ChatConversation conversation="c_1" />));
    await say("/approve send_invoice {}\n/say On its way.");
    // Enter begins a line here.
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await userEvent.click(await screen.findByRole("button", { name: "Approve" }));
    expect(await shown("On its way.")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("group", { name: /Send invoice/ })).toBeNull());
    expect(screen.getByRole("region", { name: "Conversation" })).toHaveFocus();
  });

  it("shows nothing of one person under another, from the first picture on", async () => {
    const view = render(page(ana, <ChatConversation conversation="c_1" />));
    await say("/say Only for Ana.");
    await shown("Only for Ana.");
    await userEvent.type(screen.getByRole("textbox", { name: "Message" }), "half a thought");
    world.person = chloe;
    view.rerender(page(chloe, <ChatConversation conversation="c_1" />));
    expect(view.container).not.toHaveTextContent("Ana");
    expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("");
    view.rerender(page(null, <ChatConversation conversation="c_1" />));
    expect(screen.getByText("You're signed out")).toBeVisible();
  });
});

describe("the session's components", () => {
  async function startSession(): Promise<string> {
    const view = render(page(ana, <ChatConversation conversation="c_1" />));
    await say("/say Through the first door.");
    await shown("Through the first door.");
    view.unmount();
    const list = await world.service.sessions.list({ tenant: ana.tenant, user: ana.user });
    return list[0]!.id;
  }

  it("show the same session through the other door", async () => {
    const sessionId = await startSession();
    render(page(ana, <SessionConversation sessionId={sessionId} />));
    expect(await shown("Through the first door.")).toBeInTheDocument();
    await say("/say Through the second door.");
    expect(await shown("Through the second door.")).toBeInTheDocument();
  });

  it("share one connection from two corners of a page", async () => {
    const sessionId = await startSession();
    const before = network.seen.length;
    render(
      page(
        ana,
        <>
          <MessageTimeline sessionId={sessionId} />
          <ChatComposer sessionId={sessionId} />
        </>,
      ),
    );
    await say("/say From the other corner.");
    expect(await shown("From the other corner.")).toBeInTheDocument();
    const streams = network.seen.slice(before).filter(({ url }) => url.pathname.endsWith("/events/stream"));
    expect(streams).toHaveLength(1);
  });
});
