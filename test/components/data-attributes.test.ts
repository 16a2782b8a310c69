import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dataAttributes } from "../../src/components/data-attributes.js";

const root = join(import.meta.dirname, "../../src");
const read = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file) && !file.endsWith("data-attributes.ts"))
    .map((file) => readFileSync(join(root, folder, file), "utf8"))
    .join("\n");
const named = (text: string) => new Set(text.match(/\bdata-[a-z]+(-[a-z]+)*/g));
const documented = new Set<string>(dataAttributes.map(({ name }) => name));

describe("the list of data attributes", () => {
  it("holds every one that a component sets", () => {
    expect([...named(read("components", /\.tsx$/))].filter((name) => !documented.has(name))).toEqual([]);
  });

  it("holds every one that a sheet asks for", () => {
    expect([...named(read("styles", /\.css$/))].filter((name) => !documented.has(name))).toEqual([]);
  });

  it("holds none that nobody sets or asks for", () => {
    const used = named(read("components", /\.tsx$/) + read("styles", /\.css$/));
    expect([...documented].filter((name) => !used.has(name))).toEqual([]);
  });
});

describe("the sheets", () => {
  const css = read("styles", /\.css$/).replace(/\/\*[\s\S]*?\*\//g, "");

  it("stand in one layer, weigh nothing and name nothing but ours", () => {
    const sheets = css.split(/@import[^;]+;/).join("");
    expect(sheets.match(/@layer (\w+)/g)?.every((layer) => layer === "@layer service")).toBe(true);
    const selectors = [...sheets.matchAll(/(?:^|[{};])\s*([^@{};]+?)\s*\{/g)]
      .map(([, selector = ""]) => selector.trim())
      .filter((selector) => !/^(to|from|\d+%)$/.test(selector));
    expect(selectors.length).toBeGreaterThan(100);
    expect(selectors.filter((selector) => !/^(:where\(.*\)(::[a-z-]+)?,?\s*)+$/s.test(selector))).toEqual([]);
  });

  it("know no left or right, load nothing and force nothing", () => {
    expect(css).not.toMatch(/(?:^|[\s;{])(?:margin|padding|border|inset)?-?(?:left|right)\s*:/);
    expect(css).not.toMatch(/text-align:\s*(?:left|right)|float:/);
    expect(css).not.toMatch(/url\(|!important/);
  });
});
