// budget: one story a state, and a component has one page
import { ChatConversation } from "@service/react";
import type { Fault, FaultPlan } from "@service/react/testing";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, waitFor, within } from "storybook/test";
import { withWorld } from "../live.js";
import { decideAs, kept, said } from "../seed.js";
import { openWorld } from "../world.js";
import { asked, askedNow, refund, refundInArabic } from "../story-agent.js";

const meta = {
  title: "Conversation/ChatConversation",
  component: ChatConversation,
  decorators: [withWorld],
  parameters: { stage: "chat", bar: false },
  args: { conversation: "component-chat", placeholder: "Ask about an order" },
} satisfies Meta<typeof ChatConversation>;
export default meta;
type Story = StoryObj<typeof meta>;

const slow = { timeout: 8000 };

/** The fault of every message that is sent; all other requests succeed. */
function sendsMeet(fault: Fault): FaultPlan {
  return ({ method }) => (method === "POST" ? fault : undefined);
}

const growing = askedNow("Where is my parcel now?", "Your parcel left the warehouse this morning, and");
const answer = "Yes, your parcel left the warehouse this morning.";
const left = asked("Has my parcel left?", `/say ${answer}`);
const failing = asked(
  "What is in order 4711?",
  "/say Your order has three items:",
  "/fail before provider_unavailable",
);

/** A message and its answer, from the service inside this page. */
export const AnswerComplete: Story = {
  loaders: [
    said({ say: asked("How long does delivery take?", "/say Delivery takes **two days**."), until: "complete" }),
  ],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await waitFor(() => expect(canvas.getByText("two days").tagName).toBe("STRONG"), slow);
  },
};

/** The state before the first message. The service stores nothing yet. */
export const NoMessagesYet: Story = {
  args: { conversation: "component-empty" },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("How can I help?", {}, slow);
  },
};

/** The history is loading. */
export const HistoryLoading: Story = {
  args: { conversation: "component-restoring" },
  parameters: { faults: (): Fault => ({ kind: "no-answer" }) },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector(".sv-loading")).toBeVisible(), slow);
  },
};

/** An answer is streaming. Users can stop it, and keep typing. */
export const AnswerStreaming: Story = {
  args: { conversation: "component-streaming" },
  loaders: [said(growing)],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText(/^Your parcel left/, { selector: "p" }, slow);
    await canvas.findByRole("button", { name: "Stop" }, slow);
  },
};

/** Messages sent during an answer are queued and can be removed. A draft can also interrupt the answer. */
export const MessagesQueued: Story = {
  args: { conversation: "component-queued", composerProps: { defaultValue: "Actually, just tell me the carrier." } },
  loaders: [said(growing, "When will it arrive?", "Can you send me the invoice?")],
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText(/^Your parcel left/, { selector: "p" }, slow);
    await canvas.findByText("2 messages queued", {}, slow);
    await canvas.findByRole("button", { name: "Interrupt and send now" }, slow);
  },
};

/** The agent needs approval to continue. */
export const ApprovalNeeded: Story = {
  args: { conversation: "component-waiting" },
  loaders: [said(refund)],
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Approve" }, slow);
  },
};

/** Several pending decisions, in any order. */
export const SeveralApprovalsNeeded: Story = {
  args: { conversation: "component-several" },
  loaders: [said(asked("Refund the order, email Ana and close the ticket.", "/approvals 3"))],
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("3 requests need your input", {}, slow);
  },
};

/** The agent asks questions and waits for the answers. */
export const QuestionsFromTheAgent: Story = {
  args: { conversation: "component-question" },
  loaders: [said(asked("Plan my trip.", "/say I have a few questions first.", "/ask form skip"))],
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("group", { name: /The agent has/ }, slow);
  },
};

/** Another user decided first. Their name is shown until the conversation continues. */
export const ApprovedByAnotherPerson: Story = {
  args: { conversation: "team-answered" },
  loaders: [
    said(
      asked(
        "Please refund order 4711 to the customer.",
        '/approve refund_order {"number":4711}',
        "/say I'm refunding it now.",
        "/silence 3600",
      ),
    ),
  ],
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

/** A message that is being sent. */
export const MessageSending: Story = {
  args: { conversation: "component-sending" },
  loaders: [kept("sending", "Where is my parcel?")],
  parameters: { faults: sendsMeet({ kind: "no-answer" }), data: ["Where is my parcel?"] },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("Sending…", {}, slow);
  },
};

/** A message could not be sent. It stays with the reason, to be sent again or discarded. */
export const MessageNotSent: Story = {
  args: { conversation: "component-send-failed" },
  loaders: [kept("sending", "Where is my parcel?")],
  parameters: {
    faults: sendsMeet({
      kind: "status",
      status: 402,
      body: { error: { code: "payment_required", message: "This isn't included in the current plan." } },
    }),
    data: ["This isn't included in the current plan.", "Where is my parcel?"],
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Send again" }, slow);
  },
};

/** The service refuses the message as it is. It stays with the reason, to be copied or discarded. */
export const MessageRefused: Story = {
  args: { conversation: "component-send-refused" },
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
    const canvas = within(canvasElement);
    await canvas.findByRole("button", { name: "Discard" }, slow);
    await expect(canvas.queryByRole("button", { name: "Send again" })).toBeNull();
  },
};

/** After all retries, it is unknown whether the message arrived. Sending it again never sends it twice. */
export const SendingResultUnknown: Story = {
  args: { conversation: "component-unknown" },
  loaders: [kept("unknown", "Where is my parcel?")],
  parameters: { data: ["Where is my parcel?"] },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Send again" }, slow);
  },
};

/** An answer failed. Its text stays, with the reason and a retry button. */
export const AnswerFailed: Story = {
  args: { conversation: "component-failed" },
  loaders: [said({ say: failing, until: "complete" })],
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Try again" }, slow);
  },
};

/** The user stopped the answer. Its text stays. */
export const AnswerStopped: Story = {
  args: { conversation: "component-stopped" },
  loaders: [said({ say: growing, stopAt: "warehouse" })],
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/^Stopped/, {}, slow);
  },
};

/** The connection is lost. The conversation stays readable, and a line shows the next retry. */
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

/** The connection is closed for good. The page shows the reason. */
export const ConnectionClosed: Story = {
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
    await expect(within(canvasElement).getByText("Can't connect right now")).toBeVisible();
    await expect(within(canvasElement).queryByText(/^Disconnected/)).toBeNull();
  },
};

/** Signed out. No private data remains, and nothing is requested. */
export const SignedOut: Story = {
  globals: { identity: "signed out" },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("You're signed out", {}, slow);
  },
};

export const Dark: Story = {
  ...MessagesQueued,
  args: { ...MessagesQueued.args, conversation: "component-dark" },
  globals: { theme: "dark" },
};

/** In Arabic; the kit has no Arabic strings of its own. */
export const RightToLeft: Story = {
  ...ApprovalNeeded,
  args: { conversation: "component-rtl", placeholder: "اسأل عن طلب" },
  loaders: [said(refundInArabic)],
  globals: { direction: "rtl" },
};

export const Phone: Story = {
  ...QuestionsFromTheAgent,
  args: { conversation: "component-phone" },
  globals: { width: "360" },
};
