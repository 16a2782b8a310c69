import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChatComposer, ServiceProvider, SessionConversation } from "@service/react";
import { faultFetch } from "../../src/testing/fault-fetch.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
beforeEach(async () => {
  sessionStorage.clear();
  world = await chatWorld();
});
afterEach(() => world.close());

it("offers no change of the goal of a session that has ended", async () => {
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "goals" });
  await chat.send("/goal Find it");
  const { sessionId } = chat;
  render(
    <ServiceProvider identity={ana} fetch={world.fetch}>
      <SessionConversation sessionId={sessionId} />
    </ServiceProvider>,
  );
  expect(await screen.findByRole("button", { name: "Edit goal" })).not.toBeNull();
  await world.service.client.control({ workspaceId: chat.workspaceId, sessionId }, { action: "cancel" });
  await waitFor(() => expect(screen.queryByRole("button", { name: /goal$/ })).toBeNull());
  expect(screen.getByRole("button", { name: /^Find it/ })).not.toBeNull();
});

it("is not there any more once it is deleted elsewhere", async () => {
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "gone" });
  await chat.send("/say Private words");
  const { sessionId, workspaceId } = chat;
  const onMissing = vi.fn();
  render(
    <ServiceProvider identity={ana} fetch={world.fetch}>
      <SessionConversation sessionId={sessionId} onMissing={onMissing} />
    </ServiceProvider>,
  );
  expect(await screen.findByText("Private words")).toBeVisible();
  expect(onMissing).not.toHaveBeenCalled();
  await world.service.client.deleteSession({ workspaceId, sessionId });
  expect(await screen.findByText("This conversation isn't available")).toBeVisible();
  expect(document.body).not.toHaveTextContent("Private words");
  expect(screen.queryByText(/no such session|Disconnected|has ended/)).toBeNull();
  expect(onMissing).toHaveBeenCalledTimes(1);
});

describe("the focus in the field of a session that is deleted elsewhere", () => {
  const ways = [
    ["the way on", () => undefined, "New conversation"],
    ["the words, where there is no way on", undefined, "This conversation isn't available"],
  ] as const;

  it.each(ways)("moves to %s", async (_to, onNewConversation, words) => {
    const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "gone" });
    await chat.send("/say Hello");
    const { sessionId, workspaceId } = chat;
    render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <SessionConversation sessionId={sessionId} onNewConversation={onNewConversation} />
      </ServiceProvider>,
    );
    await screen.findByText("Hello", { selector: ".sv-markdown *" });
    screen.getByRole("textbox", { name: "Message" }).focus();
    await world.service.client.deleteSession({ workspaceId, sessionId });
    await screen.findByText("This conversation isn't available", { selector: ".sv-missing *" });
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement).toHaveTextContent(words);
  });

  it("stays where it is outside of the conversation", async () => {
    const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "gone" });
    await chat.send("/say Hello");
    const { sessionId, workspaceId } = chat;
    render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        <button type="button">Elsewhere</button>
        <SessionConversation sessionId={sessionId} onNewConversation={() => undefined} />
      </ServiceProvider>,
    );
    await screen.findByText("Hello", { selector: ".sv-markdown *" });
    screen.getByRole("button", { name: "Elsewhere" }).focus();
    await world.service.client.deleteSession({ workspaceId, sessionId });
    await screen.findByText("This conversation isn't available", { selector: ".sv-missing *" });
    expect(document.activeElement).toHaveTextContent("Elsewhere");
  });
});

