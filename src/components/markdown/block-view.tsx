import { Fragment, type ReactElement, type ReactNode } from "react";
import type { Block, Heading, Inlines, Item, List, Table } from "../../markdown/nodes.js";
import { Contained } from "../contained.js";
import { ScrollBox } from "../scroll-box.js";
import { CodeView, renderPiece } from "./code-view.js";
import { renderInline, renderWords, type MarkdownContext } from "./inline.js";
import { kept, seqView, type RenderEntry } from "./seq-view.js";

export interface BlockContext extends MarkdownContext {
  readonly tableLabel: string;
  readonly taskLabel: (done: boolean) => string;
}

/**
 * A top-level block finds its own direction; nested blocks inherit it, or lists would be numbered on the wrong side.
 */
export const renderTop: RenderEntry<Block, BlockContext> = (block, context, key) =>
  kept(context.elements, block, key, () => renderBlock(block, context, key, "auto"));

const renderInner: RenderEntry<Block, BlockContext> = (block, context, key) =>
  kept(context.elements, block, key, () => renderBlock(block, context, key, undefined));

/** In an item without blank lines, words have no paragraph around them. */
const renderTight: RenderEntry<Block, BlockContext> = (block, context, key) =>
  block.type === "paragraph" ? (
    <Fragment key={key}>{renderWords(block.parts, context)}</Fragment>
  ) : (
    renderInner(block, context, key)
  );

type Direction = "auto" | undefined;

function renderBlock(block: Block, context: BlockContext, key: string, dir: Direction): ReactElement | null {
  switch (block.type) {
    case "paragraph":
      return (
        <p key={key} className="sv-md" dir={dir}>
          {renderWords(block.parts, context)}
        </p>
      );
    case "heading":
      return renderHeading(block, context, key, dir);
    case "code":
      return <CodeView key={key} node={block} plugins={context.plugins} />;
    case "quote":
      return (
        <blockquote key={key} className="sv-md" dir={dir}>
          {seqView(block.blocks, renderInner, context)}
        </blockquote>
      );
    case "list":
      return renderList(block, context, key, dir);
    case "table":
      return renderTable(block, context, key, dir);
    case "rule":
      return <hr key={key} className="sv-md" />;
    case "plain":
      return (
        <p key={key} dir="auto" className="sv-md-plain">
          {seqView(block.pieces, renderPiece, null)}
        </p>
      );
    case "own": {
      const own = context.plugins.syntax?.find(({ name }) => name === block.name);
      if (!own) return null;
      return (
        <div key={key} className="sv-md">
          <Contained resetKey={block.content} fallback={<span className="sv-md">{block.content}</span>}>
            <own.component content={block.content} />
          </Contained>
        </div>
      );
    }
  }
}

function renderHeading(block: Heading, context: BlockContext, key: string, dir: Direction): ReactElement {
  const below = Math.max(0, block.depth - context.firstDepth);
  // A host without types may give any number.
  const level = Math.min(6, Math.max(1, Math.round(context.headingLevel) || 1) + below);
  const Element = `h${level}` as "h1";
  return (
    <Element key={key} className="sv-md" dir={dir} data-depth={block.depth}>
      {renderWords(block.parts, context)}
    </Element>
  );
}

function renderList(block: List, context: BlockContext, key: string, dir: Direction): ReactElement {
  const items = seqView(block.items, renderItem, context);
  if (block.start === null)
    return (
      <ul key={key} className="sv-md" dir={dir}>
        {items}
      </ul>
    );
  return (
    <ol key={key} className="sv-md" dir={dir} start={block.start === 1 ? undefined : block.start}>
      {items}
    </ol>
  );
}

const renderItem: RenderEntry<Item, BlockContext> = (item, context, key) =>
  kept(context.elements, item, key, () => {
    const { task, isLoose, blocks } = item;
    const shown = isLoose ? seqView(blocks, renderInner, context) : seqView(blocks, renderTight, context, firstWords);
    if (task === null)
      return (
        <li key={key} className="sv-md">
          {shown}
        </li>
      );
    return (
      <li key={key} className="sv-md" data-task="">
        <input className="sv-md" type="checkbox" checked={task} disabled aria-label={context.taskLabel(task)} />
        {shown}
      </li>
    );
  });

function firstWords(block: Block, context: BlockContext): readonly ReactNode[] | undefined {
  if (block.type !== "paragraph") return undefined;
  const words = renderWords(block.parts, context);
  return Array.isArray(words) ? words : [words];
}

function renderTable(block: Table, context: BlockContext, key: string, dir: Direction): ReactElement {
  return (
    <ScrollBox key={key} className="sv-md-table" dir={dir} label={context.tableLabel}>
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
        <tbody className="sv-md">{seqView(block.rows, renderRow, rowContext(block.align, context))}</tbody>
      </table>
    </ScrollBox>
  );
}

interface RowContext {
  readonly align: Table["align"];
  readonly context: BlockContext;
}

/** Rows get their columns by an object that stays the same while the table grows. */
const known = new WeakMap<Table["align"], RowContext>();

function rowContext(align: Table["align"], context: BlockContext): RowContext {
  const before = known.get(align);
  if (before?.context === context) return before;
  const made = { align, context };
  known.set(align, made);
  return made;
}

const renderRow: RenderEntry<readonly Inlines[], RowContext> = (cells, { align, context }, key) =>
  kept(context.elements, cells, key, () => (
    <tr key={key} className="sv-md">
      {cells.map((cell, index) => (
        <td className="sv-md" key={index} data-align={align[index] ?? undefined}>
          {renderInline(cell, context, false)}
        </td>
      ))}
    </tr>
  ));
