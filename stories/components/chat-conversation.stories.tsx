// budget: one story a state, and a component has one page
import { ChatConversation } from "@service/react";
import type { Fault, FaultPlan } from "@service/react/testing";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor, within } from "storybook/test";
import { withWorld } from "../live.js";
import { decideAs, kept, said } from "../seed.js";
import { openWorld } from "../world.js";
import { asked } from "../story-agent.js";
import { sendKeys } from "../prop-table.js";

const meta = {
  title: "Conversation/ChatConversation",
  component: ChatConversation,
  argTypes: { sendKey: sendKeys },
  decorators: [withWorld],
  parameters: { stage: "chat", bar: false },
  args: { conversation: "component-chat" },
} satisfies Meta<typeof ChatConversation>;
export default meta;
type Story = StoryObj<typeof meta>;

const slow = { timeout: 8000 };

/** The fault of every message that is sent; all other requests succeed. */
function sendsMeet(fault: Fault): FaultPlan {
  return ({ method }) => (method === "POST" ? fault : undefined);
}

const growing = asked("Where is my parcel now?", "/say The parcel left the warehouse, and", "/silence 3600");
const answer = "The parcel left the warehouse.";
const left = asked("Has it left?", `/say ${answer}`);
const refund = asked(
  "The parcel arrived broken.",
  "/say I can refund it.",
  '/approve refund_order {"number":4711,"amount":"€49.90"}',
);
const failing = asked("What is in order 4711?", "/say I looked at the order, and", "/fail before provider_unavailable");

/** A message is sent and answered by the service inside this page. */
export const Answered: Story = {
  loaders: [said({ say: asked("How many days until it arrives?", "/say It takes **two days**."), until: "complete" })],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await waitFor(() => expect(canvas.getByText("two days").tagName).toBe("STRONG"), slow);
  },
};

/** Before the first message. Nothing is written to the service yet. */
export const Empty: Story = {
  args: { conversation: "component-empty" },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("How can I help?", {}, slow);
  },
};

/** A page that opens: the history is on its way. */
export const Restoring: Story = {
  args: { conversation: "component-restoring" },
  parameters: { faults: (): Fault => ({ kind: "no-answer" }) },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector(".sv-loading")).toBeVisible(), slow);
  },
};

/** An answer is streaming; it can be stopped, and typing continues. */
export const Streaming: Story = {
  args: { conversation: "component-streaming" },
  loaders: [said(growing)],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText(/^The parcel left/, { selector: "p" }, slow);
    await canvas.findByRole("button", { name: "Stop" }, slow);
  },
};

/** Later messages wait visibly, and can be withdrawn. The draft can interrupt the answer. */
export const Queued: Story = {
  args: { conversation: "component-queued", composerProps: { defaultValue: "Rather stop here" } },
  loaders: [said(growing, "When will it arrive?", "And where is the invoice?")],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText(/^The parcel left/, { selector: "p" }, slow);
    await canvas.findByText("2 messages queued", {}, slow);
    await canvas.findByRole("button", { name: "Interrupt and send now" }, slow);
  },
};

/** The agent may not go on without a person. */
export const Waiting: Story = {
  args: { conversation: "component-waiting" },
  loaders: [said(refund)],
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Approve" }, slow);
  },
};

/** Several at once, to be decided in any order. */
export const SeveralWait: Story = {
  args: { conversation: "component-several" },
  loaders: [said(asked("Refund it, tell Ana and close the ticket.", "/approvals 3"))],
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("3 requests need your input", {}, slow);
  },
};

/** The agent asks, and waits for the answers. */
export const WaitingForAnswers: Story = {
  args: { conversation: "component-question" },
  loaders: [said(asked("Plan my trip.", "/say A few things are not clear yet.", "/ask form skip"))],
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("group", { name: /The agent has/ }, slow);
  },
};

/** Another person decided first: the name stays until the conversation continues. */
export const AnsweredElsewhere: Story = {
  args: { conversation: "team-answered" },
  loaders: [said(asked("Refund order 4711, please.", '/approve refund_order {"number":4711}', "/silence 3600"))],
  parameters: {
    begin: async (canvas: HTMLElement) => {
      await within(canvas).findByRole("button", { name: "Approve" }, slow);
      await decideAs("ben", "team-answered");
    },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("Approved by Ben", {}, slow);
  },
};

