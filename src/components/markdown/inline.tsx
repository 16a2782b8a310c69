import { Fragment, useContext, useSyncExternalStore, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { plainText } from "../../markdown/inline-text.js";
import type { Inline, Inlines, Reference } from "../../markdown/nodes.js";
import type { Seq } from "../../markdown/seq.js";
import { callHost } from "../../foundation/call-host.js";
import { Contained } from "../contained.js";
import { Icon } from "../icons.js";
import { DefinitionsContext } from "./definitions.js";
import { safeHref } from "./links.js";
import type { MarkdownPlugins } from "./plugins.js";
import { kept, loneText, seqView, type Elements, type RenderEntry } from "./seq-view.js";

/** Context of the node renderers. */
export interface MarkdownContext {
  readonly headingLevel: number;
  /** The depth of the first heading, which gets that level. */
  readonly firstDepth: number;
  readonly allowImage: ((url: string) => boolean) | undefined;
  readonly imageLabel: (alt: string) => string;
  /** Announces that a link opens in a new tab: as its description, so that its name stays unchanged. */
  readonly newTab: string;
  readonly plugins: MarkdownPlugins;
  /** Elements made under this context. */
  readonly elements: Elements;
}

/** Words in parts. The first part, which most blocks have alone, has no element around it. */
export function renderWords(parts: Seq<Inlines>, context: MarkdownContext): ReactNode {
  return seqView(parts, renderPart, context, renderNodes);
}

/** Words that nothing behind them can change any more, or the last ones. */
const renderPart: RenderEntry<Inlines, MarkdownContext> = (part, context, key) =>
  kept(context.elements, part, key, () => <Fragment key={key}>{renderNodes(part, context)}</Fragment>);

function renderNodes(nodes: Inlines, context: MarkdownContext, isLink = false): ReactNode[] {
  return nodes.map((node, index) => {
    const before = nodes[index - 1];
    if (isNote(node))
      return <NoteMark key={index} node={node} startsLine={typeof before === "string" && before.endsWith("\n")} />;
    // `[^1]: text`: the mark replaces the colon too.
    const isNoteText =
      isNote(before) && typeof node === "string" && node.startsWith(":") && startsLine(nodes[index - 2]);
    return renderNode(isNoteText ? node.slice(1) : node, context, isLink, index);
  });
}

/** `[^1]`, the mark of a footnote. */
function isNote(node: Inline | undefined): node is Reference {
  return typeof node === "object" && node.type === "reference" && !node.isImage && /^\^./.test(node.label);
}

const startsLine = (before: Inline | undefined) =>
  before === undefined || (typeof before === "string" && before.endsWith("\n"));

function NoteMark(props: { readonly node: Reference; readonly startsLine: boolean }): ReactNode {
  return (
    <>
      {props.startsLine && <br className="sv-md" />}
      <sup className="sv-md">{visibleText(props.node.label.slice(1))}</sup>
    </>
  );
}

// Keys are on the elements themselves: a fragment for each node would double React's work for each added one.
/**
 * @param isLink whether they are the words of a link: hidden characters in those are shown, and links are not nested
 */
export function renderInline(nodes: Inlines, context: MarkdownContext, isLink: boolean): ReactNode {
  return loneText(renderNodes(nodes, context, isLink));
}

// oxlint-disable-next-line complexity -- one case for each kind of node
function renderNode(node: Inline, context: MarkdownContext, isLink: boolean, key: number): ReactNode {
  if (typeof node === "string") return isLink ? visibleText(node) : node;
  switch (node.type) {
    case "strong":
      return (
        <strong key={key} className="sv-md">
          {renderInline(node.children, context, isLink)}
        </strong>
      );
    case "em":
      return (
        <em key={key} className="sv-md">
          {renderInline(node.children, context, isLink)}
        </em>
      );
    case "del":
      return (
        <del key={key} className="sv-md">
          {renderInline(node.children, context, isLink)}
        </del>
      );
    case "code":
      return (
        <code key={key} className="sv-md-code" translate="no">
          {isLink ? visibleText(node.text) : node.text}
        </code>
      );
    case "break":
      return <br key={key} className="sv-md" />;
    case "link":
      if (isLink) return renderInline(node.children, context, true);
      return renderLink(node.href, node.title, renderInline(node.children, context, true), context, key);
    case "image":
      if (isLink) return visibleText(node.alt);
      return renderImage(node.href, node.alt, context, key);
    case "reference":
      if (isLink) return renderUnknown(node, context, true);
      return <ReferenceView key={key} node={node} context={context} />;
    case "own": {
      const own = context.plugins.syntax?.find(({ name }) => name === node.name);
      return (
        own && (
          <Contained key={key} resetKey={node.content} fallback={<span className="sv-md">{node.content}</span>}>
            <own.component content={node.content} />
          </Contained>
        )
      );
    }
  }
}

/** Words in brackets: a link as soon as a definition of their label is known. */
function ReferenceView({ node, context }: { readonly node: Reference; readonly context: MarkdownContext }): ReactNode {
  const { subscribe, get } = useContext(DefinitionsContext);
  const read = () => get(node.label);
  const found = useSyncExternalStore(subscribe, read, read);
  if (!found) return renderUnknown(node, context, false);
  if (node.isImage) return renderImage(found.href, plainText(node.children), context, 0);
  return renderLink(found.href, found.title, renderInline(node.children, context, true), context, 0);
}

function renderUnknown(node: Reference, context: MarkdownContext, isLink: boolean): ReactNode {
  const { children, isImage, end } = node;
  return [isImage ? "![" : "[", ...children.map((child, index) => renderNode(child, context, isLink, index)), end];
}

function renderLink(
  address: string,
  title: string | null,
  children: ReactNode,
  context: MarkdownContext,
  key: number,
): ReactNode {
  const href = safeHref(address);
  if (href === undefined) return children;
  return (
    <a
      key={key}
      className="sv-md-link"
      href={href}
      title={[title && visibleText(title), context.newTab].filter(Boolean).join(", ")}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
    </a>
  );
}

/** An image of another site reports to its server that it was viewed, so it is a link unless the host allows it. */
function renderImage(address: string, text: string, context: MarkdownContext, key: number): ReactNode {
  const href = safeHref(address);
  const alt = visibleText(text);
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
      <span className="sv-md">{context.imageLabel(alt)}</span>
    </a>
  );
}
