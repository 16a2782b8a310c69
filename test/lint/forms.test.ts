import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../src");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tsx"));

it("has one form element, which loads no page when a browser submits it before its script runs", () => {
  const withForm = files.filter((file) => /<form\b/.test(readFileSync(join(folder, file), "utf8")));
  expect(withForm).toEqual([join("components", "form.tsx")]);
});
