import { ChatConversation } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { withWorld } from "../live.js";

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
