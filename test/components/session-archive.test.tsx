import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SessionList } from "../../src/components/session-list/session-list.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { chooseAction } from "./choose-action.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
beforeEach(async () => {
  world = await chatWorld();
});
afterEach(() => world.close());

const show = () =>
  render(
    <ServiceProvider identity={ana} fetch={world.fetch}>
      <SessionList />
    </ServiceProvider>,
  );
const none = () => screen.findByText("No conversations yet");
const archive = () => screen.queryByRole("button", { name: "Archived" });

it("offers no archive above a list that never had a session", async () => {
  show();
  await none();
  expect(archive()).toBeNull();
});

it("keeps the archive when the last row is archived, and offers it to a page that has never had one", async () => {
  const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: crypto.randomUUID() });
  await chat.send("/say Done.");
  const { unmount } = show();
  await chooseAction(screen, "/say Done.", "Archive");
  await none();
  expect(archive()).toBeVisible();
  unmount();
  show();
  await none();
  expect(await screen.findByRole("button", { name: "Archived" })).toBeVisible();
});