/** A message is on its way and not accepted yet. */
export const Sending: Story = {
  args: { conversation: "component-sending" },
  loaders: [kept("sending", "Where is my parcel?")],
  parameters: { faults: sendsMeet({ kind: "no-answer" }), data: ["Where is my parcel?"] },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("Sending…", {}, slow);
  },
};

/** A message was refused. It stays, with the reason, to be sent again or put away. */
export const SendFailed: Story = {
  args: { conversation: "component-send-failed" },
  loaders: [kept("sending", "Where is my parcel?")],
  parameters: {
    faults: sendsMeet({
      kind: "status",
      status: 403,
      body: { error: { code: "forbidden", message: "You can only read this conversation." } },
    }),
    data: ["You can only read this conversation.", "Where is my parcel?"],
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Send again" }, slow);
  },
};

/** The message's outcome is unknown after the automatic retries. A manual retry sends nothing twice. */
export const SendUnknown: Story = {
  args: { conversation: "component-unknown" },
  loaders: [kept("unknown", "Where is my parcel?")],
  parameters: { data: ["Where is my parcel?"] },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Send again" }, slow);
  },
};

/** A turn broke off: its text stays, with the reason, and it can be retried. */
export const TurnFailed: Story = {
  args: { conversation: "component-failed" },
  loaders: [said({ say: failing, until: "complete" })],
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Try again" }, slow);
  },
};

/** The person stopped it: its text stays. */
export const Stopped: Story = {
  args: { conversation: "component-stopped" },
  loaders: [said({ say: growing, stopAt: "warehouse" })],
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/^Stopped/, {}, slow);
  },
};

/** The connection broke: the conversation stays readable, and the line shows when it is retried. */
export const Reconnecting: Story = {
  args: { conversation: "component-reconnecting" },
  loaders: [said({ say: left, until: "complete" })],
  parameters: { breaksAt: "[data-connection=live] .sv-markdown" },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector("[data-connection=reconnecting]")).toBeVisible(), slow);
    await within(canvasElement).findByRole("button", { name: "Try now" }, slow);
    await expect(within(canvasElement).getByText(answer, { selector: "p" })).toBeVisible();
  },
};

/** The device is offline. */
export const Offline: Story = {
  args: { conversation: "component-offline" },
  // The device is offline for the whole page, so the story has a page of its own.
  parameters: { docs: { story: { inline: false, height: "36rem" } } },
  loaders: [said({ say: left, until: "complete" })],
  beforeEach: () => async () => {
    Reflect.deleteProperty(navigator, "onLine");
    (await openWorld()).setCut(false);
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(answer, { selector: "p" }, slow);
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false });
    (await openWorld()).setCut(true);
    await waitFor(
      () => expect(canvasElement.querySelector(".sv-connection[data-connection=offline]")).toBeVisible(),
      slow,
    );
  },
};

/** The connection was given up, with the reason. */
export const Closed: Story = {
  args: { conversation: "component-closed" },
  parameters: {
    faults: (): Fault => ({
      kind: "status",
      status: 409,
      body: { error: { code: "conflict", message: "This conversation is being moved. Try again in a minute." } },
    }),
    data: ["This conversation is being moved. Try again in a minute."],
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Try again" }, slow);
    await expect(within(canvasElement).queryByText(/^Disconnected/)).toBeNull();
  },
};

/** Signed out: nothing private is left, and nothing is asked of the service. */
export const SignedOut: Story = {
  globals: { identity: "signed out" },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("You're signed out", {}, slow);
  },
};

export const Dark: Story = {
  ...Queued,
  name: "In the dark",
  args: { ...Queued.args, conversation: "component-dark" },
  globals: { theme: "dark" },
};

export const RightToLeft: Story = {
  ...Waiting,
  name: "Right to left",
  args: { conversation: "component-rtl" },
  globals: { direction: "rtl" },
};

export const Phone: Story = {
  ...WaitingForAnswers,
  name: "On a phone",
  args: { conversation: "component-phone" },
  globals: { width: "360" },
};
