import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const guide = read("docs/example.md");
const source = "examples/host/src";
const files = readdirSync(join(root, source), { recursive: true })
  .map(String)
  .filter((name) => /\.(tsx?|css)$/.test(name));

describe("the guide to the example product", () => {
  it("quotes each file as it is", () => {
    const quotes = [...guide.matchAll(/^```\w+ from="([^"]+)"\n(.*?)^```$/gms)];
    expect(quotes.length).toBeGreaterThan(7);
    const wrong = quotes.filter(([, path = "", text = ""]) => !read(path).includes(text)).map(([quote]) => quote);
    expect(wrong).toEqual([]);
  });

  it("names every file of the example", () => {
    const base = (name: string) => name.split("/").at(-1) ?? name;
    expect(files.filter((name) => !guide.includes(`\`${base(name)}\``))).toEqual([]);
  });

  it("describes files of less than 150 lines", () => {
    const long = files.filter((name) => read(join(source, name)).trimEnd().split("\n").length >= 150);
    expect(long).toEqual([]);
  });
});
