import { ChatComposer } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { within } from "storybook/test";
import { withWorld } from "../live.js";
import { useStartedSession } from "../use-started-session.js";

const meta = {
  title: "Components/ChatComposer",
  component: ChatComposer,
  decorators: [withWorld],
  parameters: { bar: false },
  args: { sessionId: "" },
  render: (args, { globals }) => <Alone identity={String(globals["identity"])} {...args} />,
} satisfies Meta<typeof ChatComposer>;
export default meta;
type Story = StoryObj<typeof meta>;

function Alone(props: { readonly identity: string } & React.ComponentProps<typeof ChatComposer>) {
  const sessionId = useStartedSession(props.identity, "composer", "/say Ready.");
  return sessionId ? <ChatComposer {...props} sessionId={sessionId} /> : <p>Starting a session…</p>;
}

/** Only the composer, anywhere under the provider. */
export const Standalone: Story = {
  name: "Alone",
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole("textbox", { name: "Message" }, { timeout: 10_000 });
  },
};
