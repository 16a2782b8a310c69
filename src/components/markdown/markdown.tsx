import { forwardRef, memo, useMemo, useState, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses, present } from "../class-names.js";
import { Root, type RootProps } from "../root.js";
import { renderBlocks, type BlockContext } from "./block-view.js";
import { emptyBlocks, updateBlocks, type Block, type BlockList } from "./blocks.js";
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
}

/**
 * Markdown as React elements. HTML in it is shown as text, links lead only to http, https and mail addresses, and images
 * are links unless allowed.
 */
export const Markdown = forwardRef<HTMLElement, MarkdownProps>(function Markdown(
  { text, streaming = false, headingLevel = 3, allowImage, className, ...dom },
  ref,
) {
  const strings = useStrings().markdown;
  const context = useMemo<BlockContext>(
    () => ({
      headingLevel,
      allowImage,
      imageLabel: (alt) => strings.image(alt),
      tableLabel: strings.table,
      taskLabel: (done) => (done ? strings.taskDone : strings.taskOpen),
    }),
    [headingLevel, allowImage, strings],
  );
  const list = useBlocks(text);
  const last = list.blocks.length - 1;
  return (
    <Root {...dom} ref={ref} className={joinClasses("sv-markdown", className)} data-streaming={present(streaming)}>
      {list.blocks.map((block, index) => {
        const isOpen = streaming && index === last;
        return <BlockView key={index} block={block} openWith={isOpen ? list.links : null} context={context} />;
      })}
    </Root>
  );
});

/** The blocks of the text, going on from those shown before. */
function useBlocks(text: string): BlockList {
  const [shown, setShown] = useState(() => updateBlocks(emptyBlocks, text));
  const list = updateBlocks(shown, text);
  if (list !== shown) setShown(list);
  return list;
}

interface BlockViewProps {
  readonly block: Block;
  /** The links to read its unfinished end with; null when it is not open. */
  readonly openWith: BlockList["links"] | null;
  readonly context: BlockContext;
}

const BlockView = memo(function BlockView({ block, openWith, context }: BlockViewProps): ReactNode {
  return renderBlocks(openWith ? softenBlock(block, openWith) : [block.token], context);
});
