import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dataAttributes } from "../../stories/pages/data-attributes.js";

const root = join(import.meta.dirname, "../../src");
const read = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(join(root, folder, file), "utf8"))
    .join("\n");
const named = (text: string) => new Set(text.match(/\bdata-[a-z]+(-[a-z]+)*/g));
const documented = new Set<string>(dataAttributes.map(({ name }) => name));

describe("the list of data attributes", () => {
  it("has every one that a component sets", () => {
    expect([...named(read("components", /\.tsx$/))].filter((name) => !documented.has(name))).toEqual([]);
  });

  it("has every one that a sheet uses", () => {
    expect([...named(read("styles", /\.css$/))].filter((name) => !documented.has(name))).toEqual([]);
  });

  it("has none that is unused", () => {
    const used = named(read("components", /\.tsx$/) + read("styles", /\.css$/));
    expect([...documented].filter((name) => !used.has(name))).toEqual([]);
  });
});
