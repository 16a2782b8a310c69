import { ChatComposer } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { enter, inOrder, write } from "../begin.js";
import { expect, waitFor, within } from "storybook/test";
import { withWorld } from "../live.js";
import { ofStory, StartedSession } from "../started-session.js";
import { asked } from "../story-agent.js";
import { withoutNetwork } from "../without-network.js";

const meta = {
  title: "Composer/ChatComposer",
  component: ChatComposer,
  decorators: [withWorld],
  parameters: { bar: false },
  args: { sessionId: "", placeholder: "Ask about an order" },
  render: (args, story) => (
    <StartedSession {...ofStory(story)}>
      {(sessionId) => <ChatComposer {...args} sessionId={sessionId} />}
    </StartedSession>
  ),
} satisfies Meta<typeof ChatComposer>;
export default meta;
type Story = StoryObj<typeof meta>;

const slow = { timeout: 10_000 };

/** The message field on its own, anywhere under the provider. */
export const OnItsOwn: Story = {
  parameters: { first: asked("Good morning.", "/say Good morning. How can I help?") },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("textbox", { name: "Message" }, slow);
  },
};

/** During an answer, users can stop it, interrupt it or queue a message. */
export const DuringAnAnswer: Story = {
  parameters: { first: asked("Can you look up order 4711?", "/say One moment.", "/silence 3600") },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("button", { name: "Stop" }, slow);
  },
};

const running = async (canvas: HTMLElement) => {
  await within(canvas).findByRole("button", { name: "Stop" }, slow);
};

/** Messages sent during an answer are queued and stay visible. */
export const MessageQueued: Story = {
  parameters: {
    first: asked("Can you look up order 4711?", "/say One moment.", "/silence 3600"),
    data: ["And order 4712, please."],
    begin: inOrder(running, write("Message", "And order 4712, please."), enter),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText("1 message queued", {}, slow);
  },
};

/** The agent needs approval. The request is above the field, because nothing else on the page shows it. */
export const ApprovalNeeded: Story = {
  parameters: { first: asked("Please refund order 4711.", '/approve refund_order {"number":4711,"amount":"€49.90"}') },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole("button", { name: "Approve" }, slow)).toBeVisible();
    await expect(canvas.getByText("4711")).toBeVisible();
  },
};

export const ApprovalNeededInTheDark: Story = { ...ApprovalNeeded, globals: { theme: "dark" } };

export const ApprovalNeededOnAPhone: Story = { ...ApprovalNeeded, globals: { width: "360" } };

/** The draft stays, and a line promises to send once the connection is back. */
export const Offline: Story = {
  beforeEach: withoutNetwork,
  parameters: {
    first: asked("Good morning.", "/say Good morning. How can I help?"),
    breaksAt: ".sv-composer-input",
    // The device is offline for the whole page, so the story has a page of its own.
    docs: { story: { inline: false, height: "10rem" } },
    begin: write("Message", "Where is my parcel?"),
    data: ["Where is my parcel?"],
  },
  play: async ({ canvasElement }) => {
    const field = await within(canvasElement).findByRole("textbox", { name: "Message" }, slow);
    await waitFor(() => expect(field).toHaveValue("Where is my parcel?"));
    await within(canvasElement).findByText("What you send now goes out when you reconnect.", {}, slow);
  },
};
