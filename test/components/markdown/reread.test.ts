import fc from "fast-check";
import { Lexer, type Token } from "marked";
import { expect, it } from "vitest";
import { noLinks } from "../../../src/components/markdown/lex.js";
import { rereadParagraph } from "../../../src/components/markdown/reread.js";

const readWhole = (text: string): readonly Token[] => [...new Lexer({ gfm: true }).lex(text)];

const parts = fc.array(
  fc.constantFrom(
    "one ",
    "two",
    " ",
    "\n",
    "\n- ",
    "\n===",
    "**bold** ",
    "*",
    "**",
    "_",
    "`",
    "~~",
    "[log",
    "](a.b)",
    "<i>",
    "\\",
  ),
  { maxLength: 16 },
);

it("reads a paragraph with another end as it reads that text from its beginning", () => {
  let read = 0;
  fc.assert(
    fc.property(parts, parts, fc.nat(), (first, other, draw) => {
      const source = `Words ${first.join("")}`;
      const [token] = readWhole(source);
      const text = source.slice(0, draw % (source.length + 1)) + other.join("");
      const reread = token && rereadParagraph(token, text, noLinks);
      if (!reread) return;
      expect([reread]).toEqual(readWhole(text));
      read += 1;
    }),
    { numRuns: 2_000 },
  );
  expect(read).toBeGreaterThan(100);
});

it("leaves alone what is no paragraph, what begins with a mark, and what goes on in another line", () => {
  const reread = (source: string, more: string) => {
    const [token] = readWhole(source);
    return token && rereadParagraph(token, source + more, noLinks);
  };
  expect(reread("# Words and", " more")).toBeUndefined();
  expect(reread("*So* and", " more")).toBeUndefined();
  expect(reread("Words and", " more\n- item")).toBeUndefined();
  expect(reread("Words and", " **more**")?.tokens.map(({ type }) => type)).toEqual(["text", "strong"]);
});
