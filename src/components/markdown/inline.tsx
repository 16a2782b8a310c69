import { Contained } from "../contained.js";
import { callHost } from "../call-host.js";
import type { Token, Tokens } from "marked";
import type { ReactNode } from "react";
import { Icon } from "../icons.js";
import { decodeReferences, safeHref } from "./links.js";
import type { MarkdownPlugins } from "./plugins.js";

/** What a renderer of tokens needs to know besides them. */
export interface MarkdownContext {
  readonly headingLevel: number;
  readonly allowImage: ((url: string) => boolean) | undefined;
  readonly imageLabel: (alt: string) => string;
  /** Announces that a link opens in a new tab: as its description, so that its name stays what was written. */
  readonly newTab: string;
  readonly plugins: MarkdownPlugins;
}

/** Deeper than this, text is shown as it stands. */
export const depthLimit = 40;

// Keys stand on the elements themselves: a fragment a token would double what React walks for each one that is added.
export function renderInline(tokens: readonly Token[] | undefined, context: MarkdownContext, depth: number): ReactNode {
  return tokens?.map((token, index) => renderInlineToken(token, context, depth, index));
}

function renderInlineToken(token: Token, context: MarkdownContext, depth: number, key: number): ReactNode {
  if (depth > depthLimit) return token.raw;
  const inside = () => renderInline((token as Tokens.Generic).tokens, context, depth + 1);
  switch (token.type) {
    case "text":
      return (token as Tokens.Text).tokens ? inside() : decodeReferences((token as Tokens.Text).text);
    case "escape":
      return (token as Tokens.Escape).text;
    case "strong":
      return (
        <strong key={key} className="sv-md">
          {inside()}
        </strong>
      );
    case "em":
      return (
        <em key={key} className="sv-md">
          {inside()}
        </em>
      );
    case "del":
      return (
        <del key={key} className="sv-md">
          {inside()}
        </del>
      );
    case "codespan":
      return (
        <code key={key} className="sv-md-code">
          {(token as Tokens.Codespan).text}
        </code>
      );
    case "br":
      return <br key={key} className="sv-md" />;
    case "link":
      return renderLink(token as Tokens.Link, inside(), context, key);
    case "image":
      return renderImage(token as Tokens.Image, context, key);
    case "checkbox":
      // The item draws it.
      return null;
    default:
      // Raw HTML, and whatever a later version of the library may read: shown, never run.
      return renderOwn(token, context, key) ?? token.raw;
  }
}

/** A syntax of the host's; undefined when it is none. */
export function renderOwn(token: Token, { plugins }: MarkdownContext, key: number): ReactNode {
  const own = plugins.syntax?.find(({ name }) => name === token.type);
  if (!own) return undefined;
  const content = (token as Tokens.Generic)["text"] as string;
  return (
    <Contained key={key} resetKey={content} fallback={token.raw}>
      <own.component content={content} />
    </Contained>
  );
}

function renderLink(token: Tokens.Link, children: ReactNode, context: MarkdownContext, key: number): ReactNode {
  const href = safeHref(decodeReferences(token.href));
  if (href === undefined) return children;
  return (
    <a
      key={key}
      className="sv-md-link"
      href={href}
      title={[token.title, context.newTab].filter(Boolean).join(", ")}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
    </a>
  );
}

/** A picture from elsewhere tells its server that it was looked at, so it is a link unless the host allows it. */
function renderImage(token: Tokens.Image, context: MarkdownContext, key: number): ReactNode {
  const href = safeHref(token.href);
  const alt = decodeReferences(token.text);
  if (href === undefined || href.startsWith("mailto:")) return alt;
  if (callHost(context.allowImage, href)) {
    return <img key={key} className="sv-md-image" src={href} alt={alt} loading="lazy" referrerPolicy="no-referrer" />;
  }
  return (
    <a
      key={key}
      className="sv-md-link sv-md-image-link"
      href={href}
      title={context.newTab}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon name="image" />
      {context.imageLabel(alt)}
    </a>
  );
}
