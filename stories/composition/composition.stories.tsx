import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ComponentType } from "react";
import { expect, userEvent, within } from "storybook/test";
import { withWorld } from "../live.js";
import { useStartedSession } from "../use-started-session.js";
import { PlainConversation } from "./hooks-alone.js";
import { SupportDesk } from "./parts.js";
import "./composition.css";

const meta = {
  title: "Your own interface",
  tags: ["!autodocs"],
  decorators: [withWorld],
  parameters: { stage: "chat", bar: false },
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const slow = { timeout: 10_000 };

interface ShownProps {
  readonly identity: string;
  readonly name: string;
  readonly first: string;
  readonly of: ComponentType<{ readonly sessionId: string }>;
}

function Shown({ identity, name, first, of: Interface }: ShownProps) {
  const sessionId = useStartedSession(identity, name, first);
  return sessionId ? <Interface sessionId={sessionId} /> : <p>Starting a session…</p>;
}

/** Hooks alone: not one component of the kit is on the page. */
export const HooksAlone: Story = {
  render: (_args, { globals }) => (
    <Shown
      identity={String(globals["identity"])}
      name="hooks alone"
      first={'/say Good morning.\n/approve send_invoice {"to":"Globex"}\n/say It is on its way.'}
      of={PlainConversation}
    />
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole("button", { name: "Let it run send_invoice" }, slow));
    await canvas.findByText("It is on its way.", {}, slow);
    await userEvent.type(canvas.getByRole("textbox", { name: "Message" }), "/say Thank you.{Enter}");
    await canvas.findByText("Thank you.", {}, slow);
    await expect(canvasElement.querySelector("[class^='sv-']")).toBeNull();
  },
};

/** The kit's parts in a frame of one's own. */
export const FromParts: Story = {
  parameters: { data: ["Write to the agent"] },
  render: (_args, { globals }) => (
    <Shown
      identity={String(globals["identity"])}
      name="parts"
      first={'/title Order 4711\n/tool find_order {"number":4711}\n/approve refund_order {"number":4711}'}
      of={SupportDesk}
    />
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText("Found order 4711", {}, slow);
    await canvas.findByRole("button", { name: "Approve" }, slow);
  },
};
