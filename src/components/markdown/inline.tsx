import type { Token, Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import { Icon } from "../icons.js";
import { decodeReferences, safeHref } from "./links.js";

/** What a renderer of tokens needs to know besides them. */
export interface MarkdownContext {
  readonly headingLevel: number;
  readonly allowImage: ((url: string) => boolean) | undefined;
  readonly imageLabel: (alt: string) => string;
}

/** Deeper than this, text is shown as it stands. */
export const depthLimit = 40;

export function renderInline(tokens: readonly Token[] | undefined, context: MarkdownContext, depth: number): ReactNode {
  if (!tokens) return null;
  return tokens.map((token, index) => <Fragment key={index}>{renderInlineToken(token, context, depth)}</Fragment>);
}

function renderInlineToken(token: Token, context: MarkdownContext, depth: number): ReactNode {
  if (depth > depthLimit) return token.raw;
  const inside = () => renderInline((token as Tokens.Generic).tokens, context, depth + 1);
  switch (token.type) {
    case "text":
      return (token as Tokens.Text).tokens ? inside() : decodeReferences((token as Tokens.Text).text);
    case "escape":
      return (token as Tokens.Escape).text;
    case "strong":
      return <strong>{inside()}</strong>;
    case "em":
      return <em>{inside()}</em>;
    case "del":
      return <del>{inside()}</del>;
    case "codespan":
      return <code className="sv-md-code">{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br />;
    case "link":
      return renderLink(token as Tokens.Link, inside());
    case "image":
      return renderImage(token as Tokens.Image, context);
    case "checkbox":
      // The item draws it.
      return null;
    default:
      // Raw HTML, and whatever a later version of the library may read: shown, never run.
      return token.raw;
  }
}

function renderLink(token: Tokens.Link, children: ReactNode): ReactNode {
  const href = safeHref(decodeReferences(token.href));
  if (href === undefined) return children;
  return (
    <a className="sv-md-link" href={href} title={token.title ?? undefined} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** A picture from elsewhere tells its server that it was looked at, so it is a link unless the host allows it. */
function renderImage(token: Tokens.Image, context: MarkdownContext): ReactNode {
  const href = safeHref(token.href);
  const alt = decodeReferences(token.text);
  if (href === undefined || href.startsWith("mailto:")) return alt;
  if (context.allowImage?.(href)) {
    return <img className="sv-md-image" src={href} alt={alt} loading="lazy" referrerPolicy="no-referrer" />;
  }
  return (
    <a className="sv-md-link sv-md-image-link" href={href} target="_blank" rel="noopener noreferrer">
      <Icon name="image" />
      {context.imageLabel(alt)}
    </a>
  );
}
