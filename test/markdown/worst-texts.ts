/** Texts of a given length (characters): usual answers, and inputs on which other parsers are slow. */

const many = (part: string) => (length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
const root = (length: number) => Math.floor(Math.sqrt(length));

/** A usual answer. */
export const prose = many(
  "The service answered with **three** results, of which `two` were [new](https://example.com/a). It went on:\n\n- one\n- two\n\n",
);

/** Strings that other parsers take quadratic time for. */
export const worst: Readonly<Record<string, (length: number) => string>> = {
  "a mail address without a host": (length) => `${"a.".repeat(length / 2)}@`,
  "an address and brackets": (length) => `http://e/${")".repeat(length)}`,
  "addresses without a host": many("(http://.)"),
  "lists in one line": (length) => `${"- ".repeat(length / 2)}x`,
  quotes: many(">"),
  "marks that open": many("*a "),
  "marks that close": many("a* "),
  "marks that do both": many("*a_ "),
  tildes: many("~"),
  "links without an end": many("[a]("),
  "images without an end": many("![a](b "),
  brackets: many("["),
  references: many("[a] "),
  "references and a long definition": (length) =>
    `${many("[a] ")(length / 2)}\n\n[a]: http://${"x".repeat(length / 2)}`,
  definitions: (length) => Array.from({ length: length / 14 }, (_, index) => `[a${index}]: b${index} `).join("\n"),
  "backticks of all lengths": (length) =>
    Array.from({ length: root(2 * length) }, (_, index) => "`".repeat(index + 1)).join(" "),
  tags: many("<a "),
  comments: many("<!-- "),
  "a table of many columns": (length) =>
    `${"|a".repeat(length / 8)}\n${"|-".repeat(length / 8)}\n${"|b\n".repeat(length / 6)}`,
  "short rows of a wide table": (length) => `${"|a".repeat(100)}\n${"|-".repeat(100)}\n${"b\n".repeat(length / 2)}`,
  "a row of many cells": (length) => `|a|b|\n|-|-|\n|${many("x|")(length)}`,
  "lists within lists": (length) =>
    Array.from({ length: root(length) }, (_, index) => `${"  ".repeat(index)}- a`).join("\n"),
  "marks within marks": (length) => `${many("*_")(length / 2)}a${many("_*")(length / 2)}`,
  "lines within a bracket": (length) => `[${many("][\n\\)[ ] ")(length)}`,
  "lines of one mark": many("<\n"),
  "rules in quotes": many(">***\n\n"),
  "rows of one bar": many("|:-\n"),
  "items of one letter": many("- a\n\n"),
  "paragraphs of one letter": many("a\n\n"),
  "marks in words": many("*a_b*"),
  "marks before a space": many("*a_b* "),
  "single backticks": many("`"),
  "backticks and words": many("`a "),
  "points of tags": many("<"),
  "tables without end": many("|a|b|\n|-|-|\n"),
  rows: (length) => `|a|b|\n|-|-|\n${many("|*x*|[y](z)|\n")(length)}`,
  addresses: many("www.a.b "),
  "addresses in points": many("<http://a> "),
  "mail addresses": many("a@b.c "),
  "quotes in lines": many("> a\n"),
  "quotes within quotes": (length) =>
    Array.from({ length: root(length) }, (_, index) => `${">".repeat(index % 40)} a`).join("\n"),
  headings: many("a\n=\n"),
  "an underline": (length) => `a\n${"=".repeat(length)}`,
  fences: many("```\n"),
  "one line of code": (length) => `\`\`\`\n${"x".repeat(length)}`,
  spaces: many(" "),
  tabs: many("\t"),
  "line ends": many("\r\n"),
  "empty items": many("-\n"),
  references_within: many("[a]["),
};
