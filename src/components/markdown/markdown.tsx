import { forwardRef, memo, useMemo, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses, present } from "../class-names.js";
import { Root, type RootProps } from "../root.js";
import { renderBlocks, type BlockContext } from "./block-view.js";
import { createBlockReader, type BlockGroup } from "./block-reader.js";
import type { Block, BlockList } from "./block-list.js";
import type { MarkdownPlugins, MarkdownSyntax } from "./plugins.js";
import { softenBlock } from "./soften.js";

export interface MarkdownProps extends RootProps {
  /** The source. Text that goes on from what was shown before costs only its open end. */
  readonly text: string;
  /**
   * Whether the text still grows: then what is begun at its end is shown as if it were ended.
   * @default false
   */
  readonly streaming?: boolean | undefined;
  /**
   * The level of a first-order heading in the outline of the page, 1 to 6.
   * @default 3
   */
  readonly headingLevel?: number | undefined;
  /**
   * Tells whether an image may be loaded; others are links. An image tells its server that it was read.
   * @default none may
   */
  readonly allowImage?: ((url: string) => boolean) | undefined;
  /** Colours, diagrams, formulas. Keep the object: another one draws everything anew. @default none */
  readonly plugins?: MarkdownPlugins | undefined;
}

/**
 * Markdown as React elements. HTML in it is shown as text, links lead only to http, https and mail addresses, and images
 * are links unless allowed.
 */
export const Markdown = forwardRef<HTMLElement, MarkdownProps>(function Markdown(
  { text, streaming = false, headingLevel = 3, allowImage, plugins = noPlugins, className, ...dom },
  ref,
) {
  const strings = useStrings().markdown;
  const contexts = useMemo<Contexts>(() => {
    const settled: BlockContext = {
      headingLevel,
      allowImage,
      plugins,
      imageLabel: (alt) => strings.image(alt),
      newTab: strings.opensInNewTab,
      tableLabel: strings.table,
      taskLabel: (done) => (done ? strings.taskDone : strings.taskOpen),
    };
    return { settled, open: { ...settled, isOpen: true } };
  }, [headingLevel, allowImage, plugins, strings]);
  const reader = useMemo(() => createBlockReader(plugins.syntax), [plugins]);
  const { list, groups } = reader(text);
  const last = groups.length - 1;
  return (
    <Root {...dom} ref={ref} className={joinClasses("sv-markdown", className)} data-streaming={present(streaming)}>
      {groups.map((group, index) => (
        <GroupView
          key={index}
          group={group}
          openWith={streaming && index === last ? list.links : null}
          contexts={contexts}
        />
      ))}
    </Root>
  );
});

const noPlugins: MarkdownPlugins = {};
const noSyntax: readonly MarkdownSyntax[] = [];

interface Contexts {
  readonly settled: BlockContext;
  readonly open: BlockContext;
}

interface OpenEnd {
  /** The links to read an unfinished end with; null when there is none. */
  readonly openWith: BlockList["links"] | null;
  readonly contexts: Contexts;
}

/** Some blocks: a long text is a list of these, and only the last one is gone through while it grows. */
const GroupView = memo(function GroupView({ group, openWith, contexts }: OpenEnd & { readonly group: BlockGroup }) {
  const last = group.length - 1;
  return group.map((block, index) => (
    <BlockView key={index} block={block} openWith={index === last ? openWith : null} contexts={contexts} />
  ));
});

const BlockView = memo(function BlockView({
  block,
  openWith,
  contexts: { settled, open },
}: OpenEnd & { readonly block: Block }): ReactNode {
  if (!openWith) return renderBlocks([block.token], settled);
  return renderBlocks(softenBlock(block, openWith, open.plugins.syntax ?? noSyntax), open);
});
