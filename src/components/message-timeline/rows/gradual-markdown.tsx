import { memo, useState, type ReactNode } from "react";
import type { GrowingText } from "../../../foundation/growing-text.js";
import { untranslatedWhile, useMarkdown, type MarkdownProps } from "../../markdown/markdown.js";
import { present } from "../../class-names.js";
import { mostAFrame, useGradual } from "../use-gradual.js";

/** A host's additions. */
export type MarkdownSettings = Pick<MarkdownProps, "plugins" | "allowImage">;

interface GradualMarkdownProps extends MarkdownSettings {
  readonly text: string;
  /** The same text in pieces: then the text itself is not looked at while it grows. */
  readonly pieces?: GrowingText | undefined;
  readonly streaming: boolean;
  readonly cutOff?: boolean | undefined;
}

/**
 * Markdown that is drawn over several frames when it is long. A text that is complete from the first shows the rest as it
 * is written meanwhile, so that its end can be read, found and scrolled to at once.
 */
export function GradualMarkdown(props: GradualMarkdownProps): ReactNode {
  return useGradualMarkdown(props);
}

/** The same as a hook, for a component that would otherwise render only this one. */
export function useGradualMarkdown(props: GradualMarkdownProps): ReactNode {
  const { text, pieces, streaming: isGrowing, cutOff, plugins, allowImage } = props;
  const length = useGradual(text.length, isGrowing);
  const [startedWhole] = useState(!isGrowing);
  const isBehind = length < text.length;
  const streaming = isGrowing || isBehind;
  const blocks = useMarkdown({
    text: isBehind && !pieces ? text.slice(0, length) : text,
    source: pieces?.upTo(length),
    streaming,
    cutOff,
    plugins,
    allowImage,
  });
  return (
    <>
      {/* No `Root`: a timeline is around it. */}
      <div className="sv-markdown" translate={untranslatedWhile(streaming)} data-streaming={present(streaming)}>
        {blocks}
      </div>
      {isBehind && startedWhole && <Rest text={text} from={length} />}
    </>
  );
}

/** In blocks, so that the browser lays out only those in view, and a frame takes the first one away. */
function Rest({ text, from }: { readonly text: string; readonly from: number }): ReactNode {
  const starts = Array.from(
    { length: Math.ceil((text.length - from) / mostAFrame) },
    (_, index) => from + index * mostAFrame,
  );
  return starts.map((start) => <RestBlock key={start} text={text} from={start} />);
}

const RestBlock = memo(function RestBlock({ text, from }: { readonly text: string; readonly from: number }): ReactNode {
  return (
    <p dir="auto" className="sv-md-plain sv-md-rest" translate="no">
      {text.slice(from, from + mostAFrame)}
    </p>
  );
});
