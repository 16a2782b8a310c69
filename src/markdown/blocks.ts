// budget: one step from state to state; its cases follow each other in CommonMark's order
import { addCode, codeLeaf, endCode, withBlank } from "./code.js";
import { addText, noWords } from "./leaf.js";
import { Line } from "./line.js";
import { readDefinition } from "./link-target.js";
import type { Block, Item } from "./nodes.js";
import { limits, normalizeLabel, type Scope } from "./scope.js";
import { emptySeq, push } from "./seq.js";
import { endsFence, fence, heading, html, isRule, listMarker, underlineDepth, type Marker } from "./starts.js";
import {
  addBlock,
  closeLeaf,
  closeTo,
  withLeaf,
  withOpen,
  type CodeLeaf,
  type Container,
  type OpenItem,
  type State,
  type WordsLeaf,
} from "./state.js";
import { alignOf, rowOf, tableOf } from "./tables.js";

/**
 * Reads one piece of text: a line, or a part of a long one. Pure. Costs the piece, the containers that are open (at most
 * `limits.depth`) and the open part of the words, however long the text above is.
 */
export function step(before: State, text: string, isLineEnd: boolean, scope: Scope, holdUnderline = false): State {
  const characters = before.characters + text.length + 1;
  const known = before.defined ? copy(before, before.isMidLine, characters, null) : before;
  const isFull = elementsOf(known) > limits.elements + characters / limits.charactersAnElement;
  const state = isFull && !isRest(known.leaf) ? beginRest(known, scope) : known;
  const isWhole = isLineEnd || text.length < limits.piece;
  const next =
    isRest(state.leaf) || (state.isMidLine && state.leaf)
      ? goOn(state, text, scope)
      : readLine(state, new Line(text, isWhole), holdUnderline, scope);
  return copy(next, !isLineEnd, characters, next.defined);
}

/** Field by field, as in `withOpen`. */
function copy(state: State, isMidLine: boolean, characters: number, defined: State["defined"]): State {
  const { open, leaf, references, elements } = state;
  return { open, leaf, isMidLine, references, elements, characters, defined };
}

/** A later part of a long line continues the block that its first part began. */
function goOn(state: State, text: string, scope: Scope): State {
  const { leaf } = state;
  if (!leaf) return state;
  switch (leaf.kind) {
    case "paragraph":
    case "heading":
      return withLeaf(state, {
        kind: leaf.kind,
        depth: leaf.depth,
        words: addText(leaf.words, text, state.references, scope),
        line: null,
        before: leaf.before,
      });
    case "table":
      return readLine(closeLeaf(state, scope), new Line(text, false), false, scope);
    case "fence":
    case "html":
    case "indented":
    case "own":
      return withLeaf(state, addCode(leaf, text, state.isMidLine ? "" : "\n"));
  }
}

/** Number of elements, including those of the table or paragraph that still grows. */
function elementsOf({ elements, leaf }: State): number {
  return elements + (leaf?.kind === "table" ? leaf.elements : leaf && "words" in leaf ? leaf.words.marks : 0);
}

/** Marks the plain text after the limit of elements, which is far above what any answer needs. */
const restMark = "rest";

const isRest = (leaf: State["leaf"]): leaf is CodeLeaf => leaf?.kind === "html" && leaf.fence === restMark;

function beginRest(state: State, scope: Scope): State {
  return withLeaf(closeTo(state, 1, scope), codeLeaf("html", restMark));
}

