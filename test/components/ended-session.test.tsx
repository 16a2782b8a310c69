import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ServiceProvider, SessionConversation } from "@service/react";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
beforeEach(async () => (world = await chatWorld()));
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

  it.each(ways)("goes to %s", async (_to, onNewConversation, words) => {
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
