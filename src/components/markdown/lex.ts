import { Lexer, type Links, type Token, type TokensList } from "marked";
import type { MarkdownSyntax } from "./plugins.js";

/** Reads markdown by the library: the one place that calls it. */

export interface Reading {
  readonly tokens: readonly Token[];
  /** The link definitions that were given and those in the text; the first of a name counts. */
  readonly links: Links;
}

export const noLinks: Links = Object.freeze(Object.create(null) as Links);

/** More marks of emphasis than this in one run of lines take the library seconds: it pairs each with each. */
const mostMarks = 6000;

export function lex(text: string, links: Links, syntax: readonly MarkdownSyntax[]): Reading {
  if (isTooMuch(text)) return plain(text, links);
  try {
    const lexer = new Lexer({ gfm: true, extensions: extensionsOf(syntax) });
    Object.assign(lexer.tokens.links, links);
    const tokens: TokensList = lexer.lex(text);
    return { tokens: [...tokens], links: tokens.links };
  } catch {
    // Nesting deeper than the stack: such text is shown as it stands.
    return plain(text, links);
  }
}

/** The words and marks of a part of `whole`, a run of lines; undefined where the whole is too much for the library. */
export function lexInline(text: string, links: Links, whole: string): Token[] | undefined {
  if (isTooMuch(whole)) return undefined;
  try {
    const lexer = new Lexer({ gfm: true });
    Object.assign(lexer.tokens.links, links);
    return lexer.inlineTokens(text);
  } catch {
    return undefined;
  }
}

/** What stands between blocks and is not one of them. */
export function isShown({ type }: Token): boolean {
  return type !== "space" && type !== "def";
}

export const textOf = (token: Token): unknown => (token as { readonly text?: unknown }).text;

export function sameLinks(a: Links, b: Links): boolean {
  if (a === b) return true;
  const names = Object.keys(b);
  return (
    names.length === Object.keys(a).length &&
    names.every((name) => a[name]?.href === b[name]?.href && a[name]?.title === b[name]?.title)
  );
}

function isTooMuch(text: string): boolean {
  if (text.length <= mostMarks) return false;
  return text.split(/\n\s*\n/).some((run) => run.length > mostMarks && (run.match(/[*_]/g)?.length ?? 0) > mostMarks);
}

function plain(text: string, links: Links): Reading {
  return { tokens: [{ type: "plain", raw: text, text }], links };
}

type Extensions = ConstructorParameters<typeof Lexer>[0] extends infer Options
  ? NonNullable<NonNullable<Options> extends { extensions?: infer E } ? E : never>
  : never;

const known = new WeakMap<readonly MarkdownSyntax[], Extensions>();

/** A host's syntaxes in the library's own form. */
function extensionsOf(syntax: readonly MarkdownSyntax[]): Extensions | null {
  if (syntax.length === 0) return null;
  let made = known.get(syntax);
  if (made === undefined) {
    made = { renderers: {}, childTokens: {} };
    for (const { name, level, find, read } of syntax) {
      const start = level === "block" ? "startBlock" : "startInline";
      (made[start] ??= []).push((text: string) => {
        const at = find(text);
        return at < 0 ? undefined : at;
      });
      (made[level] ??= []).push((text: string) => {
        const found = read(text);
        return found && { type: name, raw: text.slice(0, found.length), text: found.content };
      });
    }
    known.set(syntax, made);
  }
  return made;
}
