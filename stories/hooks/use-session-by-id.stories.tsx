import { ComposerView, TimelineView, useSessionById } from "@service/react";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { withWorld } from "../live.js";
import { ofStory, StartedSession } from "../started-session.js";
import { asked } from "../story-agent.js";

/** A session by its id, through the session API and the proxy. */
function OwnSessionById({ sessionId }: { readonly sessionId: string }) {
  const session = useSessionById(sessionId);
  return (
    <div className="live-corners own-session">
      <TimelineView
        timeline={session}
        isRunning={session.isRunning}
        isLoading={session.isRestoring}
        hasOlder={session.hasOlder}
        isLoadingOlder={session.isLoadingOlder}
        onLoadOlder={() => void session.loadOlder()}
      />
      <div className="live-corner">
        <p>{session.title ?? "Untitled"}</p>
        <ComposerView composer={session} />
      </div>
    </div>
  );
}

const meta = {
  title: "Hooks/useSessionById",
  component: OwnSessionById,
  tags: ["!autodocs"],
  decorators: [withWorld],
  parameters: {
    stage: "chat",
    bar: false,
    first: asked("I have a question about order 4711.", "/title Order 4711", "/say Sure, what would you like to know?"),
  },
  args: { sessionId: "" },
  render: (_args, story) => (
    <StartedSession {...ofStory(story)}>{(sessionId) => <OwnSessionById sessionId={sessionId} />}</StartedSession>
  ),
} satisfies Meta<typeof OwnSessionById>;
export default meta;

export const Example: StoryObj<typeof meta> = {};
