import type { ReactNode } from "react";
import { GrowingMarkdown } from "../../markdown/markdown.js";
import type { GrowingText } from "../../../foundation/growing-text.js";
import { RowBoundary } from "../row-boundary.js";
import { useTimelineContext } from "../timeline-context.js";
import { useGradual } from "../use-gradual.js";

interface AgentTextProps {
  readonly text: string;
  /** The same text in pieces: then the text itself is looked at only by a host's own part. */
  readonly pieces?: GrowingText | undefined;
  readonly streaming: boolean;
}

/** What an agent wrote, drawn by the host's own part where it has one. */
export function AgentText({ text: whole, pieces, streaming: isGrowing }: AgentTextProps): ReactNode {
  const length = useGradual(whole.length, isGrowing);
  const isBehind = length < whole.length;
  const streaming = isGrowing || isBehind;
  const Own = useTimelineContext().components.Markdown;
  const text = isBehind && (Own || !pieces) ? whole.slice(0, length) : whole;
  const drawn = <GrowingMarkdown text={text} source={pieces?.upTo(length)} streaming={streaming} />;
  if (!Own) return drawn;
  return (
    <RowBoundary resetKey={text} fallback={drawn}>
      <Own text={text} streaming={streaming} />
    </RowBoundary>
  );
}
