import type { ComponentType, ReactNode } from "react";
import { piecesOf, type GrowingText } from "../../../foundation/growing-text.js";
import { useNewest } from "../../../hooks/use-quiet.js";
import type { AgentMessageItem } from "../../../timeline/items.js";
import type { MarkdownProps } from "../../markdown/markdown.js";
import { isComponent } from "../is-component.js";
import { Contained } from "../../contained.js";
import { useTimelineContext } from "../timeline-context.js";
import { useGradual } from "../use-gradual.js";
import { GradualMarkdown, useGradualMarkdown, type MarkdownSettings } from "./gradual-markdown.js";

interface AgentTextProps {
  readonly text: string;
  /** The same text in pieces: then the text itself is looked at only by a host's own part. */
  readonly pieces?: GrowingText | undefined;
  readonly streaming: boolean;
  /** Whether it ended before it was complete. */
  readonly cutOff?: boolean | undefined;
}

/** An agent's text, drawn by the host's own component where there is one. */
export function AgentText(props: AgentTextProps): ReactNode {
  const { Markdown: part } = useTimelineContext().components;
  if (isComponent<OwnMarkdownProps>(part)) return <OwnText {...props} component={part} />;
  if (part) return <AddedText {...props} settings={part} />;
  return <GradualMarkdown {...props} />;
}

/** The text of an agent's message. It alone renders when the text grows: the row around it does not. */
export function AgentMessageText({ item }: { readonly item: AgentMessageItem }): ReactNode {
  const { Markdown: part } = useTimelineContext().components;
  return part ? <GrowingHostText item={item} /> : <GrowingText item={item} />;
}

function GrowingText({ item }: { readonly item: AgentMessageItem }): ReactNode {
  return useGradualMarkdown(useGrowing(item));
}

function GrowingHostText({ item }: { readonly item: AgentMessageItem }): ReactNode {
  return <AgentText {...useGrowing(item)} />;
}

function useGrowing(item: AgentMessageItem): AgentTextProps {
  const newest = useNewest(item);
  return { text: newest.text, pieces: piecesOf(newest), streaming: newest.streaming, cutOff: newest.cutOff };
}

/** The kit's markdown with a host's additions; where one of them throws, without them. */
function AddedText({ settings, ...text }: AgentTextProps & { readonly settings: MarkdownSettings }): ReactNode {
  return (
    <Contained resetKey={settings.plugins} fallback={<GradualMarkdown {...text} />}>
      <GradualMarkdown {...text} {...settings} />
    </Contained>
  );
}

type OwnMarkdownProps = Pick<MarkdownProps, "text" | "streaming" | "cutOff">;

/** A complete text is handed over whole: a host's component may well read all of it again each time. */
function OwnText(props: AgentTextProps & { readonly component: ComponentType<OwnMarkdownProps> }): ReactNode {
  const { component: Own, ...given } = props;
  const { text: whole, streaming: isGrowing, cutOff } = given;
  const length = useGradual(whole.length, isGrowing, Infinity);
  const isBehind = length < whole.length;
  const text = isBehind ? whole.slice(0, length) : whole;
  return (
    <Contained resetKey={text} fallback={<GradualMarkdown {...given} />}>
      <Own text={text} streaming={isGrowing || isBehind} cutOff={cutOff} />
    </Contained>
  );
}
