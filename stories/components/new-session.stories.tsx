import { EmptyState, NewSession, SessionConversation, SessionList } from "@service/react";
import type { Fault, SeenRequest } from "@service/react/testing";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState, type ReactNode } from "react";
import { expect, fn, userEvent, within } from "storybook/test";
import { inOrder, press, write } from "../begin.js";
import { withWorld } from "../live.js";
import { asked } from "../story-agent.js";

const meta = {
  title: "Conversation/NewSession",
  component: NewSession,
  decorators: [withWorld],
  parameters: { stage: "chat" },
  args: { onCreated: fn() },
} satisfies Meta<typeof NewSession>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The session does not exist yet. The first message creates it. */
export const BeforeFirstMessage: Story = {};

/** With a header and a greeting of your own, which the conversation of the created session keeps. */
export const OwnParts: Story = {
  args: { components: { Header: OwnHeader, EmptyState: OwnGreeting } },
  parameters: { data: ["Parcel desk", "Where is your parcel?", "Ask about an order or a delivery."] },
};

/** The first message is on its way. Further messages wait for the session. */
export const FirstMessageSending: Story = {
  // Its words, which are stored until they are sent, are not those of the other stories.
  args: { workspaceId: "sending" },
  parameters: {
    faults: ({ method, url }: SeenRequest): Fault | undefined =>
      method === "POST" && url.pathname.endsWith("/sessions") ? { kind: "no-answer" } : undefined,
    begin: inOrder(write("Message", "When will my parcel arrive?"), press("Send"), write("Message", "It is a gift.")),
    data: ["When will my parcel arrive?", "It is a gift."],
  },
};

/** A page with a session list. The new session appears in the list at once, and its conversation opens. */
export const BesideSessionList: Story = {
  render: () => <Inbox />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const field = await canvas.findByRole("textbox", { name: "Message" });
    await userEvent.type(
      field,
      `${asked("When will my parcel arrive?", "/say Your parcel arrives on Monday.")}{Enter}`,
    );
    await expect(await canvas.findByText("Your parcel arrives on Monday.")).toBeVisible();
    await expect(canvas.getByRole("button", { current: true })).toBeVisible();
  },
};

function OwnHeader(): ReactNode {
  return <p style={{ margin: 0, padding: "0.75rem 1.5rem" }}>Parcel desk</p>;
}

function OwnGreeting(): ReactNode {
  return <EmptyState title="Where is your parcel?" text="Ask about an order or a delivery." />;
}

function Inbox(): ReactNode {
  const [sessionId, setSessionId] = useState<string>();
  return (
    <div style={{ display: "flex", flexWrap: "wrap", blockSize: "100%" }}>
      <div
        style={{ flex: "1 1 16rem", boxSizing: "border-box", maxBlockSize: "100%", padding: "1rem", overflow: "auto" }}
      >
        <SessionList selectedId={sessionId} onOpen={setSessionId} onNew={() => setSessionId(undefined)} />
      </div>
      <div style={{ flex: "999 1 24rem", minInlineSize: 0, blockSize: "100%" }}>
        {sessionId ? <SessionConversation sessionId={sessionId} /> : <NewSession onCreated={setSessionId} />}
      </div>
    </div>
  );
}
