import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Activity } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { NewSession } from "../../src/components/new-session/new-session.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { ana, chatWorld, type ChatWorld } from "../chat/chat-world.js";

/** A page that a router hides in an `Activity` instead of removing it. */

let world: ChatWorld;
beforeEach(async () => {
  world = await chatWorld({ createSession: () => ({}) });
});
afterEach(() => world.close());

it("is a new chat again when its page is shown again", async () => {
  const created: string[] = [];
  const page = (mode: "visible" | "hidden") => (
    <ServiceProvider identity={ana} fetch={world.fetch}>
      <Activity mode={mode}>
        <NewSession onCreated={(id) => created.push(id)} />
      </Activity>
    </ServiceProvider>
  );
  const { rerender } = render(page("visible"));
  await userEvent.type(screen.getByRole("textbox"), "/say hi{Enter}");
  await waitFor(() => expect(created).toHaveLength(1));
  rerender(page("hidden"));
  rerender(page("visible"));
  expect(screen.getByText("How can I help?")).toBeVisible();
  await userEvent.type(screen.getByRole("textbox"), "/say ho{Enter}");
  await waitFor(() => expect(created).toHaveLength(2));
  await act(() => Promise.resolve());
  expect(await world.service.sessions.list({ tenant: "acme" })).toHaveLength(2);
});
