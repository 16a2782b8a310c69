import { ChatConversation } from "@service/react";
import type { Fault, FaultPlan } from "@service/react/testing";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { withWorld } from "../live.js";
import { kept } from "../seed.js";

const meta = {
  title: "Conversation/ChatConversation/Out of reach",
  component: ChatConversation,
  decorators: [withWorld],
  parameters: { stage: "chat", bar: false },
  args: { conversation: "component-reach" },
} satisfies Meta<typeof ChatConversation>;
export default meta;
type Story = StoryObj<typeof meta>;

const slow = { timeout: 8000 };

/** No send reaches the handler; all other requests succeed. */
const badGateway: FaultPlan = ({ method }) => (method === "POST" ? { kind: "status", status: 502 } : undefined);

/** The user may not open this conversation. There is a plain message, and no message field. */
export const NotAvailable: Story = {
  args: { conversation: "component-missing" },
  parameters: {
    faults: (): Fault => ({
      kind: "status",
      status: 403,
      body: { error: { code: "forbidden", message: "Not yours." } },
    }),
  },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText("This conversation isn't available", { selector: "h2" }, slow);
  },
};

/** The server does not respond. After three seconds, a line shows the next retry and a button to retry now. */
export const AgentUnreachable: Story = {
  args: { conversation: "component-unreachable" },
  loaders: [kept("sending", "Where is my parcel?")],
  parameters: { faults: badGateway, data: ["Where is my parcel?"] },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const words = /can't be reached right now/;
    await canvas.findByText(words, { selector: ".sv-connection *" }, { timeout: 15_000 });
    await expect(canvas.getByRole("button", { name: "Try now" })).toBeVisible();
  },
};

export const AgentUnreachableInTheDark: Story = {
  ...AgentUnreachable,
  args: { conversation: "component-unreachable-dark" },
  globals: { theme: "dark" },
};

export const AgentUnreachableOnAPhone: Story = {
  ...AgentUnreachable,
  args: { conversation: "component-unreachable-phone" },
  globals: { width: "360" },
};