function readLine(state: State, line: Line, holdUnderline: boolean, scope: Scope): State {
  const next = readWhole(state, line, holdUnderline, scope);
  // Counts the whole line as work if it begins with a mark, else 8 characters.
  scope.work.characters += line.visited + (/^[[|:=*_`~#-]/.test(line.words()) ? line.text.length : 8);
  return next;
}

function readWhole(state: State, line: Line, holdUnderline: boolean, scope: Scope): State {
  const depth = matchContainers(state, line);
  const isMatched = depth === state.open.length;
  const { leaf } = state;
  if (isMatched && leaf && "last" in leaf && !leaf.isEnded) {
    const next = continueCode(state, leaf, line, scope);
    if (next) return next;
  }
  return readStarts(state, depth, line, holdUnderline, scope);
}

/** Number of open containers that the line continues; leaves the line after their marks. */
function matchContainers({ open, leaf }: State, line: Line): number {
  let depth = 1;
  for (; depth < open.length; depth += 1) {
    const container = open[depth] as Container;
    if (container.kind === "quote") {
      if (line.indent > 3 || line.peek() !== ">") break;
      takeQuote(line);
    } else if (container.kind === "item") {
      const isEmpty = container.blocks.length === 0 && depth === open.length - 1 && leaf === null;
      if (line.isBlank) {
        if (isEmpty) break;
        line.skipColumns(container.indent);
      } else if (line.indent >= container.indent) line.skipColumns(container.indent);
      else break;
    }
  }
  return depth;
}

function takeQuote(line: Line): void {
  line.skipWords(1);
  line.skipColumns(1);
}

/** Reads all block starts of the line, then the block of its remaining words. */
// oxlint-disable-next-line complexity -- CommonMark's order of starts, each a line or two
function readStarts(before: State, matched: number, line: Line, holdUnderline: boolean, scope: Scope): State {
  let state = before;
  let depth = matched;
  const isClosed = () => state !== before;
  /** Ends what the line does not go on with, once, before anything new. */
  const close = () => {
    state = closeTo(state, depth, scope);
  };
  for (;;) {
    const paragraph = !isClosed() && state.leaf?.kind === "paragraph" ? state.leaf : null;
    const isMatched = depth === state.open.length;
    if (line.isBlank) break;
    if (line.indent > 3) {
      if (paragraph) break;
      close();
      return beginCode(endList(state), codeLeaf("indented", "", null, 4), line, scope);
    }
    const words = line.words();
    if (words[0] === ">" && state.open.length < limits.depth) {
      close();
      takeQuote(line);
      const ended = endList(state);
      state = withOpen(ended, ended.open.concat({ kind: "quote", blocks: emptySeq<Block>() }), ended.leaf);
      depth = state.open.length;
      continue;
    }
    const underlined = paragraph && isMatched && line.isWhole ? underlineDepth(words) : 0;
    if (paragraph && underlined > 0 && paragraph.words.length <= limits.heading) {
      if (holdUnderline) return state;
      const { words: title, line: last } = paragraph;
      return closeLeaf(
        withLeaf(state, { kind: "heading", depth: underlined, words: title, line: last, before: null }),
        scope,
      );
    }
    const title = heading(words, line.isWhole);
    if (title) {
      close();
      return addLine(endList(state), { kind: "heading", depth: title.depth }, title.text, scope);
    }
    const marks = line.isWhole ? fence(words) : undefined;
    if (marks) {
      close();
      const { indent } = line;
      return withLeaf(endList(state), codeLeaf("fence", marks.marks, marks.language, indent));
    }
    const end = html(words);
    if (end !== undefined) {
      close();
      return beginCode(endList(state), codeLeaf("html", end), line, scope);
    }
    if (line.isWhole && isRule(words)) {
      close();
      return addBlock(endList(state), { type: "rule" });
    }
    const marker = state.open.length + 2 <= limits.depth ? listMarker(words) : undefined;
    if (marker && mayBegin(marker, paragraph !== null && isMatched, words)) {
      close();
      state = beginItem(state, marker, line, words);
      depth = state.open.length;
      continue;
    }
    const own = paragraph && !isMatched ? undefined : scope.block.find(({ find }) => find(words) === 0);
    if (own) {
      close();
      return beginCode(endList(state), codeLeaf("own", own.name), line, scope);
    }
    break;
  }
  return readWords(state, depth, isClosed(), line, scope);
}

/** An empty item, or a number other than 1, cannot interrupt a paragraph. */
function mayBegin(marker: Marker, isInterrupting: boolean, words: string): boolean {
  if (!isInterrupting) return true;
  return (marker.start === null || marker.start === 1) && words.slice(marker.length).trim() !== "";
}

/** Ends the list that is innermost: what follows is no item of it. */
function endList(state: State): State {
  const last = state.open.length - 1;
  const list = state.open[last];
  if (list?.kind !== "list") return withoutGap(state);
  const node = { type: "list", start: list.start, items: list.items } as const;
  return withoutGap(addBlock(withOpen(state, state.open.slice(0, last), state.leaf), node));
}

/** A block begins in the innermost item: a blank line before it, behind another block, makes the item loose. */
function withoutGap(state: State): State {
  const last = state.open.length - 1;
  if (!state.open.some((container) => container.kind === "item" && container.hasGap)) return state;
  const open = state.open.map((container, index) => {
    if (container.kind !== "item" || !container.hasGap) return container;
    const isLoose = container.isLoose || (index === last && container.blocks.length > 0);
    return withGap(container, false, isLoose);
  });
  return withOpen(state, open, state.leaf);
}

function withGap({ kind, blocks, indent, task }: OpenItem, hasGap: boolean, isLoose: boolean): OpenItem {
  return { kind, blocks, indent, task, isLoose, hasGap };
}

function beginItem(before: State, marker: Marker, line: Line, words: string): State {
  let state = before;
  const list = state.open.at(-1);
  const isSame =
    list?.kind === "list" && list.marker === marker.mark && (list.start === null) === (marker.start === null);
  if (isSame) state = withoutGap(state);
  else {
    state = endList(state);
    const { mark, start } = marker;
    state = withOpen(
      state,
      state.open.concat({ kind: "list", marker: mark, start, items: emptySeq<Item>() }),
      state.leaf,
    );
  }
  const outer = line.indent;
  line.skipWords(marker.length);
  const inner = line.indent;
  const isEmpty = line.isBlank;
  const space = isEmpty || inner > 4 ? 1 : inner;
  line.skipColumns(space);
  const task = inner <= 4 ? /^\[([ xX])\][ \t]+(?=\S)/.exec(words.slice(marker.length).trimStart().slice(0, 40)) : null;
  if (task) line.skipWords(3);
  if (task) line.skipColumns(line.indent);
  const item: Container = {
    kind: "item",
    blocks: emptySeq(),
    indent: outer + marker.length + space,
    task: task ? task[1] !== " " : null,
    isLoose: false,
    hasGap: false,
  };
  return withOpen(state, state.open.concat(item), state.leaf, 1);
}

/** Words that begin nothing: they go on with a paragraph or table, or begin a paragraph. */
// oxlint-disable-next-line complexity -- the cases of a line of words, in order
function readWords(before: State, depth: number, isClosed: boolean, line: Line, scope: Scope): State {
  const { leaf } = before;
  const paragraph = !isClosed && leaf?.kind === "paragraph" ? leaf : null;
  if (line.isBlank) return readBlank(before, depth, isClosed, scope);
  const text = line.words();
  if (paragraph && depth < before.open.length) return addLine(before, paragraph, text, scope);
  const state = isClosed ? before : depth < before.open.length ? closeTo(before, depth, scope) : before;
  if (state.leaf?.kind === "paragraph") {
    const paragraphHere = state.leaf;
    const table = line.isWhole ? beginTable(state, paragraphHere, text, scope) : undefined;
    return table ?? addLine(state, paragraphHere, text, scope);
  }
  if (state.leaf?.kind === "table" && line.isWhole) return addRow(state, state.leaf, text, scope);
  const ended = endList(closeLeaf(state, scope));
  const definition = line.isWhole ? readDefinition(text) : undefined;
  if (!definition) return addLine(ended, { kind: "paragraph", depth: 0 }, text, scope);
  const { label, href, title } = definition;
  const { isMidLine, characters } = ended;
  return copy(ended, isMidLine, characters, { label: normalizeLabel(label), definition: { href, title } });
}

function readBlank(before: State, depth: number, isClosed: boolean, scope: Scope): State {
  if (!isClosed && before.leaf === null && before.open.length === 1) return before;
  // A blank line ends quotes whose mark it lacks, and items that are still empty; other items note the gap.
  const state = isClosed ? closeLeaf(before, scope) : closeTo(before, depth, scope);
  const open = state.open.map((container, index) =>
    container.kind === "item" && (container.blocks.length > 0 || index < state.open.length - 1)
      ? withGap(container, true, container.isLoose)
      : container,
  );
  return withOpen(state, open, state.leaf);
}

function addLine(state: State, to: WordsLeaf | Pick<WordsLeaf, "kind" | "depth">, text: string, scope: Scope): State {
  const known = "words" in to ? to : null;
  const words = known
    ? addText(known.words, `\n${text}`, state.references, scope)
    : addText(noWords(), text, state.references, scope);
  const before = known && withBefore(known, known.before && withBefore(known.before, null));
  return withLeaf(state, { kind: to.kind, depth: to.depth, words, line: text, before });
}

function withBefore({ kind, depth, words, line }: WordsLeaf, before: WordsLeaf | null): WordsLeaf {
  return { kind, depth, words, line, before };
}

function beginTable(state: State, paragraph: WordsLeaf, text: string, scope: Scope): State | undefined {
  const align = paragraph.line === null ? undefined : alignOf(text);
  const table = align && tableOf(paragraph.line ?? "", align, state.references, scope);
  if (!table) return undefined;
  const above = closeLeaf(withLeaf(state, paragraph.before), scope);
  const { header } = table;
  return withLeaf(above, {
    kind: "table",
    align: table.align,
    header,
    rows: emptySeq(),
    line: null,
    references: 0,
    elements: header.length,
  });
}

function addRow(state: State, table: Extract<State["leaf"], { kind: "table" }>, text: string, scope: Scope): State {
  const { kind, align, header } = table;
  if (table.line === null) {
    const { rows, references, elements } = table;
    return withLeaf(state, { kind, align, header, rows, line: text, references, elements });
  }
  const row = rowOf(table.line, table.align.length, state.references + table.references, scope, false);
  return withLeaf(state, {
    kind,
    align,
    header,
    rows: push(table.rows, row.cells),
    line: text,
    references: table.references + row.references,
    elements: table.elements + row.marks,
  });
}

function beginCode(before: State, leaf: CodeLeaf, line: Line, scope: Scope): State {
  const state = withLeaf(before, leaf);
  return continueCode(state, leaf, line, scope) ?? state;
}

/** The state with one more line of code; undefined when the line does not belong to it. */
// oxlint-disable-next-line complexity -- four kinds of lines that are taken as they are
function continueCode(state: State, leaf: CodeLeaf, line: Line, scope: Scope): State | undefined {
  if (leaf.kind === "fence") {
    if (line.isWhole && endsFence(line, leaf.fence)) return closeLeaf(withLeaf(state, endCode(leaf)), scope);
    line.skipColumns(Math.min(leaf.indent, line.indent));
    return withLeaf(state, addCode(leaf, line.remainder(), "\n"));
  }
  if (leaf.kind === "indented") {
    if (line.isBlank) {
      line.skipColumns(4);
      return withLeaf(state, withBlank(leaf, `${leaf.blank}\n${line.remainder()}`));
    }
    if (line.indent < 4) return undefined;
    line.skipColumns(4);
    const text = leaf.blank + (leaf.hasText ? "\n" : "") + line.remainder();
    return withLeaf(state, addCode(withBlank(leaf, ""), text, ""));
  }
  if (line.isBlank && (leaf.kind === "own" || leaf.fence === "")) return undefined;
  const text = line.remainder();
  const next = addCode(leaf, text, "\n");
  const isEnd = leaf.kind === "html" && leaf.fence !== "" && text.toLowerCase().includes(leaf.fence);
  const isRead =
    leaf.kind === "own" &&
    next.last.length <= limits.own &&
    scope.block.find(({ name }) => name === leaf.fence)?.read(next.last);
  const after = withLeaf(state, next);
  return isEnd || isRead ? closeLeaf(after, scope) : after;
}
