import { readInline } from "./inline.js";
import type { Align, Inlines } from "./nodes.js";
import { limits, type Scope } from "./scope.js";

/** The cells of a line, without the bars at its ends. A bar behind a backslash is text. */
export function cellsOf(line: string): string[] {
  const cells: string[] = [];
  const text = line.trim();
  let from = text.startsWith("|") ? 1 : 0;
  for (let at = from; at < text.length && cells.length <= limits.columns; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "|") {
      cells.push(text.slice(from, at));
      from = at + 1;
    }
  }
  if (from < text.length) cells.push(text.slice(from));
  return cells.map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** The alignments of `| - | :-: |`; undefined for any other line. */
export function alignOf(line: string): Align[] | undefined {
  if (!/^[ \t]*[|:-]/.test(line) || !/[|:]/.test(line)) return undefined;
  const cells = cellsOf(line);
  if (cells.length === 0 || cells.length > limits.columns) return undefined;
  const aligns: Align[] = [];
  for (const cell of cells) {
    if (!/^:?-+:?$/.test(cell)) return undefined;
    const [isLeft, isRight] = [cell.startsWith(":"), cell.endsWith(":")];
    aligns.push(isLeft && isRight ? "center" : isRight ? "right" : isLeft ? "left" : null);
  }
  return aligns;
}

/** The head of a table; null aligns are those of one that only begins. */
export function tableOf(
  line: string,
  align: readonly Align[] | null,
  references: number,
  scope: Scope,
): { readonly align: readonly Align[]; readonly header: readonly Inlines[] } | undefined {
  const cells = cellsOf(line);
  if (cells.length === 0 || cells.length > limits.columns) return undefined;
  const shown = align ? cells : cells.filter((cell, index) => cell !== "" || index === 0);
  if (align && align.length !== cells.length) return undefined;
  return {
    align: align ?? shown.map(() => null),
    header: shown.map((cell) => readCell(cell, references, scope, align === null)),
  };
}

/** A row with as many cells as the head, or somewhat more than the line has: a short line makes no hundred cells. */
export function rowOf(
  line: string,
  columns: number,
  references: number,
  scope: Scope,
  soften: boolean,
): { readonly cells: readonly Inlines[]; readonly references: number; readonly marks: number } {
  const cells = cellsOf(line);
  const counted = { references: 0, marks: 0 };
  const last = cells.findLastIndex((cell) => cell !== "");
  const read = Array.from({ length: Math.min(columns, cells.length * 2 + 2) }, (_, index) =>
    readCell(cells[index] ?? "", references, scope, soften && index === last, counted),
  );
  return { cells: read, references: counted.references, marks: counted.marks + read.length };
}

function readCell(
  text: string,
  references: number,
  scope: Scope,
  soften: boolean,
  counted?: { references: number; marks: number },
): Inlines {
  if (text === "") return [];
  const read = readInline(text, scope, { soften, mayRefer: references < limits.references });
  if (counted) {
    counted.references += read.references;
    counted.marks += read.marks;
  }
  return read.nodes;
}
