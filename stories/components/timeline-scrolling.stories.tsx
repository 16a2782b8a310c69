import { TimelineView, type TimelineItem, type TimelineViewProps } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState, type ReactNode } from "react";
import { expect, waitFor } from "storybook/test";
import { agent, answer, arabicAnswer, longAnswer, user } from "../fixtures.js";
import "../live.css";

const meta = {
  title: "Timeline/TimelineView/Scrolling",
  component: TimelineView,
  parameters: { stage: "chat" },
  args: { timeline: [] },
} satisfies Meta<typeof TimelineView>;
export default meta;
type Story = StoryObj<typeof meta>;

function history(count: number): TimelineItem[] {
  return Array.from({ length: count }, (_, index) => {
    const isOfImport = index % 8 < 2;
    if (index % 2 === 0) {
      const question = isOfImport
        ? "how do we move the import without closing the shop?"
        : "where should the team of eleven meet in May?";
      return { ...user(`Question ${index}: ${question}`), id: `q${index}` };
    }
    return { ...agent(isOfImport ? longAnswer : answer), id: `a${index}` };
  }).map((item) => ("reconciliationKey" in item ? { ...item, reconciliationKey: item.id } : item));
}

const thousand = history(1_000);
const short = history(40);

const away = (region: HTMLElement) => region.scrollHeight - region.clientHeight - region.scrollTop;

/** A view whose timeline grows by a button, as a stream would let it. */
function Growing(props: TimelineViewProps & { readonly more: readonly TimelineItem[] }): ReactNode {
  const { more, timeline, ...view } = props;
  const [count, setCount] = useState(0);
  const items = [...(timeline as readonly TimelineItem[]), ...more.slice(0, count)];
  return (
    <div className="live">
      <div className="live-stage">
        <TimelineView {...view} timeline={items} />
      </div>
      <div className="live-bar">
        <span>New messages arrive while you read</span>
        <button type="button" className="live-button" onClick={() => setCount(more.length)}>
          Add {more.length} messages
        </button>
      </div>
    </div>
  );
}

/**
 * A thousand messages. Only rows near the viewport are fully rendered; the text of all others stays available to
 * find-in-page and screen readers.
 */
export const LongHistory: Story = {
  args: { timeline: thousand },
  play: async ({ canvas, canvasElement }) => {
    const region = canvas.getByRole("region", { name: "Conversation" });
    await waitFor(() => expect(away(region)).toBeLessThan(2));
    await expect(region.textContent).toContain("Question 2:");
    await expect(canvasElement.querySelectorAll("*").length).toBeLessThan(6_000);
  },
};

/** While the reader is scrolled up, a button counts new messages and nothing moves. */
export const NewMessagesWhileScrolledUp: Story = {
  parameters: { data: ["Ben"] },
  args: { timeline: short },
  render: (args) => (
    <Growing
      {...args}
      more={history(3).map((item) => ({
        ...item,
        id: `new-${item.id}`,
        reconciliationKey: `new-${item.id}`,
        ...(item.kind === "user-message" && { actor: { id: "ben", name: "Ben" } }),
      }))}
    />
  ),
  play: async ({ canvas, userEvent }) => {
    const region = canvas.getByRole("region", { name: "Conversation" });
    await waitFor(() => expect(away(region)).toBeLessThan(2));
    region.scrollTop -= 900;
    await canvas.findByRole("button", { name: "Jump to latest" });
    const place = region.scrollTop;
    await userEvent.click(canvas.getByRole("button", { name: /Add 3/ }));
    await canvas.findByRole("button", { name: "Jump to latest 3 new messages" });
    await expect(region.scrollTop).toBe(place);
  },
};

export const NewMessagesWhileScrolledUpInTheDark: Story = { ...NewMessagesWhileScrolledUp, globals: { theme: "dark" } };

export const NewMessagesWhileScrolledUpOnAPhone: Story = { ...NewMessagesWhileScrolledUp, globals: { width: "360" } };

export const NewMessagesWhileScrolledUpRightToLeft: Story = {
  ...NewMessagesWhileScrolledUp,
  globals: { direction: "rtl" },
  args: { timeline: short.map((item) => (item.kind === "agent-message" ? { ...item, text: arabicAnswer } : item)) },
};

/** Earlier and later messages can be loaded. */
export const EarlierAndLaterMessages: Story = { args: { timeline: short, hasOlder: true, hasNewer: true } };

export const LoadingLaterMessages: Story = {
  args: { timeline: short, hasNewer: true, isLoadingNewer: true },
  play: async ({ canvas }) => {
    const region = canvas.getByRole("region", { name: "Conversation" });
    region.scrollTop = region.scrollHeight;
    await expect(canvas.getByRole("button", { name: "Loading later messages…" })).toBeVisible();
  },
};

export const LoadingEarlierMessages: Story = {
  args: { timeline: short, hasOlder: true, isLoadingOlder: true },
  play: async ({ canvas }) => {
    const region = canvas.getByRole("region", { name: "Conversation" });
    await waitFor(() => expect(away(region)).toBeLessThan(2));
    region.scrollTop = 0;
    await expect(canvas.getByRole("button", { name: "Loading earlier messages…" })).toBeVisible();
  },
};

/** Opened at a message from a link. */
export const OpenedAtMessage: Story = {
  args: { timeline: thousand, showItem: "q500" },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText(/Question 500:/)).toBeVisible());
  },
};

/** A new question moves to the top, and its answer streams below it. */
export const NewQuestionAtTheTop: Story = {
  args: {
    newTurnAnchor: "top",
    timeline: { settled: [], live: [] },
  },
  parameters: { data: [short, "Does the shop stay open? Yes, it stays open during the import"] },
  render: (args) => <TurnThatBegins {...args} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole("button", { name: "Ask" }));
    const region = canvas.getByRole("region", { name: "Conversation" });
    const question = await canvas.findByText("Does the shop stay open?");
    await waitFor(() =>
      expect(question.getBoundingClientRect().top - region.getBoundingClientRect().top).toBeLessThan(80),
    );
  },
};

const settled = short.map((item) => ({ kind: "item" as const, item }));

function TurnThatBegins(props: TimelineViewProps): ReactNode {
  const [asked, setAsked] = useState(false);
  const live = asked ? [user("Does the shop stay open?"), agent("Yes, it stays open **during the import", true)] : [];
  return (
    <div className="live">
      <div className="live-stage">
        <TimelineView
          {...props}
          isRunning={asked}
          timeline={{ settled, live: live.map((item) => ({ kind: "item" as const, item })) }}
        />
      </div>
      <div className="live-bar">
        <span>A new question moves to the top</span>
        <button type="button" className="live-button" onClick={() => setAsked(true)}>
          Ask
        </button>
      </div>
    </div>
  );
}
