import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SessionListView } from "../../src/components/session-list/session-list-view.js";
import type { SessionRow } from "../../src/session/session-rows.js";

const day = 24 * 60 * 60_000;
const rowOf = (sessionId: string, daysAgo: number, more: Partial<SessionRow> = {}) =>
  ({
    sessionId,
    title: sessionId,
    firstMessage: "",
    status: "idle",
    updatedAt: new Date(Date.now() - daysAgo * day).toISOString(),
    isPinned: false,
    isArchived: false,
    ...more,
  }) as unknown as SessionRow;

const names = (list: HTMLElement) =>
  within(list)
    .getAllByRole("listitem")
    .map((item) => item.querySelector(".sv-session-title")?.textContent);

// Rows of some minutes ago are of today.
beforeAll(() => void vi.setSystemTime(new Date("2026-05-12T12:00:00")));
afterAll(() => void vi.useRealTimers());

describe("the sessions of a list", () => {
  const aged = () => [rowOf("pinned", 60, { isPinned: true }), rowOf("new", 0), rowOf("old", 60), rowOf("older", 90)];

  it("are in one list for each age, named by its heading", () => {
    render(<SessionListView sessions={aged()} />);
    expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      "Pinned",
      "Today",
      "Older",
    ]);
    expect(names(screen.getByRole("list", { name: "Older" }))).toEqual(["old", "older"]);
    expect(names(screen.getByRole("list", { name: "Today" }))).toEqual(["new"]);
  });

  it("leave out their state where the page shows it elsewhere", () => {
    const rows = [rowOf("asks", 0, { status: "requires_action" }), rowOf("runs", 0, { status: "running" })];
    const attention = new Map([["asks", "decision"]] as const);
    const { rerender } = render(<SessionListView sessions={rows} attention={attention} />);
    expect(screen.getByRole("button", { name: /^asks/ })).toHaveTextContent("Needs your input");
    rerender(<SessionListView sessions={rows} attention={attention} isQuiet={(id) => id === "asks"} />);
    expect(screen.getByRole("button", { name: /^asks/ })).not.toHaveTextContent("Needs your input");
    expect(document.querySelector("[data-session=asks]")).not.toHaveAttribute("data-attention");
    expect(screen.getByRole("button", { name: /^runs/ })).toHaveTextContent("Running");
  });

  it("are left out where the page shows them elsewhere, except of a search and the archive", () => {
    const rows = [rowOf("ticket", 0), rowOf("other", 0)];
    const isListed = (id: string) => id !== "ticket";
    const { rerender } = render(<SessionListView sessions={rows} isListed={isListed} />);
    const shown = () => [...document.querySelectorAll("[data-session]")].map((row) => row.getAttribute("data-session"));
    expect(shown()).toEqual(["other"]);
    rerender(<SessionListView sessions={rows} isListed={isListed} search="t" />);
    expect(shown()).toEqual(["ticket", "other"]);
    rerender(<SessionListView sessions={rows} isListed={isListed} archived />);
    expect(shown()).toEqual(["ticket", "other"]);
  });

  it("are not called empty while a further page may have some", () => {
    const page = <SessionListView sessions={[rowOf("ticket", 0)]} isListed={() => false} hasMore />;
    const { rerender } = render(page);
    expect(screen.queryByText("No conversations yet")).toBeNull();
    rerender(<SessionListView sessions={[rowOf("ticket", 0)]} isListed={() => false} />);
    expect(screen.getByText("No conversations yet")).toBeVisible();
  });

  it("have headings of the level that the host sets", () => {
    render(<SessionListView sessions={aged()} headingLevel={2} />);
    expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(3);
  });

  it("take the focus along when they move to another list", () => {
    const { rerender } = render(<SessionListView sessions={aged()} onOpen={() => undefined} />);
    const open = () => screen.getByText("older").closest("button");
    act(() => open()?.focus());
    rerender(<SessionListView sessions={[rowOf("older", 0), ...aged().slice(0, 3)]} onOpen={() => undefined} />);
    expect(names(screen.getByRole("list", { name: "Today" }))).toEqual(["new", "older"]);
    expect(open()).toBe(document.activeElement);
  });

  it("stay in their list while the person renames them", async () => {
    const renamed: string[] = [];
    const onRename = async (_id: string, title: string) => void renamed.push(title);
    const { rerender } = render(<SessionListView sessions={aged()} onRename={onRename} />);
    const row = screen.getByText("older").closest("li") as HTMLElement;
    fireEvent.keyDown(within(row).getByText("older").closest("button") as HTMLElement, { key: "F2" });
    const field = within(row).getByRole("textbox");
    fireEvent.change(field, { target: { value: "typed" } });
    const moved = [rowOf("older", 0), ...aged().slice(0, 3)];
    rerender(<SessionListView sessions={moved} onRename={onRename} />);
    expect(screen.getByRole("textbox")).toBe(field);
    expect((field as HTMLInputElement).value).toBe("typed");
    await act(async () => fireEvent.submit(field.closest("form") as HTMLFormElement));
    expect(renamed).toEqual(["typed"]);
    expect(names(screen.getByRole("list", { name: "Today" }))).toEqual(["new", "older"]);
    expect(document.activeElement?.textContent).toContain("older");
  });

  it("keep their order while the focus is among them, and take that of their last changes afterwards", () => {
    const { rerender } = render(<SessionListView sessions={[rowOf("one", 0.01), rowOf("two", 0.02)]} />);
    const shown = () => names(screen.getByRole("list"));
    const button = () => screen.getByText("one").closest("button") as HTMLElement;
    act(() => button().focus());
    const changed = [rowOf("one", 0.01), rowOf("two", 0), rowOf("three", 0)];
    rerender(<SessionListView sessions={changed} />);
    expect(shown()).toEqual(["three", "one", "two"]);
    expect(document.activeElement).toBe(button());
    act(() => button().blur());
    expect(shown()).toEqual(["two", "three", "one"]);
  });
});
