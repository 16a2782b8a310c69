import fc from "fast-check";
import { Lexer } from "marked";
import { describe, expect, it, vi } from "vitest";
import { emptyBlocks, type BlockList } from "../../../src/components/markdown/block-list.js";
import { updateBlocks } from "../../../src/components/markdown/blocks.js";

const pieces = [
  "plain words here",
  "more, and",
  "is www.example",
  "a@b.c",
  "http://ex",
  "snake_case_",
  "1.",
  "1",
  "_",
  "So",
  "&am",
  "wait: what? (no)",
  "ww",
  "w.x",
  "**bold** and *so*",
  "`code`",
  "# Heading",
  "- item\n- other\n  - nested",
  "* star",
  "1. one\n2. two",
  "- [ ] to do\n- [x] done",
  "> quoted\n> more",
  "```ts\nconst a = 1;\n\n# not a heading\n```",
  "```",
  "| a | b |\n| - | :-: |\n| 1 | 2 |",
  "| a | b |\n| - | - |\n| **1** | `2` |\n| 3 | 4 |\n",
  "| 5 | [ref] |",
  "6 | 7 | 8",
  "|",
  "```js\nlet a;\n\n\nlet b;\n",
  "~~~\n``\n",
  "``",
  "~~~~",
  "---",
  "===",
  "    indented code",
  "<div>html\n\n</div>",
  "<!-- comment",
  "[link](https://example.com)",
  "[ref]",
  "[ref]: https://example.com/ref",
  "![alt](https://example.com/a.png)",
  "日本語のテキスト 🙂",
  "~~gone~~",
  "***",
  "*",
  "#",
  "\\*",
];
const text = fc
  .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom("", " ", "\n", "\n\n", "\n\n\n", "\r\n", "\t")), {
    maxLength: 12,
  })
  .map((parts) => parts.flat().join(""));

/** What reading the whole text at once gives. */
function readWhole(source: string): unknown[] {
  const tokens = new Lexer({ gfm: true }).lex(source.replace(/\r\n?/g, "\n"));
  return tokens.filter((token) => token.type !== "space" && token.type !== "def");
}

const grow = (cuts: readonly string[]) =>
  cuts.reduce<BlockList>((list, source) => updateBlocks(list, source), emptyBlocks);
const tokensOf = (list: BlockList) => list.blocks.map((block) => block.token);

describe("updateBlocks", () => {
  it("reads a growing text as it reads the whole, at every cut", () => {
    let compared = 0;
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 30 }), (source, draws) => {
        const ends = [...new Set(draws.map((draw) => draw % (source.length + 1)))].toSorted((a, b) => a - b);
        let list = emptyBlocks;
        for (const end of [...ends, source.length]) {
          list = updateBlocks(list, source.slice(0, end));
          expect(tokensOf(list)).toEqual(readWhole(source.slice(0, end)));
          compared += 1;
        }
      }),
      { numRuns: 2000 },
    );
    console.info(`blocks compared at ${compared} cuts`);
  });

  it("reads a paragraph that grows by marks as it reads the whole, and all of it seldom", () => {
    const marks = ["*", "**", "_", "__", "`", "``", "~", "~~", "[", "](a.b", ")", "<b>", "<", "\\", "&amp;", "!["];
    const words = [
      "one",
      "two ",
      " ",
      " three ",
      "a*b",
      "**four** ",
      "*so* ",
      "`code`",
      "[log](c.d) ",
      "http://e.f",
      "g@h.i",
    ];
    const run = fc.array(fc.constantFrom(...marks, ...words, ...words), { minLength: 2, maxLength: 25 });
    const whole = vi.spyOn(Lexer.prototype, "lex");
    let compared = 0;
    fc.assert(
      fc.property(run, (parts) => {
        let list = emptyBlocks;
        for (let count = 0; count <= parts.length; count += 1) {
          const source = `Words ${parts.slice(0, count).join("")}`;
          list = updateBlocks(list, source);
          expect(tokensOf(list)).toEqual(readWhole(source));
          compared += 1;
        }
      }),
      { numRuns: 1000 },
    );
    // Each comparison takes one reading itself.
    expect(whole.mock.calls.length - compared).toBeLessThan(compared * 0.6);
    whole.mockRestore();
    console.info(`paragraphs compared at ${compared} cuts`);
  });

  it("reads a line with a tab as the whole does, when what follows makes it words and no code", () => {
    const source = "    code\n| - |\n| 3 |\n\t- [ ] to do\n-";
    const grown = updateBlocks(updateBlocks(emptyBlocks, source.slice(0, -1)), source);
    expect(grown.blocks.map(({ token }) => token)).toEqual(
      updateBlocks(emptyBlocks, source).blocks.map(({ token }) => token),
    );
  });

  it("reads text that grows by single characters as it reads the whole", () => {
    const source = pieces.join("\n\n") + "\n" + pieces.join("\n");
    let list = emptyBlocks;
    for (let end = 1; end <= source.length; end += 1) {
      list = updateBlocks(list, source.slice(0, end));
      expect(tokensOf(list)).toEqual(readWhole(source.slice(0, end)));
    }
  });

  it("keeps the identity of finished blocks", () => {
    const before = updateBlocks(emptyBlocks, "# One\n\nTwo.\n\nThree.\n\nFour");
    const after = updateBlocks(before, "# One\n\nTwo.\n\nThree.\n\nFour goes on");
    expect(after.blocks.slice(0, 3)).toEqual(before.blocks.slice(0, 3));
    for (const index of [0, 1, 2]) expect(after.blocks[index]).toBe(before.blocks[index]);
    expect(after.blocks[3]).not.toBe(before.blocks[3]);
  });

  it("reads only the open end again, however long the text above is", () => {
    const long = "A paragraph of text.\n\n".repeat(2000);
    const list = grow([long, `${long}The end`]);
    expect(list.text.length - list.openAt).toBeLessThan(100);
  });

  it("turns brackets above into a link when their definition comes", () => {
    const list = grow([
      "See [ref].\n\nMore.\n\nAnd more.\n\n",
      "See [ref].\n\nMore.\n\nAnd more.\n\n[ref]: https://example.com",
    ]);
    expect(JSON.stringify(list.blocks[0]?.token)).toContain("https://example.com");
  });

  it("goes on with a table behind a line of nothing but a tab, as the library does", () => {
    const table = "| h | i |\n|---|---|\n| a | b |\n\t\n";
    const whole = `${table}Words that follow here.\n`;
    expect(tokensOf(grow([table, whole]))).toEqual(readWhole(whole));
  });

  it("turns brackets in the rows of an open table into links when the definition comes with its last row", () => {
    const table = "| a | b |\n| - | - |\n| [ref] | x |\n| 3 | ";
    const whole = `${table}4 |\n\n[ref]: https://example.com/ref`;
    expect(tokensOf(grow([table, whole]))).toEqual(readWhole(whole));
  });

  it("reads a text anew that does not go on from the one before", () => {
    expect(tokensOf(grow(["# One\n\nTwo", "Other"]))).toEqual(readWhole("Other"));
  });
});
