import { ChatConversation, EmptyState } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { commandList, isOnTop, ownComposer, WebSearch } from "../composer-parts.js";
import { withWorld } from "../live.js";

const meta = {
  title: "Conversation/ChatConversation/Parts",
  component: ChatConversation,
  decorators: [withWorld],
  parameters: { stage: "chat", bar: false },
  args: { conversation: "component-customised" },
} satisfies Meta<typeof ChatConversation>;
export default meta;
type Story = StoryObj<typeof meta>;

const slow = { timeout: 8000 };

/** Custom strings and custom parts. */
export const OwnWordsAndParts: Story = {
  args: {
    placeholder: "Ask about your orders",
    components: {
      EmptyState: () => <EmptyState title="Order support" text="Ask about orders, deliveries and refunds." />,
    },
    composerProps: { components: { Tools: WebSearch } },
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("Order support", {}, slow);
  },
};

/** A composer with a model picker, dictation, commands and a footer. */
export const ComposerWithOwnParts: Story = {
  args: { conversation: "component-own-composer", composerProps: ownComposer },
  parameters: { data: commandList },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const field = await canvas.findByRole("textbox", { name: "Message" }, slow);
    await userEvent.click(await canvas.findByRole("button", { name: "Dictate" }));
    await expect(field).toHaveValue("three nights in Lisbon");
    await userEvent.clear(field);
    await userEvent.type(field, "/go");
    await expect(isOnTop(canvas.getByRole("option", { name: /goal/ }))).toBe(true);
  },
};
