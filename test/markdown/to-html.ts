import { createDocument, type MarkdownDocument } from "../../src/markdown/document.js";
import { plainText } from "../../src/markdown/inline-text.js";
import type { Block, Inline, Inlines } from "../../src/markdown/nodes.js";
import { toArray, type Seq } from "../../src/markdown/seq.js";

/** The HTML that CommonMark's examples are written in. */
export function toHtml(text: string): string {
  const document = createDocument();
  document.add(text);
  return blocks(document.blocks(false), document);
}

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const attribute = (name: string, value: string | null) => (value === null ? "" : ` ${name}="${escape(value)}"`);

function blocks(of: Seq<Block>, document: MarkdownDocument): string {
  return toArray(of)
    .map((block) => `${blockOf(block, document)}\n`)
    .join("");
}

function blockOf(block: Block, document: MarkdownDocument): string {
  const words = (parts: Seq<Inlines>) =>
    toArray(parts)
      .map((part) => inlines(part, document))
      .join("");
  switch (block.type) {
    case "paragraph":
      return `<p>${words(block.parts)}</p>`;
    case "heading":
      return `<h${block.depth}>${words(block.parts)}</h${block.depth}>`;
    case "rule":
      return "<hr />";
    case "quote":
      return `<blockquote>\n${blocks(block.blocks, document)}</blockquote>`;
    case "list": {
      const tag = block.start === null ? "ul" : "ol";
      const start = block.start === null || block.start === 1 ? "" : ` start="${block.start}"`;
      const items = toArray(block.items).map((item) => `<li>${blocks(item.blocks, document)}</li>\n`);
      return `<${tag}${start}>\n${items.join("")}</${tag}>`;
    }
    case "code": {
      const code = toArray(block.pieces).join("");
      const language = block.language === null ? null : `language-${block.language}`;
      return `<pre><code${attribute("class", language)}>${escape(code)}${code === "" ? "" : "\n"}</code></pre>`;
    }
    case "plain":
      return escape(toArray(block.pieces).join(""));
    case "own":
    case "table":
      return `<${block.type}>`;
  }
}

function inlines(nodes: Inlines, document: MarkdownDocument): string {
  return nodes.map((node) => inlineOf(node, document)).join("");
}

function inlineOf(node: Inline, document: MarkdownDocument): string {
  if (typeof node === "string") return escape(node);
  switch (node.type) {
    case "code":
      return `<code>${escape(node.text)}</code>`;
    case "break":
      return "<br />\n";
    case "link":
      return `<a${attribute("href", node.href)}${attribute("title", node.title)}>${inlines(node.children, document)}</a>`;
    case "image":
      return `<img${attribute("src", node.href)}${attribute("alt", node.alt)}${attribute("title", node.title)} />`;
    case "reference": {
      const found = document.definition(node.label);
      const { isImage, children, end } = node;
      if (!found) return `${isImage ? "![" : "["}${inlines(children, document)}${escape(end)}`;
      const type = isImage ? "image" : "link";
      return inlineOf({ ...found, type, children, alt: plainText(children) } as Inline, document);
    }
    case "own":
      return node.content;
    case "del":
    case "em":
    case "strong":
      return `<${node.type}>${inlines(node.children, document)}</${node.type}>`;
  }
}
