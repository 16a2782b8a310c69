import { ChatConversation } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { withWorld } from "../live.js";
import { openWorld } from "../world.js";

const meta = {
  title: "Components/ChatConversation",
  component: ChatConversation,
  decorators: [withWorld],
  parameters: { stage: "chat", bar: false },
  args: { conversation: "component-chat" },
} satisfies Meta<typeof ChatConversation>;
export default meta;
type Story = StoryObj<typeof meta>;

const slow = { timeout: 8000 };

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

/** An answer is on its way; it can be stopped, and writing goes on. */
export const Streaming: Story = {
  args: { conversation: "component-streaming" },
  play: async ({ canvasElement }) => {
    const canvas = await say(canvasElement, "/say The parcel left the warehouse, and\n/silence 3600");
    await canvas.findByText(/^The parcel left/, { selector: "p" }, slow);
    await canvas.findByRole("button", { name: "Stop" }, slow);
  },
};

/** The agent may not go on without a person. */
export const Waiting: Story = {
  args: { conversation: "component-waiting" },
  play: async ({ canvasElement }) => {
    const canvas = await say(canvasElement, '/approve refund_order {"number":4711}');
    await canvas.findByRole("button", { name: "Approve" }, slow);
  },
};

/** A turn broke off: what came stays, and it can be tried again. */
export const Failed: Story = {
  args: { conversation: "component-failed" },
  play: async ({ canvasElement }) => {
    const canvas = await say(canvasElement, "/say I looked at the order, and\n/fail middle provider_unavailable");
    await canvas.findByRole("button", { name: "Try again" }, slow);
  },
};

/** The network is gone: what is here stays readable, and the line says what happens. */
export const Offline: Story = {
  args: { conversation: "component-offline" },
  beforeEach: () => async () => (await openWorld()).setCut(false),
  play: async ({ canvasElement }) => {
    const canvas = await say(canvasElement, "/say Your order left on **Monday**.");
    await canvas.findByText("Monday", { selector: "strong" }, slow);
    (await openWorld()).setCut(true);
    await waitFor(() => expect(canvasElement.querySelector(".sv-connection")).toBeVisible(), slow);
  },
};

/** Signed out: nothing private is left, and nothing is asked of the service. */
export const SignedOut: Story = {
  globals: { identity: "signed out" },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("You are signed out", {}, slow);
  },
};

/** Every word can be replaced, and parts of the picture too. */
export const Customised: Story = {
  args: {
    conversation: "component-customised",
    placeholder: "Ask about your orders",
    components: {
      EmptyState: () => <p style={{ margin: "auto" }}>Your own empty state</p>,
      ComposerTools: () => <span>Orders 2026</span>,
    },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("Your own empty state", {}, slow);
  },
};
