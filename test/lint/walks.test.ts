import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("ARCHITECTURE.md", root), "utf8");
const [, section = ""] = /^## Walks$(.*?)^## /ms.exec(page) ?? [];

/** The files of each walk, by its name. */
const walks = section
  .split("\n")
  .filter((line) => line.includes(" → "))
  .map((line) => {
    const [, name = "", cell = ""] = line.split("|");
    return { name: name.trim(), files: [...cell.matchAll(/`([^`]+\.tsx?)`/g)].map(([, file = ""]) => file) };
  });

describe("the walks of ARCHITECTURE.md", () => {
  it("are all read", () => {
    expect(walks.length).toBeGreaterThanOrEqual(9);
    expect(walks.filter(({ files }) => files.length < 2)).toEqual([]);
  });

  it.each(walks)("name only existing files: $name", ({ files }) => {
    const missing = files.filter((file) => !existsSync(fileURLToPath(new URL(`src/${file}`, root))));
    expect(missing).toEqual([]);
  });

  it.each(walks)("name no file twice: $name", ({ files }) => {
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
  });
});