describe("words in the field of a conversation that is deleted elsewhere", () => {
  const words = "Words of Ana";
  const copyLabel = "Your message wasn't sent. You can still copy it.";
  const stored = () => JSON.stringify(Object.entries(sessionStorage));
  const onMissing = vi.fn();

  async function deletedWhileWriting(part: "session" | "composer", typed = words, refusing?: typeof fetch) {
    onMissing.mockClear();
    const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "gone" });
    await chat.send("/say Hello");
    const { sessionId, workspaceId } = chat;
    const parts = {
      session: <SessionConversation sessionId={sessionId} onMissing={onMissing} onNewConversation={() => undefined} />,
      composer: <ChatComposer sessionId={sessionId} />,
    };
    render(
      <ServiceProvider identity={ana} fetch={refusing ?? world.fetch}>
        {parts[part]}
      </ServiceProvider>,
    );
    const field = await screen.findByRole("textbox", { name: "Message" });
    await waitFor(() => expect(field).not.toHaveAttribute("readonly"));
    await waitFor(() => expect(screen.queryByText(/Loading/)).toBeNull());
    if (refusing) {
      fireEvent.change(field, { target: { value: "Refused words" } });
      fireEvent.keyDown(field, { key: "Enter" });
      await screen.findByRole("button", { name: "Discard" });
    }
    field.focus();
    fireEvent.change(field, { target: { value: typed } });
    await world.service.client.deleteSession({ workspaceId, sessionId });
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull(), { timeout: 5_000 });
  }

  it.each(["session", "composer"] as const)(
    "stay in sight of a %s, to be copied, and not in the storage",
    async (part) => {
      await deletedWhileWriting(part);
      const left = await screen.findByRole("textbox", { name: copyLabel });
      expect(left).toHaveValue(words);
      expect(left).toHaveAttribute("readonly");
      expect(document.activeElement).toBe(left);
      expect(screen.getByRole("button", { name: "Copy" })).toBeVisible();
      await waitFor(() => expect(stored()).not.toContain(words));
    },
  );

  it("stay beside a message that could not be sent", async () => {
    const refusing = faultFetch(world.fetch, ({ url, method }) =>
      method === "POST" && url.pathname.endsWith("/events") ? { kind: "status", status: 400 } : undefined,
    );
    await deletedWhileWriting("session", words, refusing);
    expect(await screen.findByRole("textbox", { name: copyLabel })).toHaveValue(`Refused words\n\n${words}`);
    expect(stored()).not.toContain("Refused words");
  });

  it("keep the page open until they are discarded", async () => {
    await deletedWhileWriting("session");
    await screen.findByRole("textbox", { name: copyLabel });
    expect(onMissing).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(onMissing).toHaveBeenCalledOnce());
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(document.activeElement).toHaveTextContent("New conversation");
  });

  it("are not asked about where the field was empty", async () => {
    await deletedWhileWriting("session", " ");
    await waitFor(() => expect(onMissing).toHaveBeenCalledOnce());
    expect(screen.queryByRole("textbox")).toBeNull();
  });
});

describe("words typed for a decision of a conversation that is deleted elsewhere", () => {
  const copyLabel = "Not sent. You can still copy what you wrote.";
  const parts = {
    session: (sessionId: string) => <SessionConversation sessionId={sessionId} />,
    composer: (sessionId: string) => <ChatComposer sessionId={sessionId} />,
  };
  const kinds = {
    answer: { message: "/ask text", field: () => screen.findByRole("textbox", { name: /What should the trip/ }) },
    reason: {
      message: "/approve refund {}",
      field: async () => {
        fireEvent.click(await screen.findByRole("button", { name: "Reject…" }));
        return screen.findByRole("textbox", { name: "Reason (optional)" });
      },
    },
  };

  describe.each(["answer", "reason"] as const)("an %s", (kind) => {
    it.each(["session", "composer"] as const)("stays in sight of a %s, before the draft", async (part) => {
      const { message, field } = kinds[kind];
      const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "gone" });
      await chat.send(message);
      const { sessionId, workspaceId } = chat;
      render(
        <ServiceProvider identity={ana} fetch={world.fetch}>
          {parts[part](sessionId)}
        </ServiceProvider>,
      );
      fireEvent.change(await field(), { target: { value: "Typed by Ana" } });
      fireEvent.change(screen.getByRole("textbox", { name: "Message" }), { target: { value: "A draft" } });
      await world.service.client.deleteSession({ workspaceId, sessionId });
      const left = await screen.findByRole("textbox", { name: copyLabel });
      expect(left).toHaveValue("Typed by Ana\n\nA draft");
      fireEvent(window, new Event("pagehide"));
      expect(JSON.stringify(Object.entries(sessionStorage))).not.toMatch(/Typed|draft"?:|refund/);
    });
  });

  it("are not shown again once they were sent", async () => {
    const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: "gone" });
    await chat.send("/ask text");
    const { sessionId, workspaceId } = chat;
    render(
      <ServiceProvider identity={ana} fetch={world.fetch}>
        {parts.session(sessionId)}
      </ServiceProvider>,
    );
    fireEvent.change(await kinds.answer.field(), { target: { value: "Typed by Ana" } });
    fireEvent.click(screen.getByRole("button", { name: "Answer" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Answer" })).toBeNull());
    await world.service.client.deleteSession({ workspaceId, sessionId });
    expect(await screen.findByText("This conversation isn't available")).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
  });
});
