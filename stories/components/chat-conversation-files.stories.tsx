import { ChatConversation } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { withWorld } from "../live.js";
import { drafted, said } from "../seed.js";
import { asked } from "../story-agent.js";

const meta = {
  title: "Conversation/ChatConversation/Files",
  component: ChatConversation,
  decorators: [withWorld],
  parameters: { stage: "chat", bar: false },
  args: { conversation: "files", attachments: true },
} satisfies Meta<typeof ChatConversation>;
export default meta;
type Story = StoryObj<typeof meta>;

const slow = { timeout: 8000 };

/** A file is attached to the first message, before there is a session. */
export const FileAttached: Story = {
  args: { conversation: "files-attached" },
  loaders: [drafted("Is this offer still good?", "Hotel Lisbon.pdf")],
  parameters: { data: ["Hotel Lisbon.pdf"] },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText("Hotel Lisbon.pdf", {}, slow);
    await expect(await canvas.findByRole("button", { name: "Attach files" }, slow)).toBeVisible();
    await expect(canvas.getByRole("button", { name: "Send" })).toBeEnabled();
  },
};

/** The first message was sent with a file, which users can open. */
export const FileSent: Story = {
  args: { conversation: "files-sent" },
  loaders: [
    said({
      say: asked("Is this offer still good?", "/say Yes, it is valid until Friday."),
      until: "complete",
      file: "Hotel Lisbon.pdf",
    }),
  ],
  parameters: { data: ["Hotel Lisbon.pdf"] },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("link", { name: /Hotel Lisbon.pdf/ }, slow);
  },
};
