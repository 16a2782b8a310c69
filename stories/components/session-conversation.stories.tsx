import { SessionConversation } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, within } from "storybook/test";
import { withWorld } from "../live.js";
import { useStartedSession } from "../use-started-session.js";

const meta = {
  title: "Components/SessionConversation",
  component: SessionConversation,
  decorators: [withWorld],
  parameters: { stage: "chat", bar: false },
  args: { sessionId: "" },
  render: (args, { globals }) => <Started identity={String(globals["identity"])} {...args} />,
} satisfies Meta<typeof SessionConversation>;
export default meta;
type Story = StoryObj<typeof meta>;

const first = '/reason Look at the order first.\n/tool find_order {"number":4711}\n/say Your order left on **Monday**.';

function Started(props: { readonly identity: string } & React.ComponentProps<typeof SessionConversation>) {
  const sessionId = useStartedSession(props.identity, "component", first);
  return sessionId ? <SessionConversation {...props} sessionId={sessionId} /> : <p>Starting a session…</p>;
}

/** A session that the host started, shown through the session API and the proxy. */
export const Replayed: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText("Monday", {}, { timeout: 10_000 })).toBeVisible();
  },
};

export const SignedOut: Story = { globals: { identity: "signed out" } };
