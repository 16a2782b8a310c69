import { ComposerView, MessageTimeline, QueuePanel, QueuePanelView, useSessionById } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { withWorld } from "../live.js";
import { enter, inOrder, write } from "../begin.js";
import { ofStory, StartedSession } from "../started-session.js";
import { asked } from "../story-agent.js";

const queue = [
  { turnId: "t2", text: "Then compare it with last year." },
  { turnId: "t3", text: "Send the result to Ben.", actor: { source: "host", id: "ben", name: "Ben" } },
  { turnId: "t4", text: "Save it to the shared folder for this month." },
];
const months = ["January", "February", "March", "April", "May", "June", "July", "August"];
const done = async () => undefined;

const meta = {
  title: "Panels/QueuePanel",
  component: QueuePanelView,
  args: { queue, onMove: done, onEdit: done, onSendNow: done, onRemove: done, onDismiss: () => undefined },
} satisfies Meta<typeof QueuePanelView>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SeveralMessages: Story = {};
/** Only the number of messages, on a button that opens the list. A conversation folds its queue while a decision waits. */
export const FoldedToItsNumber: Story = { args: { isFolded: true } };
export const ReadOnly: Story = { render: () => <QueuePanelView queue={queue} /> };
/** Nothing is pending, so nothing is shown. */
export const NothingQueued: Story = {
  args: { queue: [] },
  parameters: { blank: "No message is queued: the panel takes no room." },
};
export const LongText: Story = {
  args: {
    queue: [
      {
        turnId: "t2",
        text: `Compare each month with the same month last year. ${months.map((month) => `For ${month}, list the largest customers and the changes.`).join(" ")}`,
      },
    ],
  },
};

export const UnbrokenAddress: Story = {
  args: {
    queue: [{ turnId: "t9", text: `https://reports.example/${"2026-quarterly-summary-".repeat(12)}` }, ...queue],
  },
};

/** The last message is still being sent, and cannot be changed yet. */
export const LastMessageSending: Story = {
  args: { queue: [...queue.slice(0, 2), { turnId: "key", text: "And add the totals, please.", isSending: true }] },
};

/** The last message waits for a connection, and can be removed. */
export const LastMessageNotSent: Story = {
  args: {
    queue: [
      ...queue.slice(0, 2),
      { turnId: "key", text: "And add the totals, please.", isSending: true, isHeld: true },
    ],
  },
};

/** Each message has a pending change. */
export const ChangesInProgress: Story = {
  args: {
    pendingByTurn: new Map([
      ["t2", "move"],
      ["t3", "remove"],
      ["t4", "send"],
    ]),
  },
};

const refused = (code: string, isConflict: boolean) => ({
  target: "t2",
  action: "edit" as const,
  isConflict,
  error: Object.assign(new Error("We couldn't reach the server. Try again."), { code, name: "ServiceError" }),
});

/** The queue changed in another window. This is its current state. */
export const QueueChangedElsewhere: Story = { args: { refused: refused("QUEUE_VERSION_CHANGED", true) } };
export const EditFailed: Story = { args: { refused: refused("network_error", false) } };
/** Each message shows why its own change failed. */
export const TwoChangesFailed: Story = {
  args: {
    refused: [
      { ...refused("network_error", false), action: "remove" },
      { ...refused("network_error", false), target: "t4", action: "send" },
    ],
  },
};

/** The menu moves a message up. The focus stays on it. */
export const MovedToTheTop: Story = {
  tags: ["!autodocs"],
  render: function Reordered(args) {
    const [order, setOrder] = useState(queue);
    const move = async (turnId: string, beforeTurnId: string | null) => {
      const moved = order.filter((prompt) => prompt.turnId === turnId);
      const others = order.filter((prompt) => prompt.turnId !== turnId);
      const at = beforeTurnId === null ? others.length : others.findIndex((prompt) => prompt.turnId === beforeTurnId);
      setOrder([...others.slice(0, at), ...moved, ...others.slice(at)]);
    };
    return <QueuePanelView {...args} queue={order} onMove={move} />;
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const texts = () => canvas.getAllByRole("listitem").map((item) => item.getAttribute("data-turn"));
    const name = /^More actions for Save it/;
    canvas.getByRole("button", { name }).focus();
    await userEvent.keyboard("{Enter}{Enter}");
    await waitFor(() => expect(texts()).toEqual(["t2", "t4", "t3"]));
    await userEvent.keyboard("{Enter}{Enter}");
    await waitFor(() => expect(texts()).toEqual(["t4", "t2", "t3"]));
    await expect(canvas.getByText("Now 1 of 3 in the queue")).toBeInTheDocument();
    await expect(document.activeElement).toHaveAccessibleName(name);
  },
};

const running = async (canvas: HTMLElement) => {
  await within(canvas).findByRole("button", { name: "Stop" }, { timeout: 10_000 });
};
const followUp = "Add a map of the route.";

/** The panel in place of the composer's own list. */
function QueueAboveComposer({ sessionId }: { readonly sessionId: string }) {
  const session = useSessionById(sessionId);
  return (
    <div className="live-corners">
      <MessageTimeline sessionId={sessionId} />
      <div className="live-corner">
        <QueuePanel sessionId={sessionId} />
        <ComposerView composer={{ ...session, queue: [] }} />
      </div>
    </div>
  );
}

/** Live, with the service inside this page. Messages that you send queue behind the running answer. */
export const LiveSession: Story = {
  decorators: [withWorld],
  parameters: {
    stage: "chat",
    bar: false,
    first: asked("Plan a day walk for our team.", "/say I'll start with the route along the river.", "/silence 3600"),
    begin: inOrder(running, write("Message", followUp), enter),
    data: [followUp],
  },
  render: (_args, story) => (
    <StartedSession {...ofStory(story)}>{(sessionId) => <QueueAboveComposer sessionId={sessionId} />}</StartedSession>
  ),
};

/** More than fits: the list scrolls, and fades where more follows. A list that fits does not. */
export const LongQueue: Story = {
  args: { queue: Array.from({ length: 9 }, (_, at) => ({ turnId: `t${at}`, text: `Where is parcel ${1041 + at}?` })) },
  play: async ({ canvas }) => {
    const list = canvas.getByRole("list");
    const fade = () => getComputedStyle(list).maskImage;
    await waitFor(() => expect(fade()).toMatch(/gradient/));
    list.style.maxBlockSize = "none";
    await waitFor(() => expect(fade()).toBe("none"));
    list.style.maxBlockSize = "";
  },
};

export const RightToLeft: Story = { ...QueueChangedElsewhere, globals: { direction: "rtl" } };
export const Dark: Story = { globals: { theme: "dark" } };
export const Phone: Story = { globals: { width: "360" } };
