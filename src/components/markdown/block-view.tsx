import type { Token, Tokens } from "marked";
import { memo, type ReactNode } from "react";
import { CodeBlock } from "../code-block/code-block.js";
import { ScrollBox } from "../scroll-box.js";
import { isFenceClosed } from "./continue.js";
import { decodeReferences } from "./links.js";
import { depthLimit, renderInline, renderOwn, type MarkdownContext } from "./inline.js";

export interface BlockContext extends MarkdownContext {
  readonly tableLabel: string;
  readonly taskLabel: (done: boolean) => string;
  /** Whether the last block still grows. @default false */
  readonly isOpen?: boolean;
}

export function renderBlocks(tokens: readonly Token[], context: BlockContext, depth = 0): ReactNode {
  return tokens.map((token, index) => renderBlock(token, context, depth, index));
}

function renderBlock(token: Token, context: BlockContext, depth: number, key: number): ReactNode {
  if (depth > depthLimit) return <Plain key={key} text={token.raw} />;
  // Each block finds its own direction; what is within follows it, or lists would be numbered on the wrong side.
  const dir = depth === 0 ? "auto" : undefined;
  switch (token.type) {
    case "paragraph":
      return (
        <p key={key} className="sv-md" dir={dir}>
          {renderInline((token as Tokens.Paragraph).tokens, context, depth)}
        </p>
      );
    case "text":
      return renderText(token as Tokens.Text, context, depth);
    case "heading":
      return renderHeading(token as Tokens.Heading, context, depth, key);
    case "code":
      return renderCode(token as Tokens.Code, context, key);
    case "blockquote":
      return (
        <blockquote key={key} className="sv-md" dir={dir}>
          {renderBlocks((token as Tokens.Blockquote).tokens, context, depth + 1)}
        </blockquote>
      );
    case "list":
      return renderList(token as Tokens.List, context, depth, key);
    case "table":
      return renderTable(token as Tokens.Table, context, depth, key);
    case "hr":
      return <hr key={key} className="sv-md" />;
    case "space":
    case "def":
    case "checkbox":
      return null;
    default:
      return ownBlock(renderOwn(token, context, key), key) ?? <Plain key={key} text={token.raw} />;
  }
}

/** A block that the host draws, in an element of the kit: its place is ours, and no rule of ours reaches the host's. */
function ownBlock(own: ReactNode, key: number): ReactNode {
  return (
    own && (
      <div key={key} className="sv-md">
        {own}
      </div>
    )
  );
}

function Plain({ text }: { readonly text: string }): ReactNode {
  return (
    <p dir="auto" className="sv-md-plain">
      {text.replace(/\n+$/, "")}
    </p>
  );
}

function renderText(token: Tokens.Text, context: BlockContext, depth: number): ReactNode {
  return token.tokens ? renderInline(token.tokens, context, depth) : decodeReferences(token.text);
}

function renderHeading(token: Tokens.Heading, context: BlockContext, depth: number, key: number): ReactNode {
  const level = Math.min(6, token.depth + context.headingLevel - 1);
  const Heading = `h${level}` as "h1";
  return (
    <Heading key={key} className="sv-md" dir={depth === 0 ? "auto" : undefined} data-depth={token.depth}>
      {renderInline(token.tokens, context, depth)}
    </Heading>
  );
}

function renderCode(token: Tokens.Code, { plugins, isOpen = false }: BlockContext, key: number): ReactNode {
  const language = token.lang?.trim().split(/\s/, 1)[0]?.slice(0, 40) || null;
  const { fences, highlight } = plugins;
  const isComplete = !isOpen || isFenceClosed(token);
  const Own = language !== null && fences && Object.hasOwn(fences, language) ? fences[language] : undefined;
  if (Own && language !== null)
    return ownBlock(<Own code={token.text} language={language} isComplete={isComplete} />, key);
  return <CodeBlock key={key} code={token.text} language={language} highlight={isComplete ? highlight : undefined} />;
}

function renderList(token: Tokens.List, context: BlockContext, depth: number, key: number): ReactNode {
  const items = token.items.map((item, index) => (
    <li key={index} className="sv-md" data-task={item.task ? "" : undefined}>
      {item.task && (
        <input
          className="sv-md"
          type="checkbox"
          checked={item.checked ?? false}
          disabled
          aria-label={context.taskLabel(item.checked ?? false)}
        />
      )}
      {renderBlocks(item.tokens, context, depth + 1)}
    </li>
  ));
  const dir = depth === 0 ? "auto" : undefined;
  const start = typeof token.start === "number" && token.start !== 1 ? token.start : undefined;
  return token.ordered ? (
    <ol key={key} className="sv-md" dir={dir} start={start}>
      {items}
    </ol>
  ) : (
    <ul key={key} className="sv-md" dir={dir}>
      {items}
    </ul>
  );
}

function renderTable(token: Tokens.Table, context: BlockContext, depth: number, key: number): ReactNode {
  return (
    <ScrollBox key={key} className="sv-md-table" label={context.tableLabel}>
      <table className="sv-md" dir={depth === 0 ? "auto" : undefined}>
        <thead className="sv-md">
          <Row cells={token.header} context={context} depth={depth} />
        </thead>
        <tbody className="sv-md">
          {token.rows.map((row, index) => (
            <Row key={index} cells={row} context={context} depth={depth} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface RowProps {
  readonly cells: readonly Tokens.TableCell[];
  readonly context: MarkdownContext;
  readonly depth: number;
}

/** A row of a table that grows stays as it is while others come below it. */
const Row = memo(function Row({ cells, context, depth }: RowProps): ReactNode {
  return (
    <tr className="sv-md">
      {cells.map((cell, index) => {
        const Cell = cell.header ? "th" : "td";
        return (
          <Cell
            key={index}
            className="sv-md"
            data-align={cell.align ?? undefined}
            scope={cell.header ? "col" : undefined}
          >
            {renderInline(cell.tokens, context, depth)}
          </Cell>
        );
      })}
    </tr>
  );
});
