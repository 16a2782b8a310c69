import type { Token, Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import { CodeBlock } from "../code-block/code-block.js";
import { ScrollBox } from "../scroll-box.js";
import { decodeReferences } from "./links.js";
import { depthLimit, renderInline, type MarkdownContext } from "./inline.js";

export interface BlockContext extends MarkdownContext {
  readonly tableLabel: string;
  readonly taskLabel: (done: boolean) => string;
}

export function renderBlocks(tokens: readonly Token[], context: BlockContext, depth = 0): ReactNode {
  return tokens.map((token, index) => <Fragment key={index}>{renderBlock(token, context, depth)}</Fragment>);
}

function renderBlock(token: Token, context: BlockContext, depth: number): ReactNode {
  if (depth > depthLimit) return <Plain text={token.raw} />;
  switch (token.type) {
    case "paragraph":
      return <p dir={dirAt(depth)}>{renderInline((token as Tokens.Paragraph).tokens, context, depth)}</p>;
    case "text":
      return renderText(token as Tokens.Text, context, depth);
    case "heading":
      return renderHeading(token as Tokens.Heading, context, depth);
    case "code":
      return <CodeBlock code={(token as Tokens.Code).text} language={languageOf(token as Tokens.Code)} />;
    case "blockquote":
      return (
        <blockquote dir={dirAt(depth)}>
          {renderBlocks((token as Tokens.Blockquote).tokens, context, depth + 1)}
        </blockquote>
      );
    case "list":
      return renderList(token as Tokens.List, context, depth);
    case "table":
      return renderTable(token as Tokens.Table, context, depth);
    case "hr":
      return <hr />;
    case "space":
    case "def":
    case "checkbox":
      return null;
    default:
      return <Plain text={token.raw} />;
  }
}

/** Each block finds its own direction; what is within follows it, or lists would be numbered on the wrong side. */
function dirAt(depth: number): "auto" | undefined {
  return depth === 0 ? "auto" : undefined;
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

function renderHeading(token: Tokens.Heading, context: BlockContext, depth: number): ReactNode {
  const level = Math.min(6, token.depth + context.headingLevel - 1);
  const Heading = `h${level}` as "h1";
  return (
    <Heading dir={dirAt(depth)} data-depth={token.depth}>
      {renderInline(token.tokens, context, depth)}
    </Heading>
  );
}

function languageOf(token: Tokens.Code): string | null {
  return token.lang?.trim().split(/\s/, 1)[0]?.slice(0, 40) || null;
}

function renderList(token: Tokens.List, context: BlockContext, depth: number): ReactNode {
  const items = token.items.map((item, index) => (
    <li key={index} data-task={item.task ? "" : undefined}>
      {item.task && (
        <input
          type="checkbox"
          checked={item.checked ?? false}
          disabled
          aria-label={context.taskLabel(item.checked ?? false)}
        />
      )}
      {renderBlocks(item.tokens, context, depth + 1)}
    </li>
  ));
  const start = typeof token.start === "number" && token.start !== 1 ? token.start : undefined;
  return token.ordered ? (
    <ol dir={dirAt(depth)} start={start}>
      {items}
    </ol>
  ) : (
    <ul dir={dirAt(depth)}>{items}</ul>
  );
}

function renderTable(token: Tokens.Table, context: BlockContext, depth: number): ReactNode {
  const cells = (row: readonly Tokens.TableCell[], Cell: "th" | "td") =>
    row.map((cell, index) => (
      <Cell key={index} data-align={cell.align ?? undefined} scope={Cell === "th" ? "col" : undefined}>
        {renderInline(cell.tokens, context, depth)}
      </Cell>
    ));
  return (
    <ScrollBox className="sv-md-table" label={context.tableLabel}>
      <table dir={dirAt(depth)}>
        <thead>
          <tr>{cells(token.header, "th")}</tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <tr key={index}>{cells(row, "td")}</tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
