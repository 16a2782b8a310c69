import type { StoryContext } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { useStartedSession } from "./use-started-session.js";

interface StartedSessionProps {
  /** What the story's `render` is given: its parameter `first` is the message that its session begins with. */
  readonly story: Pick<StoryContext, "title" | "name" | "globals" | "parameters">;
  readonly children: (sessionId: string) => ReactNode;
}

/** A session of this story's own, started for the person of the toolbar. */
export function StartedSession({ story, children }: StartedSessionProps) {
  const { title, name, globals, parameters } = story;
  const sessionId = useStartedSession(String(globals["identity"]), `${title} ${name}`, String(parameters["first"]));
  return sessionId ? <>{children(sessionId)}</> : <p>Starting a session…</p>;
}
