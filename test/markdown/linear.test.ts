import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDocument, type MarkdownDocument } from "../../src/markdown/document.js";
import { limits } from "../../src/markdown/scope.js";
import { repeated } from "./texts.js";
import { prose, worst } from "./worst-texts.js";
import { runs } from "../support/runs.js";

/** Characters visited and nodes made for a text that arrives in steps; `bench` measures milliseconds. */
function read(text: string, step: number): MarkdownDocument["work"] {
  const document = createDocument();
  for (let at = 0; at < text.length; at += step) {
    document.add(text.slice(at, at + step));
    document.blocks(true);
  }
  document.blocks(false);
  return document.work;
}

function work(text: string, step: number): number {
  const { characters, nodes } = read(text, step);
  return characters + nodes;
}

const most = 2.3;

function growth(of: (length: number) => string, sizes: readonly number[], step: number): number {
  const counts = sizes.map((size) => work(of(size), step));
  return Math.max(...counts.slice(1).map((count, index) => count / (counts[index] ?? 1)));
}

const doubled = [10_000, 20_000, 40_000, 80_000, 160_000];

describe("the work for a text of twice the length", () => {
  it.each(Object.entries(worst))("is at most 2.3 times as much for %s", (_name, of) => {
    expect(growth(of, doubled, Number.POSITIVE_INFINITY)).toBeLessThan(most);
    expect(growth(of, [10_000, 20_000, 40_000], 1_000)).toBeLessThan(most);
    expect(growth(of, [10_000, 20_000], 60)).toBeLessThan(most);
  });

  it("is at most 2.3 times as much for any marks, whole and in steps", () => {
    let worstGrowth = 0;
    fc.assert(
      fc.property(repeated, fc.constantFrom(Number.POSITIVE_INFINITY, 4_000, 97), ({ of }, step) => {
        const found = growth(of, step < 1_000 ? [10_000, 20_000] : [10_000, 20_000, 40_000], step);
        worstGrowth = Math.max(worstGrowth, found);
        expect(found).toBeLessThan(most);
      }),
      { numRuns: runs(25, 250) },
    );
    console.info(`worst growth: ${worstGrowth.toFixed(2)}`);
  });

  it("costs an added character no more at the end of a long text than at its beginning", () => {
    const document = createDocument();
    const costs = [100, 20_000, 200_000].map((length) => {
      document.add(`${prose(length)}\n\n`);
      document.blocks(true);
      const before = document.work.characters + document.work.nodes;
      document.add("x");
      document.blocks(true);
      const cost = document.work.characters + document.work.nodes - before;
      document.add("\n\n");
      return cost;
    });
    expect(Math.max(...costs)).toBe(Math.min(...costs));
  });
});

/** A node takes about as long as so many characters that are only looked at. */
const nodeWeight = 16;
const length = 40_000;

function weight(text: string, step: number): number {
  const { characters, nodes } = read(text, step);
  return characters + nodeWeight * nodes;
}

/** The same text takes more visits in steps, as its open part is read again; a link without an end takes most. */
const bounds = [
  { name: "whole", step: length, bound: 5 },
  { name: "in steps", step: 1_000, bound: 12 },
];

describe.each(bounds)("the work for a text that is read $name", ({ step, bound }) => {
  const most = bound * weight(prose(length), step);

  it.each(Object.entries(worst))(`is at most ${bound} times that for prose: %s`, (_name, of) => {
    expect(weight(of(length), step)).toBeLessThan(most);
  });

  it(`is at most ${bound} times that for prose: any marks`, () => {
    fc.assert(
      fc.property(repeated, ({ of }) => {
        expect(weight(of(length), step)).toBeLessThan(most);
      }),
      { numRuns: runs(50, 500) },
    );
  });
});

it("makes no nodes of words beyond the marks that a block may have: marks within marks", () => {
  const of = worst["marks within marks"];
  expect(of && read(of(length), length).nodes).toBeLessThan(2 * limits.blockMarks);
});
