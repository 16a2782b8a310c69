import type { Token } from "marked";
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
      {list.blocks.map((block, index) =>
        streaming && index === last ? (
          <OpenBlock key={index} block={block} links={list.links} context={context} />
        ) : (
          <MemoBlock key={index} token={block.token} context={context} />
        ),
      )}
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

interface OpenBlockProps {
  readonly block: Block;
  readonly links: BlockList["links"];
  readonly context: BlockContext;
}

function OpenBlock({ block, links, context }: OpenBlockProps): ReactNode {
  return renderBlocks(softenBlock(block, links), context);
}

const MemoBlock = memo(function MemoBlock(props: { readonly token: Token; readonly context: BlockContext }): ReactNode {
  return renderBlocks([props.token], props.context);
});
