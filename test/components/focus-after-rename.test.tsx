import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { SessionListView } from "@service/react";

afterEach(() => vi.restoreAllMocks());

const session = {
  sessionId: "s",
  title: "Trip",
  firstMessage: "Trip",
  status: "idle",
  isArchived: false,
  isPinned: false,
  updatedAt: "2026-05-12T09:30:00.000Z",
  record: { status: "idle" } as never,
};

/** Renames the session, and returns the options of the focus that moves back to it. */
async function focusAfter(leave: () => Promise<unknown>): Promise<unknown> {
  render(<SessionListView sessions={[session]} onOpen={() => {}} onRename={async () => {}} />);
  await userEvent.click(screen.getByRole("button", { name: "More actions for Trip" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Rename" }));
  await userEvent.type(screen.getByRole("textbox", { name: "New name for Trip" }), "s");
  const focus = vi.spyOn(HTMLElement.prototype, "focus");
  await leave();
  await waitFor(() => expect(document.activeElement).toHaveClass("sv-session-open"));
  return focus.mock.lastCall?.[0];
}

it.each(["Save", "Cancel"])(
  "draws no ring around a session whose new name was left with a click on %s",
  async (name) => {
    const leave = () => userEvent.click(screen.getByRole("button", { name }));
    expect(await focusAfter(leave)).toEqual({ focusVisible: false });
  },
);

it.each(["{Enter}", "{Escape}"])("leaves the ring to the browser after %s", async (key) => {
  expect(await focusAfter(() => userEvent.keyboard(key))).toEqual({});
});
