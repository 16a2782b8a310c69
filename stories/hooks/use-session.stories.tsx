import { ComposerView, ConnectionStatus, DecisionList, TimelineView, useSession } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { withWorld } from "../live.js";
import { said } from "../seed.js";
import { asked } from "../story-agent.js";

/** The session behind a conversation, composed from the kit's views. It needs no proxy. */
function OwnSession({ conversation }: { readonly conversation: string }) {
  const session = useSession({ conversation });
  return (
    <div className="live-corners own-session">
      <TimelineView timeline={session} isRunning={session.isRunning} isLoading={session.isRestoring} />
      <div className="live-corner">
        <ConnectionStatus connection={session.connection} />
        <DecisionList decisions={session.pending} onRespond={session.respond} />
        <ComposerView composer={session} />
      </div>
    </div>
  );
}

const meta = {
  title: "Hooks/useSession",
  component: OwnSession,
  tags: ["!autodocs"],
  decorators: [withWorld],
  parameters: { stage: "chat", bar: false },
  args: { conversation: "hook-session" },
  loaders: [
    said(
      asked(
        "My lamp arrived broken. Can I get a refund?",
        "/say Yes, I can refund the lamp.",
        '/approve refund_order {"number":4711}',
      ),
    ),
  ],
} satisfies Meta<typeof OwnSession>;
export default meta;

export const Example: StoryObj<typeof meta> = {};
