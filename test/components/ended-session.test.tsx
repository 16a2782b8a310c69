import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
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
