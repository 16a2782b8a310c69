// budget: one story a state, and a component has one page
import { ChatConversation } from "@service/react";
import type { ChatHistory } from "@service/react/protocol";
import type { Fault, FaultPlan } from "@service/react/testing";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { withWorld } from "../live.js";
import { openWorld, people } from "../world.js";

const meta = {
  title: "Conversation/ChatConversation",
  component: ChatConversation,
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

/** Before the first message. Nothing is written to the service yet. */
export const Empty: Story = {
  args: { conversation: "component-empty" },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("How can I help?", {}, slow);
  },
};

/** A message is sent and answered by the service inside this page. */
export const Answered: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const field = await canvas.findByRole("textbox", { name: "Message" }, slow);
    await userEvent.type(field, "/say The answer is **forty-two**.{Enter}");
    await waitFor(() => expect(canvas.getByText("forty-two").tagName).toBe("STRONG"), slow);
    await expect(field).toHaveValue("");
  },
};

async function say(canvasElement: HTMLElement, message: string) {
  const canvas = within(canvasElement);
  await userEvent.click(await canvas.findByRole("textbox", { name: "Message" }, slow));
  // One paste, as typing a brace means a key to the test library.
  await userEvent.paste(message);
  await userEvent.keyboard("{Enter}");
  return canvas;
}

/** Sends a first message and waits for its answer, so that the story shows what follows. */
async function talk(canvasElement: HTMLElement, answer = "The parcel left the warehouse.") {
  const canvas = await say(canvasElement, `/say ${answer}`);
  await canvas.findByText(answer, { selector: "p" }, slow);
  await waitFor(() => expect(canvas.queryByRole("button", { name: "Stop" })).toBeNull(), slow);
  return canvas;
}

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
  play: async ({ canvasElement }) => {
    const canvas = await say(canvasElement, "/say The parcel left the warehouse, and\n/silence 3600");
    await canvas.findByText(/^The parcel left/, { selector: "p" }, slow);
    await canvas.findByRole("button", { name: "Stop" }, slow);
  },
};

/** Later messages wait visibly, and can be withdrawn. The draft can interrupt the answer. */
export const Queued: Story = {
  args: { conversation: "component-queued" },
  play: async ({ canvasElement }) => {
    const canvas = await say(canvasElement, "/say The parcel left the warehouse, and\n/silence 3600");
    await canvas.findByText(/^The parcel left/, { selector: "p" }, slow);
    await say(canvasElement, "When will it arrive?");
    await say(canvasElement, "And where is the invoice?");
    await canvas.findByText("2 messages queued", {}, slow);
    await userEvent.type(canvas.getByRole("textbox", { name: "Message" }), "Rather stop here");
    await canvas.findByRole("button", { name: "Interrupt and send now" }, slow);
  },
};

/** The agent may not go on without a person. */
export const Waiting: Story = {
  args: { conversation: "component-waiting" },
  play: async ({ canvasElement }) => {
    const canvas = await say(
      canvasElement,
      '/say I can refund it.\n/approve refund_order {"number":4711,"amount":"€49.90"}',
    );
    await canvas.findByRole("button", { name: "Approve" }, slow);
  },
};

/** Several at once, to be decided in any order. */
export const SeveralWait: Story = {
  args: { conversation: "component-several" },
  play: async ({ canvasElement }) => {
    const canvas = await say(canvasElement, "/approvals 3");
    await canvas.findByText("3 requests need your input", {}, slow);
  },
};

/** The agent asks, and waits for the answers. */
export const WaitingForAnswers: Story = {
  args: { conversation: "component-question" },
  play: async ({ canvasElement }) => {
    const canvas = await say(canvasElement, "/say One thing is not clear.\n/ask form skip");
    await canvas.findByRole("group", { name: /The agent has/ }, slow);
  },
};

/** Another person decided first, in another window: the name stays until the conversation continues. */
export const AnsweredElsewhere: Story = {
  args: { conversation: "team-answered" },
  play: async ({ canvasElement }) => {
    const canvas = await say(canvasElement, '/approve refund_order {"number":4711}\n/silence 3600');
    await canvas.findByRole("button", { name: "Approve" }, slow);
    await decideAs("ben", "team-answered");
    await canvas.findByText("Approved by Ben in another window", {}, slow);
  },
};

