import type { StoryContext } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { useStartedSession } from "./use-started-session.js";

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
 * What a session needs of what a story's `render` is given. Never the whole of that: Storybook writes down the props of
 * what a story renders, and would never come to the end.
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
