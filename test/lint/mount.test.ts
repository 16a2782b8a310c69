import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";

/** A component may be mounted in a shadow root, a frame or another window, where the globals of its code mislead it. */

const root = join(import.meta.dirname, "../..");
const folders = ["src/components", "src/hooks"];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
);

/** Classes that each window has of its own. */
const perWindow =
  /^(Node|Text|Element|Document|DocumentFragment|ShadowRoot|Window|Range|Selection|(HTML|SVG)\w*|\w*Event)$/;

function classesOf(file: string, source: string): readonly string[] {
  const found: string[] = [];
  new Visitor({
    BinaryExpression({ operator, right, start, end }) {
      const isOfWindow = right.type === "Identifier" && perWindow.test(right.name);
      if (operator === "instanceof" && isOfWindow) found.push(`${file}: ${source.slice(start, end)}`);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/** The rules that oxlint reports for each source of a component. */
function rulesFor(sources: readonly string[]): readonly (readonly string[])[] {
  const folder = mkdtempSync(join(tmpdir(), "mount-"));
  try {
    mkdirSync(join(folder, "src/components"), { recursive: true });
    copyFileSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
    for (const [index, source] of sources.entries()) {
      writeFileSync(join(folder, `src/components/${index}.ts`), source);
    }
    const oxlint = join(root, "node_modules/.bin/oxlint");
    const { stdout } = spawnSync(oxlint, ["--format=json", "src"], { cwd: folder, encoding: "utf8" });
    const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
    return sources.map((_, index) =>
      diagnostics.filter(({ filename }) => filename.endsWith(`/${index}.ts`)).map(({ code }) => code),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

const globals = "eslint(no-restricted-globals)";
const properties = "eslint(no-restricted-properties)";

/** Sources of a component, each with the rules that it breaks. */
const planted: readonly (readonly [source: string, rules: readonly string[]])[] = [
  ["export const read = () => document.title;", [globals]],
  ["export const read = () => window.innerWidth;", [globals]],
  ["export const read = (element: Element) => getComputedStyle(element).color;", [globals]],
  ["export const read = (page: Document) => page.activeElement;", [properties]],
  ["export const read = ({ activeElement }: Document) => activeElement;", [properties]],
  ["export const read = (page: Document) => page.getSelection();", [properties]],
  ['export const hear = (run: () => void) => globalThis.addEventListener("resize", run);', [properties]],
  ["export const read = (document: { readonly title: string }) => document.title;", []],
];

describe("the lint of components", () => {
  it("refuses the globals of the page, and the focus and selection of a document", () => {
    expect(rulesFor(planted.map(([source]) => source))).toEqual(planted.map(([, rules]) => rules));
  });

  it("refuses an instanceof of a class that each window has", () => {
    expect(files.length).toBeGreaterThan(200);
    expect(classesOf("planted.ts", "target instanceof HTMLElement")).toHaveLength(1);
    expect(classesOf("planted.ts", "error instanceof Error")).toHaveLength(0);
    expect(files.flatMap((file) => classesOf(file, readFileSync(join(root, file), "utf8")))).toEqual([]);
  });
});
