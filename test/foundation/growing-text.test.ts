import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beginningOf, growingText, lengthen, piecesOf, sharePieces } from "../../src/foundation/growing-text.js";

const texts = fc.array(fc.string({ maxLength: 12 }), { maxLength: 200 });

describe("a growing text", () => {
  it("returns the added text in every version, whole and cut anywhere", () => {
    fc.assert(
      fc.property(texts, fc.nat(2_500), fc.nat(2_500), (added, a, b) => {
        let whole = "begin";
        let text = growingText(whole);
        const versions = [{ text, whole }];
        for (const more of added) {
          whole += more;
          text = text.append(more);
          versions.push({ text, whole });
        }
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        for (const version of versions) {
          expect(version.text.text).toBe(version.whole);
          expect(version.text.slice(from, to)).toBe(version.whole.slice(from, to));
          expect(version.text.upTo(to).text).toBe(version.whole.slice(0, to));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("leaves an older version as it was when that grows another way", () => {
    const first = growingText("a");
    const one = first.append("b");
    const other = first.append("c");
    expect([first.text, one.text, other.text, one.append("d").text]).toEqual(["a", "ab", "ac", "abd"]);
  });

  it("continues after settling, and refuses to settle as a text of another length", () => {
    const row = lengthen(lengthen({ text: "a" }, "text", "b"), "text", "c");
    const held = piecesOf(row)!;
    held.settle("ab");
    expect([held.text, held.slice(1, 3)]).toEqual(["abc", "bc"]);
    held.settle("abc");
    expect([held.text, held.slice(1, 3), held.append("d").text]).toEqual(["abc", "bc", "abcd"]);
    const ended = { ...row };
    sharePieces(row, ended);
    expect([piecesOf(ended), beginningOf(ended, 2), lengthen(ended, "text", "e").text]).toEqual([held, "ab", "abce"]);
  });
});
