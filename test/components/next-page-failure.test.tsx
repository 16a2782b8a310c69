import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SessionList } from "../../src/components/session-list/session-list.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { englishAutomations } from "../../src/strings/automation-messages.js";
import { german } from "../../src/strings/de/german.js";
import { englishSchedules } from "../../src/strings/schedule-messages.js";
import { english } from "../../src/strings/messages.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

let world: ChatWorld;
let isRefused = false;
const refusing: typeof fetch = async (input, init) => {
  const isList = /\/sessions\?/.test(String(input instanceof Request ? input.url : input));
  if (isList && isRefused) return Response.json({ error: { code: "forbidden", message: "No." } }, { status: 403 });
  return world.fetch(input, init);
};
beforeEach(async () => {
  world = await chatWorld({});
  isRefused = false;
});
afterEach(() => world.close());

it("names a next page that could not be loaded, and loads it at the second try", async () => {
  for (const text of ["/say one", "/say two"]) {
    const chat = await world.service.chat({ tenant: "acme", user: "ana", conversation: crypto.randomUUID() });
    await chat.send(text);
  }
  render(
    <ServiceProvider identity={ana} fetch={refusing}>
      <SessionList limit={1} onOpen={() => undefined} />
    </ServiceProvider>,
  );
  const more = await screen.findByRole("button", { name: "Show more" });
  isRefused = true;
  await userEvent.click(more);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Couldn't load more conversations\. /);
  isRefused = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("/say one")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});

it.each([
  ["more", [english.sessions, englishSchedules, englishAutomations]],
  ["Weitere", [german.sessions, german.schedules, german.automations]],
])("has words for each list with pages: %s", (word, lists) => {
  for (const list of lists) expect(list?.loadFailed?.("Why.", true, true)).toContain(word);
});
