import { memo, type ReactNode } from "react";
import type { Block, Heading, Inlines, Item, List, Plain, Table } from "../../markdown/nodes.js";
import { Contained } from "../contained.js";
import { ScrollBox } from "../scroll-box.js";
import { CodeView, Piece } from "./code-view.js";
import { Part, renderInline, type MarkdownContext } from "./inline.js";
import { seqView, type EntryProps } from "./seq-view.js";

export interface BlockContext extends MarkdownContext {
  readonly tableLabel: string;
  readonly taskLabel: (done: boolean) => string;
}

type BlockProps = EntryProps<Block, BlockContext>;

/** A block of its own finds its own direction; what is within follows it, or lists would be numbered on the wrong side. */
export const TopBlock = memo(function TopBlock({ value, context }: BlockProps): ReactNode {
  return renderBlock(value, context, "auto");
});

const InnerBlock = memo(function InnerBlock({ value, context }: BlockProps): ReactNode {
  return renderBlock(value, context, undefined);
});

/** In an item without blank lines, words stand without a paragraph around them. */
const TightBlock = memo(function TightBlock({ value, context }: BlockProps): ReactNode {
  if (value.type !== "paragraph") return renderBlock(value, context, undefined);
  return seqView(value.parts, Part, context);
});

type Direction = "auto" | undefined;

function renderBlock(block: Block, context: BlockContext, dir: Direction): ReactNode {
  switch (block.type) {
    case "paragraph":
      return (
        <p className="sv-md" dir={dir}>
          {seqView(block.parts, Part, context)}
        </p>
      );
    case "heading":
      return renderHeading(block, context, dir);
    case "code":
      return <CodeView node={block} plugins={context.plugins} />;
    case "quote":
      return (
        <blockquote className="sv-md" dir={dir}>
          {seqView(block.blocks, InnerBlock, context)}
        </blockquote>
      );
    case "list":
      return renderList(block, context, dir);
    case "table":
      return renderTable(block, context, dir);
    case "rule":
      return <hr className="sv-md" />;
    case "plain":
      return <PlainView node={block} />;
    case "own": {
      const own = context.plugins.syntax?.find(({ name }) => name === block.name);
      return (
        own && (
          <div className="sv-md">
            <Contained resetKey={block.content} fallback={block.content}>
              <own.component content={block.content} />
            </Contained>
          </div>
        )
      );
    }
  }
}

function PlainView({ node }: { readonly node: Plain }): ReactNode {
  return (
    <p dir="auto" className="sv-md-plain">
      {seqView(node.pieces, Piece, null)}
    </p>
  );
}

function renderHeading(block: Heading, context: BlockContext, dir: Direction): ReactNode {
  const level = Math.min(6, block.depth + context.headingLevel - 1);
  const Element = `h${level}` as "h1";
  return (
    <Element className="sv-md" dir={dir} data-depth={block.depth}>
      {seqView(block.parts, Part, context)}
    </Element>
  );
}

function renderList(block: List, context: BlockContext, dir: Direction): ReactNode {
  const items = seqView(block.items, ItemView, context);
  if (block.start === null)
    return (
      <ul className="sv-md" dir={dir}>
        {items}
      </ul>
    );
  return (
    <ol className="sv-md" dir={dir} start={block.start === 1 ? undefined : block.start}>
      {items}
    </ol>
  );
}

const ItemView = memo(function ItemView({ value, context }: EntryProps<Item, BlockContext>): ReactNode {
  const { task, isLoose, blocks } = value;
  return (
    <li className="sv-md" data-task={task === null ? undefined : ""}>
      {task !== null && (
        <input className="sv-md" type="checkbox" checked={task} disabled aria-label={context.taskLabel(task)} />
      )}
      {seqView(blocks, isLoose ? InnerBlock : TightBlock, context)}
    </li>
  );
});

function renderTable(block: Table, context: BlockContext, dir: Direction): ReactNode {
  return (
    <ScrollBox className="sv-md-table" label={context.tableLabel}>
      <table className="sv-md" dir={dir}>
        <thead className="sv-md">
          <tr className="sv-md">
            {block.header.map((cell, index) => (
              <th className="sv-md" key={index} data-align={block.align[index] ?? undefined} scope="col">
                {renderInline(cell, context, false)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="sv-md">
          <Rows table={block} context={context} />
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface RowContext {
  readonly align: Table["align"];
  readonly context: BlockContext;
}

/** Rows know their columns by an object that stays the same while the table grows. */
function Rows({ table, context }: { readonly table: Table; readonly context: BlockContext }): ReactNode {
  return seqView(table.rows, Row, rowContext(table.align, context));
}

const known = new WeakMap<Table["align"], RowContext>();

function rowContext(align: Table["align"], context: BlockContext): RowContext {
  const before = known.get(align);
  if (before?.context === context) return before;
  const made = { align, context };
  known.set(align, made);
  return made;
}

const Row = memo(function Row(props: EntryProps<readonly Inlines[], RowContext>): ReactNode {
  const { align, context } = props.context;
  return (
    <tr className="sv-md">
      {props.value.map((cell, index) => (
        <td className="sv-md" key={index} data-align={align[index] ?? undefined}>
          {renderInline(cell, context, false)}
        </td>
      ))}
    </tr>
  );
});
