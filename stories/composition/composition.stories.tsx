import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { withWorld } from "../live.js";
import { ofStory, StartedSession } from "../started-session.js";
import { PlainConversation } from "./hooks-alone.js";
import { SupportDesk } from "./parts.js";
import "./composition.css";
import { asked } from "../story-agent.js";

const meta = {
  title: "Start/Your own interface",
  tags: ["!autodocs"],
  decorators: [withWorld],
  parameters: { stage: "chat", bar: false },
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const slow = { timeout: 10_000 };

/** Built from hooks, without any component of the kit. */
export const BuiltFromHooks: Story = {
  parameters: {
    first: asked(
      "Send Globex the invoice for order 4711.",
      "/say I have the invoice ready.",
      '/approve send_invoice {"to":"Globex"}',
      "/say The invoice is on its way.",
    ),
  },
  render: (_args, story) => (
    <StartedSession {...ofStory(story)}>{(sessionId) => <PlainConversation sessionId={sessionId} />}</StartedSession>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Allow send_invoice" }, slow));
    await canvas.findByText("The invoice is on its way.", {}, slow);
    await userEvent.type(
      canvas.getByRole("textbox", { name: "Message" }),
      `${asked("Thanks, that's all.", "/say You're welcome.")}{Enter}`,
    );
    await canvas.findByText("You're welcome.", {}, slow);
    await expect(canvasElement.querySelector("[class^='sv-']")).toBeNull();
  },
};

/** The kit's parts in a custom layout. */
export const BuiltFromViews: Story = {
  parameters: {
    data: ["Write to the agent"],
    first: asked(
      "Order 4711 never arrived. Please refund it.",
      "/title Order 4711",
      '/tool find_order {"number":4711}',
      '/approve refund_order {"number":4711}',
    ),
  },
  render: (_args, story) => (
    <StartedSession {...ofStory(story)}>{(sessionId) => <SupportDesk sessionId={sessionId} />}</StartedSession>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText("Found order 4711", {}, slow);
    await canvas.findByRole("button", { name: "Approve" }, slow);
  },
};
