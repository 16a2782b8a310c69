import { step } from "./blocks.js";
import type { Block, Definition } from "./nodes.js";
import { limits, type Scope, type Syntax } from "./scope.js";
import type { Seq } from "./seq.js";
import { emptyState, viewState, type State } from "./state.js";

/**
 * Reads markdown that grows. Complete lines are read once; the incomplete line is read from the state before it. So
 * every text gives the same blocks however it was split, and appending costs the new text and the open part of the
 * last block.
 */
export interface MarkdownDocument {
  /** Adds text to the end. */
  add(text: string): void;
  /** The blocks so far; a finished block keeps its identity. `soften`: more text is expected. */
  blocks(soften: boolean): Seq<Block>;
  /** The target of a label in the whole text so far; the first definition of a label counts. */
  definition(label: string): Definition | undefined;
  /** Changes with every change of a definition. */
  readonly version: number;
  /** Characters visited and nodes made since the beginning. */
  readonly work: Readonly<Scope["work"]>;
}

export function createDocument(syntax: readonly Syntax[] = []): MarkdownDocument {
  const definitions = new Map<string, Definition>();
  const work = { characters: 0, nodes: 0 };
  const scope: Scope = {
    definitions,
    inline: syntax.filter(({ level }) => level === "inline"),
    block: syntax.filter(({ level }) => level === "block"),
    work,
  };
  /** State after all complete lines and pieces. */
  let committed: State = emptyState;
  /** Text after the complete lines. */
  let rest = "";
  let current: State = emptyState;
  let afterReturn = false;
  let version = 0;
  let views: { readonly of: State; readonly soften: boolean; readonly blocks: Seq<Block> } | null = null;

  function commit(text: string, isLineEnd: boolean): void {
    committed = step(committed, text, isLineEnd, scope);
    const { defined } = committed;
    if (defined && !definitions.has(defined.label)) definitions.set(defined.label, defined.definition);
  }

  return {
    add(text) {
      if (text === "") return;
      const last = current.defined;
      const known = definitions.size;
      const buffer = rest + normalize(text, afterReturn);
      afterReturn = text.endsWith("\r");
      work.characters += text.length;
      let at = 0;
      let end = buffer.indexOf("\n");
      for (;;) {
        if (end >= 0 && end < at) end = buffer.indexOf("\n", at);
        const bound = pieceEnd(buffer, at);
        if (end >= 0 && end <= bound) {
          commit(buffer.slice(at, end), true);
          at = end + 1;
        } else if (bound < buffer.length) {
          commit(buffer.slice(at, bound), false);
          at = bound;
        } else break;
      }
      rest = buffer.slice(at);
      current = rest === "" ? committed : step(committed, rest, false, scope);
      if (current.defined !== last || definitions.size !== known) version += 1;
    },
    blocks(soften) {
      if (views?.of !== current || views.soften !== soften) {
        // A possible heading underline is withheld until its line is complete.
        const isHeld = soften && /^[ \t>]*(?:-{1,2}|=+)$/.test(rest);
        const shown = isHeld ? step(committed, rest, false, scope, true) : current;
        views = { of: current, soften, blocks: viewState(shown, scope, soften) };
      }
      return views.blocks;
    },
    definition(label) {
      const known = definitions.get(label);
      if (known) return known;
      return current.defined?.label === label ? current.defined.definition : undefined;
    },
    get version() {
      return version;
    },
    work,
  };
}

/** Line ends as one character, and no NUL. */
function normalize(text: string, afterReturn: boolean): string {
  let clean = afterReturn && text.startsWith("\n") ? text.slice(1) : text;
  if (clean.includes("\r")) clean = clean.replace(/\r\n?/g, "\n");
  return clean.includes("\0") ? clean.replaceAll("\0", "\ufffd") : clean;
}

/** Where the piece that begins at a place would end; not within a pair of surrogates. */
function pieceEnd(text: string, from: number): number {
  // An extremely long indentation is cut after its first spaces, so that they are not counted again for each step.
  const first = text.charCodeAt(from);
  const isSpaced = first === 0x20 || first === 0x09;
  const isIndented =
    isSpaced && /^[ \t]+$/.test(text.slice(from, from + limits.indent)) && text.length >= from + limits.indent;
  const end = from + (isIndented ? limits.indent : limits.piece);
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end + 1 : end;
}