/** Approves the waiting call, from another person's page. */
async function decideAs(person: string, conversation: string): Promise<void> {
  const send = (await openWorld()).fetchAs(people[person] ?? null);
  const headers = { "x-service-conversation": conversation, "content-type": "application/json" };
  const history = (await (await send("/api/chat", { headers })).json()) as ChatHistory;
  const body = JSON.stringify({ requestId: history.pending[0]?.requestId, decision: "approve" });
  await send("/api/chat/respond", { method: "POST", headers, body });
}

/** A message is on its way and not accepted yet. */
export const Sending: Story = {
  args: { conversation: "component-sending" },
  parameters: { faults: sendsMeet({ kind: "no-answer" }) },
  play: async ({ canvasElement }) => {
    const canvas = await say(canvasElement, "Where is my parcel?");
    await canvas.findByText("Sending…", {}, slow);
  },
};

/** A message was refused. It stays, with the reason, to be sent again or put away. */
export const SendFailed: Story = {
  args: { conversation: "component-send-failed" },
  parameters: {
    faults: sendsMeet({ kind: "status", status: 403, body: { error: { code: "forbidden", message: "Read only." } } }),
    data: ["Read only."],
  },
  play: async ({ canvasElement }) => {
    const canvas = await say(canvasElement, "Where is my parcel?");
    await canvas.findByRole("button", { name: "Send again" }, slow);
  },
};

const unknown = {
  clientEventId: "0b7c0f9e-6f43-4f7e-9d5c-1c1b2a3d4e5f",
  text: "Where is my parcel?",
  delivery: "send",
  state: "unknown",
  turnId: null,
  createdAt: "2026-05-12T09:30:00.000Z",
};

/** The message's outcome is unknown after the automatic retries. A manual retry sends nothing twice. */
export const SendUnknown: Story = {
  args: { conversation: "component-unknown" },
  parameters: { data: [unknown.text] },
  beforeEach: () => {
    // As it is found after a reload.
    sessionStorage.setItem(`service:14:["acme","ana"]:outbox//api/chat/component-unknown`, JSON.stringify([unknown]));
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Send again" }, slow);
  },
};

/** A turn broke off: its text stays, with the reason, and it can be retried. */
export const TurnFailed: Story = {
  args: { conversation: "component-failed" },
  play: async ({ canvasElement }) => {
    const canvas = await say(canvasElement, "/say I looked at the order, and\n/fail middle provider_unavailable");
    await canvas.findByRole("button", { name: "Try again" }, slow);
  },
};

/** The person stopped it: its text stays. */
export const Stopped: Story = {
  args: { conversation: "component-stopped" },
  play: async ({ canvasElement }) => {
    const canvas = await say(canvasElement, "/say The parcel left the warehouse, and\n/silence 3600");
    await canvas.findByText(/^The parcel left/, { selector: "p" }, slow);
    await userEvent.click(await canvas.findByRole("button", { name: "Stop" }, slow));
    await canvas.findByText("Stopped", {}, slow);
  },
};

/** The connection broke: the conversation stays readable, and the line shows when it is retried. */
export const Reconnecting: Story = {
  args: { conversation: "component-reconnecting" },
  beforeEach: () => async () => (await openWorld()).setCut(false),
  play: async ({ canvasElement }) => {
    await talk(canvasElement);
    (await openWorld()).setCut(true);
    await waitFor(() => expect(canvasElement.querySelector("[data-connection=reconnecting]")).toBeVisible(), slow);
    await within(canvasElement).findByRole("button", { name: "Try now" }, slow);
  },
};

/** The device is offline. */
export const Offline: Story = {
  args: { conversation: "component-offline" },
  beforeEach: () => async () => {
    Reflect.deleteProperty(navigator, "onLine");
    (await openWorld()).setCut(false);
  },
  play: async ({ canvasElement }) => {
    await talk(canvasElement);
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
      body: { error: { code: "conflict", message: "This conversation was moved." } },
    }),
    data: ["This conversation was moved."],
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Try now" }, slow);
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
  args: { conversation: "component-dark" },
  parameters: { data: ["Rather stop here"] },
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
