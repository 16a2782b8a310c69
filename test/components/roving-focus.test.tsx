import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { TimelineView, type TimelineViewProps } from "../../src/components/message-timeline/timeline-view.js";
import { agentMessage, toolCall, turnEnd, userMessage } from "./row-items.js";

const timeline = [
  userMessage("first"),
  toolCall("search"),
  turnEnd("complete"),
  agentMessage("second, with a [link](https://example.com)"),
  userMessage("third"),
];

function show(props: Partial<TimelineViewProps> = {}) {
  const view = (more: Partial<TimelineViewProps> = {}) => (
    <>
      <button type="button">before</button>
      <TimelineView timeline={timeline} {...props} {...more} />
      <button type="button">after</button>
    </>
  );
  const { rerender } = render(view());
  return { again: (more: Partial<TimelineViewProps>) => rerender(view(more)) };
}
const region = () => screen.getByRole("region", { name: "Conversation" });
const message = (name: RegExp) => screen.getByRole("article", { name });
const button = (name: string) => screen.getByRole("button", { name });
const you = (text: string) => screen.getByText(text).closest("article") as HTMLElement;

describe("the keyboard in a timeline", () => {
  it("has one tab stop, whatever the rows contain", async () => {
    show();
    await userEvent.tab();
    await userEvent.tab();
    expect(you("third")).toHaveFocus();
    await userEvent.tab();
    expect(button("after")).toHaveFocus();
    await userEvent.tab({ shift: true });
    expect(you("third")).toHaveFocus();
    await userEvent.tab({ shift: true });
    expect(button("before")).toHaveFocus();
  });

  it("leaves the buttons of an empty conversation to Tab", async () => {
    const Suggestions = () => (
      <>
        <button type="button">one</button>
        <button type="button">two</button>
      </>
    );
    show({ timeline: [], components: { EmptyState: Suggestions } });
    const order = [button("before"), region(), button("one"), button("two"), button("after")];
    for (const element of order) {
      await userEvent.tab();
      expect(element).toHaveFocus();
    }
    for (const element of order.toReversed().slice(1)) {
      await userEvent.tab({ shift: true });
      expect(element).toHaveFocus();
    }
  });

  it("stops at Try again, after the rows of a failed turn", async () => {
    show({ timeline: [userMessage("first"), toolCall("search"), turnEnd("failed")], onAskAgain: () => undefined });
    act(() => button("before").focus());
    await userEvent.tab();
    const row = document.activeElement;
    expect(row?.hasAttribute("data-sv-item")).toBe(true);
    await userEvent.tab();
    expect(button("Try again")).toHaveFocus();
    await userEvent.tab();
    expect(button("after")).toHaveFocus();
    await userEvent.tab({ shift: true });
    expect(button("Try again")).toHaveFocus();
    await userEvent.tab({ shift: true });
    expect(row).toHaveFocus();
    await userEvent.tab({ shift: true });
    expect(button("before")).toHaveFocus();
  });

  it("has it for a Tab with Shift that WebKit on Linux does not name", () => {
    show();
    act(() => button("after").focus());
    fireEvent.keyDown(button("after"), { key: "Unidentified", code: "Tab", shiftKey: true });
    const last = within(region()).getAllByRole("button").at(-1);
    act(() => last?.focus());
    expect(you("third")).toHaveFocus();
  });

  it("moves between rows with Up and Down, and to the ends with Home and End", async () => {
    show();
    region().focus();
    await userEvent.keyboard("{ArrowUp}");
    expect(you("third")).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}");
    expect(message(/^Agent/)).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}");
    expect(you("first")).toHaveFocus();
    await userEvent.keyboard("{End}");
    expect(you("third")).toHaveFocus();
    await userEvent.keyboard("{Home}{ArrowDown}");
    expect(document.activeElement).toHaveClass("sv-turn");
  });

  it("enters a row's controls with Enter, moves between them with Tab, and leaves with Escape", async () => {
    show();
    region().focus();
    await userEvent.keyboard("{ArrowUp}{ArrowUp}{Enter}");
    expect(screen.getByRole("link")).toHaveFocus();
    await userEvent.tab();
    expect(within(message(/^Agent/)).getByRole("button", { name: "Copy" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    expect(message(/^Agent/)).toHaveFocus();
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("link")).toHaveFocus();
    await userEvent.tab({ shift: true });
    expect(message(/^Agent/)).toHaveFocus();
  });

  it("leaves after a row's last control, and returns to the same row", async () => {
    show();
    region().focus();
    await userEvent.keyboard("{ArrowUp}{ArrowUp}{Enter}");
    await userEvent.tab();
    await userEvent.tab();
    expect(button("after")).toHaveFocus();
    await userEvent.tab({ shift: true });
    expect(message(/^Agent/)).toHaveFocus();
  });

  it("opens a turn's steps from the keyboard", async () => {
    show();
    region().focus();
    await userEvent.keyboard("{Home}{ArrowDown}{Enter}{Enter}");
    expect(button(`Worked for 12\u00a0s · 1 step`)).toHaveAttribute("aria-expanded", "true");
  });

  it("announces the message's position, and that the total is unknown where there are more", async () => {
    const { again } = show();
    region().focus();
    await userEvent.keyboard("{End}");
    expect(you("third")).toHaveAttribute("aria-posinset", "4");
    expect(you("third")).toHaveAttribute("aria-setsize", "4");
    again({ hasOlder: true, onLoadOlder: () => undefined });
    await userEvent.keyboard("{ArrowUp}");
    expect(message(/^Agent/)).toHaveAttribute("aria-setsize", "-1");
  });

  it("leaves a pointer's focus where it was put", async () => {
    show();
    await userEvent.click(within(you("third")).getByRole("button", { name: /Cop/ }));
    expect(within(you("third")).getByRole("button")).toHaveFocus();
  });

  it("keeps its place when the row that had the focus is gone", () => {
    const { again } = show();
    act(() => you("third").querySelector("button")?.focus());
    again({ timeline: timeline.slice(0, -1) });
    expect(region()).toHaveFocus();
  });
});
