import type { ReactNode } from "react";
import { Markdown } from "../../markdown/markdown.js";
import { RowBoundary } from "../row-boundary.js";
import { useTimelineContext } from "../timeline-context.js";
import { useGradual } from "../use-gradual.js";

interface AgentTextProps {
  readonly text: string;
  readonly streaming: boolean;
}

/** What an agent wrote, drawn by the host's own part where it has one. */
export function AgentText({ text: whole, streaming: isGrowing }: AgentTextProps): ReactNode {
  const text = useGradual(whole, isGrowing);
  const streaming = isGrowing || text !== whole;
  const Own = useTimelineContext().components.Markdown;
  const drawn = <Markdown text={text} streaming={streaming} />;
  if (!Own) return drawn;
  return (
    <RowBoundary resetKey={text} fallback={drawn}>
      <Own text={text} streaming={streaming} />
    </RowBoundary>
  );
}
