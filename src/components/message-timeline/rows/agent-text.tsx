import type { ReactNode } from "react";
import { piecesOf, type GrowingText } from "../../../foundation/growing-text.js";
import { useNewest } from "../../../hooks/use-quiet.js";
import type { AgentMessageItem } from "../../../timeline/items.js";
import { RowBoundary } from "../row-boundary.js";
import { useTimelineContext, type TimelineComponents } from "../timeline-context.js";
import { useGradual } from "../use-gradual.js";
import { GradualMarkdown, useGradualMarkdown } from "./gradual-markdown.js";

interface AgentTextProps {
  readonly text: string;
  /** The same text in pieces: then the text itself is looked at only by a host's own part. */
  readonly pieces?: GrowingText | undefined;
  readonly streaming: boolean;
}

/** An agent's text, drawn by the host's own part where there is one. */
export function AgentText(props: AgentTextProps): ReactNode {
  const { text, pieces, streaming } = props;
  const Own = useTimelineContext().components.Markdown;
  if (Own) return <OwnText {...props} component={Own} />;
  return <GradualMarkdown text={text} pieces={pieces} streaming={streaming} />;
}

/** The text of an agent's message. It alone renders when the text grows: the row around it does not. */
export function AgentMessageText({ item }: { readonly item: AgentMessageItem }): ReactNode {
  const Own = useTimelineContext().components.Markdown;
  return Own ? <GrowingOwnText item={item} component={Own} /> : <GrowingText item={item} />;
}

function GrowingText({ item }: { readonly item: AgentMessageItem }): ReactNode {
  return useGradualMarkdown(useGrowing(item));
}

type OwnMarkdown = NonNullable<TimelineComponents["Markdown"]>;

function GrowingOwnText(props: { readonly item: AgentMessageItem; readonly component: OwnMarkdown }): ReactNode {
  return <OwnText {...useGrowing(props.item)} component={props.component} />;
}

function useGrowing(item: AgentMessageItem) {
  const newest = useNewest(item);
  return { text: newest.text, pieces: piecesOf(newest), streaming: newest.streaming };
}

/** A complete text is handed over whole: a host's part may well read all of it again each time. */
function OwnText(props: AgentTextProps & { readonly component: OwnMarkdown }): ReactNode {
  const { text: whole, pieces, streaming: isGrowing, component: Own } = props;
  const length = useGradual(whole.length, isGrowing, Infinity);
  const isBehind = length < whole.length;
  const text = isBehind ? whole.slice(0, length) : whole;
  return (
    <RowBoundary resetKey={text} fallback={<GradualMarkdown text={whole} pieces={pieces} streaming={isGrowing} />}>
      <Own text={text} streaming={isGrowing || isBehind} />
    </RowBoundary>
  );
}
