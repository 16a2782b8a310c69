import { existsSync, readdirSync, readFileSync } from "node:fs";
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
    expect(walks.length).toBeGreaterThanOrEqual(13);
    expect(walks.filter(({ files }) => files.length < 2)).toEqual([]);
  });

  it.each(walks)("name only existing files: $name", ({ files }) => {
    const missing = files.filter(
      (file) => !existsSync(fileURLToPath(new URL(file.startsWith("service/") ? file : `src/${file}`, root))),
    );
    expect(missing).toEqual([]);
  });

  it.each(walks)("name no file twice: $name", ({ files }) => {
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
  });
});

describe("the table of changes in ARCHITECTURE.md", () => {
  it("names only existing files, by their name or the end of their path", () => {
    const [, table = ""] = /^## Where does X go\?$(.*)/ms.exec(page) ?? [];
    const named = [...table.matchAll(/`([\w./*-]+\.(?:tsx?|css|md))`/g)].map(([, file = ""]) => file);
    expect(named.length).toBeGreaterThan(80);
    const paths = ["src", "service/src", "service/test", "test", "stories", "docs"].flatMap((folder) =>
      readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true, encoding: "utf8" }).map(
        (file) => `/${folder}/${file}`,
      ),
    );
    paths.push("/CHANGELOG.md");
    const missing = named.filter((file) => !paths.some((path) => isNamed(path, file)) && !file.includes("NNNN"));
    expect(missing).toEqual([]);
  });
});

/** Whether a path ends as named; a star stands for a part of a name. */
function isNamed(path: string, name: string): boolean {
  return new RegExp(`/${name.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`).test(path);
}
