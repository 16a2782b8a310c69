// budget: the open blocks, and how each kind of block is viewed and ended
import type { Align, Block, Code, Definition, Inlines, Item, List, Own, Plain } from "./nodes.js";
import { addText, noWords, partsOf, type Words } from "./leaf.js";
import { limits, type Scope } from "./scope.js";
import { emptySeq, push, type Seq } from "./seq.js";
import { rowOf, tableOf } from "./tables.js";

/**
 * The state of a document: the open blocks, outermost first, and the words or code in the last one. States are
 * immutable, so the incomplete line is read again from the state before it as it grows.
 */
export interface State {
  readonly open: readonly Container[];
  readonly leaf: Leaf | null;
  /** Whether the next piece continues the line of the last one. */
  readonly isMidLine: boolean;
  /** References in all that is finished. */
  readonly references: number;
  /** Elements in all that is finished, and the characters read: a document of marks alone ends as plain text. */
  readonly elements: number;
  readonly characters: number;
  /** The definition in the last line. */
  readonly defined: { readonly label: string; readonly definition: Definition } | null;
}

export type Container =
  | { readonly kind: "root" | "quote"; readonly blocks: Seq<Block> }
  | { readonly kind: "list"; readonly marker: string; readonly start: number | null; readonly items: Seq<Item> }
  | OpenItem;

export interface OpenItem {
  readonly kind: "item";
  readonly blocks: Seq<Block>;
  /** Columns before its content. */
  readonly indent: number;
  readonly task: boolean | null;
  readonly isLoose: boolean;
  /** Whether a blank line follows its last block. */
  readonly hasGap: boolean;
}

export interface WordsLeaf {
  readonly kind: "paragraph" | "heading";
  /** Level of a heading. */
  readonly depth: number;
  readonly words: Words;
  /** The last line as it is written; null where it is longer than a piece. */
  readonly line: string | null;
  /** The same leaf without its last line. */
  readonly before: WordsLeaf | null;
}

export interface CodeLeaf {
  readonly kind: "fence" | "indented" | "html" | "own";
  readonly pieces: Seq<string>;
  readonly last: string;
  /** Blank lines that belong to it only when more of it follows. */
  readonly blank: string;
  readonly language: string | null;
  /** The fence that ends it, and its indentation; for HTML, the text that ends it before a blank line. */
  readonly fence: string;
  readonly indent: number;
  /** Whether its last line, the one that ends it, is there. */
  readonly isEnded: boolean;
  readonly hasText: boolean;
}

export interface TableLeaf {
  readonly kind: "table";
  readonly align: readonly Align[];
  readonly header: readonly Inlines[];
  readonly rows: Seq<readonly Inlines[]>;
  /** The row below them, as it is written; null while there is none. */
  readonly line: string | null;
  readonly references: number;
  readonly elements: number;
}

export type Leaf = WordsLeaf | CodeLeaf | TableLeaf;

export const emptyState: State = {
  open: [{ kind: "root", blocks: emptySeq() }],
  leaf: null,
  isMidLine: false,
  references: 0,
  elements: 0,
  characters: 0,
  defined: null,
};

/**
 * The state with other open blocks and another leaf. Field by field, as is every copy that a line makes: a spread of
 * states that were made in many ways takes several times as long.
 */
export function withOpen(state: State, open: State["open"], leaf: Leaf | null, added = 0): State {
  const { isMidLine, references, elements, characters, defined } = state;
  return { open, leaf, isMidLine, references, elements: elements + added, characters, defined };
}

export const withLeaf = (state: State, leaf: Leaf | null): State => withOpen(state, state.open, leaf);

/** Ends the leaf and all containers from `depth` on. */
export function closeTo(state: State, depth: number, scope: Scope): State {
  const next = closeLeaf(state, scope);
  if (next.open.length <= depth) return next;
  const open = next.open.slice();
  while (open.length > depth) {
    const ended = open.pop() as Container;
    const parent = open.length - 1;
    open[parent] = withChild(open[parent] as Container, ended);
  }
  return withOpen(next, open, next.leaf);
}

/** Ends the leaf. */
export function closeLeaf(state: State, scope: Scope): State {
  const { leaf } = state;
  if (!leaf) return state;
  const { block, references, elements } = viewLeaf(leaf, state.references, scope, { soften: false, isComplete: true });
  const next: State = {
    open: block ? openWith(state.open, block) : state.open,
    leaf: null,
    isMidLine: state.isMidLine,
    references: state.references + references,
    elements: state.elements + elements + (block ? 1 : 0),
    characters: state.characters,
    defined: state.defined,
  };
  return next;
}

/** Adds a finished block to the innermost container. */
export function addBlock(state: State, block: Block): State {
  return withOpen(state, openWith(state.open, block), state.leaf, 1);
}

function openWith(open: State["open"], block: Block): State["open"] {
  const last = open.length - 1;
  return open.with(last, withBlock(open[last] as Container, block));
}

function withBlock(container: Container, block: Block): Container {
  // A list contains only items, and is closed before another block is added.
  if (container.kind === "list") return container;
  const blocks = push(container.blocks, block);
  if (container.kind !== "item") return { kind: container.kind, blocks };
  const { kind, indent, task, isLoose, hasGap } = container;
  return { kind, blocks, indent, task, isLoose, hasGap };
}

/** The container with what ended in it. */
function withChild(parent: Container, ended: Container): Container {
  const node = nodeOf(ended);
  if (parent.kind === "list") {
    const { kind, marker, start, items } = parent;
    return { kind, marker, start, items: push(items, node as Item) };
  }
  return withBlock(parent, node as Block);
}

