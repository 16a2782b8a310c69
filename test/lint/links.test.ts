import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const pages = [...[".", "docs", "docs/api", "docs/decisions"].flatMap(markdownIn), "llms.txt"];

const read = (page: string) => readFileSync(join(root, page), "utf8");
const withoutCode = (text: string) => text.replaceAll(/^```.*?^```/gms, "").replaceAll(/`[^`\n]*`/g, "");

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(text: string): string[] {
  return [...text.replaceAll(/^```.*?^```/gms, "").matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Reason why a link is broken; undefined for a working one. */
function faultOf(page: string, link: string): string | undefined {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? page : join(dirname(page), decodeURI(file));
  if (!existsSync(join(root, target))) return `${page}: there is no ${target}`;
  if (anchor === undefined || statSync(join(root, target)).isDirectory()) return undefined;
  return anchorsOf(read(target)).includes(anchor) ? undefined : `${page}: ${target} has no heading #${anchor}`;
}

describe("documents", () => {
  it("contain only links to existing files and headings", () => {
    const links = pages.flatMap((page) =>
      [...withoutCode(read(page)).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = ""]) => ({
        page,
        link,
      })),
    );
    expect(links.length).toBeGreaterThan(40);
    expect(links.flatMap(({ page, link }) => faultOf(page, link) ?? [])).toEqual([]);
  });

  it("start at a README of at most 9 kB", () => {
    expect(Buffer.byteLength(read("README.md"))).toBeLessThanOrEqual(9_000);
    expect(read("README.md")).toContain("](docs/README.md)");
  });

  it.each([
    ["docs/README.md", ""],
    ["llms.txt", "docs/"],
  ])("list every page of docs in %s", (map, before) => {
    const names = markdownIn("docs").map((page) => page.slice("docs/".length));
    const listed = names.filter((name) => read(map).includes(`](${before}${name}`));
    expect(names.filter((name) => !listed.includes(name) && join("docs", name) !== map)).toEqual([]);
  });

  it("print the name of a titled file above its code", () => {
    const nameless = ["README.md", ...markdownIn("docs")].flatMap((page) =>
      [...read(page).matchAll(/^(.*)\n\n```\w+ title="([^"]+)"$/gm)]
        .filter(([, before = "", title = ""]) => !before.includes(`${title}\`**`))
        .map(([, , title = ""]) => `${page}: ${title}`),
    );
    expect(nameless).toEqual([]);
  });
});
