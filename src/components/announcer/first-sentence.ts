import { cutText } from "../../foundation/cut-text.js";

/** The beginning of an answer without its markdown marks, at most about a breath long. */
export function firstSentence(text: string): string {
  const words = plainWords(proseOf(text));
  const sentence = sentenceOf(words);
  return sentence.length > longest ? `${cutText(sentence, longest - 1)}…` : sentence;
}

/** The most that is spoken (characters). */
const longest = 200;
/** A sentence such as "Done." has little news, so the next one belongs to it (characters). */
const shortest = 8;

/** Without code; and without headings and tables, unless there is nothing else. */
function proseOf(text: string): string {
  const blocks = text.replace(/```[\s\S]*?(```|$)/g, "\n\n");
  const lines = blocks.split("\n").filter((line) => !isTableRule(line));
  const prose = lines.filter((line) => !/^ {0,3}#{1,6}[ \t]/.test(line) && !isTableRow(line)).join("\n");
  if (prose.trim() !== "") return prose;
  return lines.map((line) => (isTableRow(line) ? `${cellsOf(line).join(", ")}.` : line)).join("\n");
}

const isTableRow = (line: string) => /^\s*\|.*\|\s*$/.test(line);
const isTableRule = (line: string) => /^\s*\|?(\s*:?-{2,}:?\s*\|)+(\s*:?-{2,}:?\s*)?$/.test(line);
const cellsOf = (line: string) =>
  line
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");

function plainWords(prose: string): string {
  return (
    prose
      .replace(/^\s*(?:[-+*]|\d+[.)])\s+/gm, "")
      // Between letters an underscore parts words, as in the name of a tool.
      .replace(/([\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu, "$1 ")
      .replace(/[#>*_`~|]/g, "")
      .replace(/\s+/g, " ")
      .trim()
  );
}

/** Up to the first end that is none of an initial or a number, such as "P." in "by P. Nowak". */
function sentenceOf(words: string): string {
  for (const { index } of words.matchAll(/(?<!(?:^|\s)(?:\p{Lu}|\d{1,2}))[.!?。！？](?=\s|$)/gu)) {
    if (index >= shortest) return words.slice(0, index + 1);
  }
  return words;
}