function nodeOf(container: Container): Block | Item {
  switch (container.kind) {
    case "list":
      return { type: "list", start: container.start, items: container.items } satisfies List;
    case "item":
      return { task: container.task, isLoose: container.isLoose, blocks: container.blocks } satisfies Item;
    case "root":
    case "quote":
      return { type: "quote", blocks: container.blocks };
  }
}

export interface ViewOptions {
  readonly soften: boolean;
  /** Whether the leaf is complete. */
  readonly isComplete: boolean;
}

/** The blocks of a state, with the open ones as they are so far. */
export function viewState(state: State, scope: Scope, soften: boolean): Seq<Block> {
  const open = state.open.slice();
  const view = state.leaf && viewLeaf(state.leaf, state.references, scope, { soften, isComplete: false });
  if (view?.before) open[open.length - 1] = withBlock(open.at(-1) as Container, view.before);
  if (view?.block) open[open.length - 1] = withBlock(open.at(-1) as Container, view.block);
  while (open.length > 1) {
    const inner = open.pop() as Container;
    open[open.length - 1] = withChild(open.at(-1) as Container, inner);
  }
  const [root] = open;
  return root?.kind === "root" ? root.blocks : emptySeq();
}

interface LeafView {
  readonly block: Block | null;
  /** The block in front of a table that is about to begin. */
  readonly before?: Block | null;
  readonly references: number;
  readonly elements: number;
}

function viewLeaf(leaf: Leaf, references: number, scope: Scope, options: ViewOptions): LeafView {
  scope.work.nodes += 1;
  switch (leaf.kind) {
    case "paragraph":
    case "heading":
      return viewWords(leaf, references, scope, options.soften);
    case "table":
      return viewTable(leaf, references, scope, options.soften);
    case "fence":
    case "html":
    case "indented":
    case "own":
      return { block: viewCode(leaf, scope, options), references: 0, elements: leaf.pieces.length };
  }
}

function viewWords(leaf: WordsLeaf, references: number, scope: Scope, soften: boolean): LeafView {
  const isGrowing = soften && leaf.kind === "paragraph";
  const table = isGrowing ? beginningTable(leaf, references, scope) : undefined;
  if (table) return table;
  if (isGrowing && leaf.line?.trim() === "|") return withoutBar(leaf, references, scope);
  const { words } = leaf;
  const { parts, references: found, marks } = partsOf(words, references, scope, soften);
  if (parts.length === 0 && leaf.kind === "paragraph") return { block: null, references: 0, elements: 0 };
  const block: Block =
    leaf.kind === "heading" ? { type: "heading", depth: leaf.depth, parts } : { type: "paragraph", parts };
  return { block, references: found, elements: marks };
}

/** A table is one when its second line is there; its first line is shown as one from the start. */
function beginningTable(leaf: WordsLeaf, references: number, scope: Scope): LeafView | undefined {
  const isRule = leaf.before !== null && /^[|:\s-]+$/.test(leaf.line ?? "") && /^ {0,3}\|/.test(leaf.before.line ?? "");
  const head = isRule ? leaf.before : leaf;
  const line = head?.line?.trim() ?? "";
  if (!head || !line.startsWith("|") || line === "|") return undefined;
  const table = tableOf(line, null, references, scope);
  if (!table) return undefined;
  const before = head.before && viewWords({ ...head.before, before: null, line: null }, references, scope, false).block;
  return { block: { type: "table", ...table, rows: emptySeq() }, before, references: 0, elements: 0 };
}

/** A bar alone may begin a table: it waits for its first cell. */
function withoutBar({ before }: WordsLeaf, references: number, scope: Scope): LeafView {
  if (before) return viewWords({ ...before, before: null, line: null }, references, scope, false);
  return { block: null, references: 0, elements: 0 };
}

function viewTable(leaf: TableLeaf, references: number, scope: Scope, soften: boolean): LeafView {
  const { align, header, rows, line } = leaf;
  const read = line === null ? null : rowOf(line, align.length, references + leaf.references, scope, soften);
  // An answer that was cut behind a bar ends without a row of empty cells.
  const last = read?.cells.some((cell) => cell.length > 0) ? read : null;
  return {
    block: { type: "table", align, header, rows: last ? push(rows, last.cells) : rows },
    references: leaf.references + (last?.references ?? 0),
    elements: leaf.elements + (last?.cells.length ?? 0),
  };
}

function viewCode(leaf: CodeLeaf, scope: Scope, { soften, isComplete }: ViewOptions): Block | null {
  let { last } = leaf;
  if (leaf.kind === "own") return viewOwn(leaf, scope);
  if (leaf.kind === "html") return { type: "plain", pieces: push(leaf.pieces, last) } satisfies Plain;
  // An incomplete closing fence is withheld.
  const half = soften && leaf.kind === "fence" ? /(?:^|\n) {0,3}(`{1,2}|~{1,2})$/.exec(last.slice(-8)) : null;
  if (half && !leaf.isEnded) last = last.slice(0, -half[0].length);
  const ended = leaf.isEnded || isComplete || !soften || leaf.kind === "indented";
  const pieces = last === "" && leaf.pieces.length > 0 ? leaf.pieces : push(leaf.pieces, last);
  return { type: "code", language: leaf.language, pieces, isComplete: ended } satisfies Code;
}

function viewOwn(leaf: CodeLeaf, scope: Scope): Block {
  const text = leaf.last;
  const syntax = scope.block.find(({ name }) => name === leaf.fence);
  const found = text.length <= limits.own ? syntax?.read(text) : undefined;
  if (found && found.length >= text.trimEnd().length) {
    return { type: "own", name: leaf.fence, content: found.content } satisfies Own;
  }
  // It has no end yet, or text follows it.
  const words = addText(noWords(), text, limits.references, scope);
  return { type: "paragraph", parts: partsOf(words, limits.references, scope, false).parts };
}
