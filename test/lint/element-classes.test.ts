import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../src/components");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tsx"));

/** Shapes within a picture take their look from it. */
const shapes = ["path", "rect"];

/** The elements of a file that have neither a class of the kit nor props from elsewhere. */
function withoutClass(file: string): readonly string[] {
  const source = readFileSync(join(folder, file), "utf8");
  const found: string[] = [];
  new Visitor({
    JSXOpeningElement({ name, attributes, start, end }) {
      if (name.type !== "JSXIdentifier" || !/^[a-z]/.test(name.name) || shapes.includes(name.name)) return;
      const hasClass = attributes.some(
        (each) =>
          each.type === "JSXSpreadAttribute" || (each.name.type === "JSXIdentifier" && each.name.name === "className"),
      );
      if (!hasClass) found.push(`${file}: ${source.slice(start, end)}`);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

it("gives every element a class, since a sheet reaches no other", () => {
  expect(files.length).toBeGreaterThan(60);
  expect(files.flatMap(withoutClass)).toEqual([]);
});
