import { ChatConversation } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor, within } from "storybook/test";
import { press } from "../begin.js";
import { withWorld } from "../live.js";
import { said } from "../seed.js";
import { asked } from "../story-agent.js";

const meta = {
  title: "Conversation/ChatConversation/Turns",
  component: ChatConversation,
  decorators: [withWorld],
  parameters: { stage: "chat", bar: false },
  args: { conversation: "turns" },
} satisfies Meta<typeof ChatConversation>;
export default meta;
type Story = StoryObj<typeof meta>;

const slow = { timeout: 8000 };

/** The agent finished without text. A line reports it, also after a reload. */
export const FinishedWithoutReply: Story = {
  args: { conversation: "turns-without-reply" },
  loaders: [
    said({
      say: asked("For your information: Marta has moved to the Lisbon office.", "/silence 0"),
      until: "complete",
    }),
  ],
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("Finished without an answer", { selector: ".sv-turn-line *" }, slow);
  },
};

/** Answered questions stay in place, with their answers. */
export const QuestionsAnswered: Story = {
  args: { conversation: "turns-questions" },
  loaders: [said({ say: asked("Help me plan a trip to Portugal.", "/ask single"), choose: ["summer"] })],
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector(".sv-answers")).toHaveTextContent("Summer"), slow);
    await expect(within(canvasElement).queryByRole("radio")).toBeNull();
  },
};

/** The user stopped the answer before its first word. A line takes its place. */
export const StoppedBeforeAnswer: Story = {
  args: { conversation: "turns-stopped" },
  loaders: [said(asked("Compare all carriers.", "/silence 7200"))],
  parameters: { begin: press("Stop") },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/^Stopped/, { selector: ".sv-turn-line *" }, slow);
    await waitFor(() => expect(canvasElement.querySelector(".sv-thinking")).toBeNull(), slow);
  },
};

/** After ten seconds of silence, a line shows that the agent still works, and for how long. */
export const LongWaitForTheModel: Story = {
  args: { conversation: "turns-silence" },
  loaders: [said(asked("Why was the parcel held at customs?", "/silence 3601"))],
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("Still working ·", {}, { timeout: 14_000 });
  },
};

/** A short turn shows no duration. */
export const ShortAnswer: Story = {
  args: { conversation: "turns-short" },
  loaders: [said({ say: asked("Is the shop open today?", "/say Yes, until 6 p.m."), until: "complete" })],
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("Yes, until 6 p.m.", { selector: "p" }, slow);
    for (const line of [".sv-turn-line", ".sv-elapsed", ".sv-fold-summary"]) {
      await expect(canvasElement.querySelector(line)).toBeNull();
    }
  },
};

/** While a decision waits, it has the room: the queue is folded to the number of its messages. */
export const WaitingWithQueue: Story = {
  args: { conversation: "component-question-queued" },
  loaders: [
    said(asked("Plan a weekend in Graz.", "/ask form skip"), "And book a hotel near the station.", "Not above €120."),
  ],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole("group", { name: /The agent has/ }, slow);
    await canvas.findByRole("button", { name: "2 messages queued", expanded: false }, slow);
    await expect(canvas.queryByText("Not above €120.")).toBeNull();
  },
};

const letter = {
  to: "customers-north@example.com",
  subject: "New delivery days from June",
  body: "Dear customers, from June we deliver on Tuesdays and Fridays. ".repeat(14).trim(),
  cc: "logistics@example.com",
};

/** Long arguments scroll between the title and the buttons, and the words before them stay in sight. */
export const LongApproval: Story = {
  args: { conversation: "turns-long-approval" },
  loaders: [
    said(
      asked(
        "Write to our customers.",
        "/say I've drafted the message.",
        `/approve send_mail ${JSON.stringify(letter)}`,
      ),
    ),
  ],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole("button", { name: "Show details" }, slow);
    await expect(await canvas.findByText("I've drafted the message.", { selector: "p" }, slow)).toBeVisible();
  },
};

export const LongApprovalOnAPhone: Story = {
  ...LongApproval,
  args: { conversation: "turns-long-approval-phone" },
  globals: { width: "360" },
};
