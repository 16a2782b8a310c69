import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { english } from "../../src/strings/english.js";

const root = join(import.meta.dirname, "../../src");
/** The code that reads the catalogue, without its comments. */
const readers = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("strings"))
  .map((file) => readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""))
  .filter((text) => /useStrings|Messages/.test(text));

/** Whether some file names the area and, as a property, a part of a pattern or a key, the entry. */
function isUsed(area: string, entry: string): boolean {
  const named = new RegExp(`(?:\\.\\s*|\\{[^{}=]*?\\b|["'])${entry}\\b`);
  return readers.some((text) => new RegExp(`\\b${area}\\b`).test(text) && named.test(text));
}

describe("the catalogue", () => {
  it.each(Object.entries(english))("has no entry that nothing uses in %s", (area, entries) => {
    expect(Object.keys(entries).filter((entry) => !isUsed(area, entry))).toEqual([]);
  });

  it("is read by more than a few files, so that the test looks at something", () => {
    expect(readers.length).toBeGreaterThan(50);
    expect(isUsed("composer", "neverWritten")).toBe(false);
  });
});

describe("a link that opens a new tab", () => {
  it("announces it wherever it is drawn", () => {
    const files = readdirSync(join(root, "components"), { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".tsx"),
    );
    const silent = files.filter((file) => {
      const text = readFileSync(join(root, "components", file), "utf8");
      const opened = text.match(/target="_blank"/g)?.length ?? 0;
      const announced = text.match(/title=\{[^\n]*(?:newTab|opensInNewTab)/g)?.length ?? 0;
      return opened > announced;
    });
    expect(silent).toEqual([]);
  });
});
