import { forwardRef, useMemo, useState } from "react";
import type { GrowingText } from "../../foundation/growing-text.js";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useStrings } from "../../hooks/use-strings.js";
import type { Block, Heading } from "../../markdown/nodes.js";
import type { Seq } from "../../markdown/seq.js";
import { joinClasses, present } from "../class-names.js";
import { Root, type RootProps } from "../root.js";
import { renderTop, type BlockContext } from "./block-view.js";
import { DefinitionsContext } from "./definitions.js";
import type { MarkdownPlugins } from "./plugins.js";
import { createReader } from "./reader.js";
import { seqView } from "./seq-view.js";

/** Props of `Markdown`. */
export interface MarkdownProps extends RootProps {
  /** The Markdown source. Appended text is parsed incrementally. */
  readonly text: string;
  /**
   * Whether the text is still streaming. If so, an incomplete construct at its end is shown as if it were complete.
   * @default false
   */
  readonly streaming?: boolean | undefined;
  /**
   * Whether the text ended before it was complete, as in `cutOff` of an `AgentMessageItem`. If so, an incomplete construct
   * at its end is shown as while it streamed.
   * @default false
   */
  readonly cutOff?: boolean | undefined;
  /**
   * The level of the first heading, 1 to 6; the headings below it shift accordingly. The text may start with `##` if
   * its first heading is among the first 16 blocks.
   * @default 3
   */
  readonly headingLevel?: number | undefined;
  /**
   * Whether an image may be loaded; other images are links. Loading an image tells its server that the user viewed it.
   * @default none
   */
  readonly allowImage?: ((url: string) => boolean) | undefined;
  /**
   * Plug-ins for syntax colours, diagrams and formulas. Keep the same object: a new one renders everything again.
   * @default none
   */
  readonly plugins?: MarkdownPlugins | undefined;
}

/**
 * Markdown as React elements. HTML is shown as text, links are limited to http, https and mailto, and images are links
 * unless allowed. Parsing time is linear for any input: extreme constructs, such as quotes nested 33 levels deep, are
 * shown as plain text.
 */
export const Markdown = forwardRef<HTMLElement, MarkdownProps>(function Markdown(props, ref) {
  const { text, streaming = false, cutOff = false, headingLevel, allowImage, plugins, className, ...dom } = props;
  const blocks = useMarkdown({ text, source: undefined, streaming, cutOff, headingLevel, allowImage, plugins });
  return (
    <Root
      translate={untranslatedWhile(streaming)}
      {...dom}
      ref={ref}
      className={joinClasses("sv-markdown", className)}
      data-streaming={present(streaming)}
    >
      {blocks}
    </Root>
  );
});

/**
 * The attribute `translate` of a text that grows. A browser's translation replaces text nodes, and React would go on to
 * write into the replaced ones. Without the attribute, the complete text is translated.
 */
export const untranslatedWhile = (streaming: boolean): "no" | undefined => (streaming ? "no" : undefined);

interface GrowingMarkdown extends Pick<MarkdownProps, "text" | "cutOff" | "headingLevel" | "allowImage" | "plugins"> {
  /** The same text in pieces: then `text` itself is not looked at. */
  readonly source: GrowingText | undefined;
  readonly streaming: boolean;
}

/** The elements of markdown whose text may arrive in pieces, without an element around them. */
export function useMarkdown(props: GrowingMarkdown): React.ReactNode {
  const { text, source, streaming, cutOff = false, plugins = noPlugins } = props;
  const reader = useMemo(() => createReader(plugins.syntax), [plugins]);
  const blocks = reader.read(text, { grows: streaming, soften: streaming || cutOff }, source);
  const context = useBlockContext(props, depthOfFirstHeading(blocks));
  const version = reader.version();
  const [first] = useState(version);
  // Brackets above a definition are already rendered when it arrives.
  useBrowserLayoutEffect(() => {
    if (version !== first) reader.notify();
  }, [reader, version, first]);
  return (
    // Another text in place of a complete one, which may have been translated, gets elements of its own.
    <DefinitionsContext.Provider key={reader.replaced()} value={reader.definitions}>
      {seqView(blocks, renderTop, context, undefined, "sv-md-part")}
    </DefinitionsContext.Provider>
  );
}

/** Another context draws every block again. */
function useBlockContext(props: GrowingMarkdown, firstDepth: number): BlockContext {
  const { headingLevel = 3, allowImage, plugins = noPlugins } = props;
  const strings = useStrings().markdown;
  return useMemo<BlockContext>(
    () => ({
      headingLevel,
      firstDepth,
      allowImage,
      plugins,
      elements: new WeakMap(),
      imageLabel: (alt) => strings.image(alt),
      newTab: strings.opensInNewTab,
      tableLabel: strings.table,
      taskLabel: (done) => (done ? strings.taskDone : strings.taskOpen),
    }),
    [headingLevel, firstDepth, allowImage, plugins, strings],
  );
}

/** Only the first zone of the list is read, which never grows beyond 16 blocks; 1 without a heading in it. */
function depthOfFirstHeading({ zones: [begin = []] }: Seq<Block>): number {
  const first = begin.find((block): block is Heading => (block as Block).type === "heading");
  return first?.depth ?? 1;
}

const noPlugins: MarkdownPlugins = {};
