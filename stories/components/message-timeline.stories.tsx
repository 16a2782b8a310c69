import { ChatComposer, MessageTimeline } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { withWorld } from "../live.js";
import { ofStory, StartedSession } from "../started-session.js";
import { asked, askedNow } from "../story-agent.js";

const meta = {
  title: "Timeline/MessageTimeline",
  component: MessageTimeline,
  decorators: [withWorld],
  parameters: { stage: "chat", bar: false },
  args: { sessionId: "" },
  render: (args, story) => (
    <StartedSession {...ofStory(story)}>
      {(sessionId) => <MessageTimeline {...args} sessionId={sessionId} />}
    </StartedSession>
  ),
} satisfies Meta<typeof MessageTimeline>;
export default meta;
type Story = StoryObj<typeof meta>;

const slow = { timeout: 10_000 };

/** The timeline on its own, anywhere under the provider. */
export const OnItsOwn: Story = {
  parameters: { first: asked("Has my refund arrived?", "/say Yes, it arrived on **Friday**.") },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("Friday", {}, slow)).toBeVisible();
  },
};

export const AnswerStreaming: Story = {
  parameters: {
    first: askedNow("Is my order on its way?", "Your order left the warehouse on Monday, and"),
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/Your order left/, { selector: "p" }, slow);
  },
};

/** The card has the room that it needs, below the messages. */
export const ApprovalNeeded: Story = {
  parameters: { first: asked("Refund order 4712, please.", '/approve refund_order {"number":4712}') },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Approve" }, slow);
    const decisions = canvasElement.querySelector(".sv-decisions")!;
    await waitFor(() => expect(decisions.scrollHeight).toBeLessThanOrEqual(decisions.clientHeight));
  },
};

/** The row of the call shows that it needs approval. With `showDecisions={false}`, your page asks for it elsewhere. */
export const ApprovalAskedElsewhere: Story = {
  args: { showDecisions: false },
  parameters: { first: asked("Refund order 4711, please.", '/approve refund_order {"number":4711}') },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/Waiting for approval/, {}, slow);
  },
};

export const AnswerFailed: Story = {
  parameters: {
    first: asked("What is in order 4711?", "/say Your order has three items:", "/fail before provider_unavailable"),
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Try again" }, slow);
  },
};

/** The conversation stays readable without a connection. */
export const ReadableWithoutConnection: Story = {
  parameters: {
    first: asked("When did my order ship?", "/say Your order shipped on **Monday**."),
    breaksAt: "[data-connection=live] .sv-markdown",
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText("Monday", {}, slow);
    const timeline = canvasElement.querySelector<HTMLElement>(".sv-message-timeline");
    await waitFor(() => expect(timeline?.dataset["connection"]).not.toBe("live"), slow);
    await expect(canvas.getByText("Monday")).toBeVisible();
  },
};

/** A timeline and a composer in separate places share one connection. */
export const TimelineAndComposerApart: Story = {
  parameters: { first: asked("Is the desk lamp in stock?", "/say Yes, we have 12 left.") },
  render: (args, story) => (
    <StartedSession {...ofStory(story)}>
      {(sessionId) => (
        <div className="live-corners">
          <MessageTimeline {...args} sessionId={sessionId} />
          <div className="live-corner">
            <ChatComposer sessionId={sessionId} />
          </div>
        </div>
      )}
    </StartedSession>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(
      await canvas.findByRole("textbox", { name: "Message" }, slow),
      `${asked("And the office chair?", "/say Yes, we have 48 left.")}{Enter}`,
    );
    await canvas.findByText("Yes, we have 48 left.", { selector: "p" }, slow);
  },
};

/** The row shows that the call needs approval, and the composer asks for it, once on the page. */
export const ApprovalInTheComposer: Story = {
  ...TimelineAndComposerApart,
  parameters: {
    first: asked(
      "My desk lamp arrived broken.",
      "/say I'm sorry about that. I can refund the lamp.",
      '/approve refund_order {"number":4711,"amount":"€49.90"}',
    ),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole("button", { name: /Refund order.*Waiting for approval/ }, slow);
    await canvas.findByRole("button", { name: "Approve" }, slow);
    await expect(canvas.getAllByRole("button", { name: "Approve" })).toHaveLength(1);
  },
};

export const ApprovalInTheComposerInTheDark: Story = { ...ApprovalInTheComposer, globals: { theme: "dark" } };

export const ApprovalInTheComposerOnAPhone: Story = { ...ApprovalInTheComposer, globals: { width: "360" } };
