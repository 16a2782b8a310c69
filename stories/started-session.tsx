import type { StoryContext } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { useOwnSession, useStartedSession } from "./use-started-session.js";

interface StartedSessionProps {
  /** Who starts it. */
  readonly identity: string;
  /** The story that it is of. */
  readonly name: string;
  /** The message that it begins with. */
  readonly first: string;
  readonly children: (sessionId: string) => ReactNode;
}

type OfStory = Pick<StoryContext, "title" | "name" | "globals" | "parameters">;

/**
 * The parts of a story's context that a session needs. Never the whole context: Storybook serialises the props of a
 * rendered story, and would never finish.
 */
export const ofStory = ({ title, name, globals, parameters }: OfStory) => ({
  identity: String(globals["identity"]),
  name: `${title} ${name}`,
  first: String(parameters["first"]),
});

/** A session of this story's own, started for the person of the toolbar: `<StartedSession {...ofStory(story)}>`. */
export function StartedSession({ identity, name, first, children }: StartedSessionProps) {
  const sessionId = useStartedSession(identity, name, first);
  return sessionId ? <>{children(sessionId)}</> : <p>Starting a session…</p>;
}

/** A session of this mount's own, which the story may delete. */
export function OwnSession({ identity, first, children }: Omit<StartedSessionProps, "name">) {
  const sessionId = useOwnSession(identity, first);
  return sessionId ? <>{children(sessionId)}</> : <p>Starting a session…</p>;
}
