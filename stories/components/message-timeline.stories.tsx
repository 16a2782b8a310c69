import { ChatComposer, MessageTimeline } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, within } from "storybook/test";
import { withWorld } from "../live.js";
import { useStartedSession } from "../use-started-session.js";

const meta = {
  title: "Components/MessageTimeline",
  component: MessageTimeline,
  decorators: [withWorld],
  parameters: { stage: "chat", bar: false },
  args: { sessionId: "" },
  render: (args, { globals }) => <Alone identity={String(globals["identity"])} {...args} />,
} satisfies Meta<typeof MessageTimeline>;
export default meta;
type Story = StoryObj<typeof meta>;

function Alone(props: { readonly identity: string } & React.ComponentProps<typeof MessageTimeline>) {
  const sessionId = useStartedSession(props.identity, "timeline", "/say This timeline stands **alone**.");
  return sessionId ? <MessageTimeline {...props} sessionId={sessionId} /> : <p>Starting a session…</p>;
}

/** Only the timeline, anywhere under the provider. */
export const Standalone: Story = {
  name: "Alone",
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText("alone", {}, { timeout: 10_000 })).toBeVisible();
  },
};

function Corners({ identity }: { readonly identity: string }) {
  const sessionId = useStartedSession(identity, "corners", "/say Write in the other corner.");
  if (!sessionId) return <p>Starting a session…</p>;
  return (
    <div className="live-corners">
      <MessageTimeline sessionId={sessionId} />
      <div className="live-corner">
        <ChatComposer sessionId={sessionId} />
      </div>
    </div>
  );
}

/** Timeline and composer in two corners of a page: one session, one connection. */
export const TwoCorners: Story = {
  render: (_args, { globals }) => <Corners identity={String(globals["identity"])} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(
      await canvas.findByRole("textbox", { name: "Message" }, { timeout: 10_000 }),
      "/say Over here.{Enter}",
    );
    await canvas.findByText("Over here.", { selector: "p" }, { timeout: 10_000 });
  },
};
