import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

it("names tests that exist for each promise of SECURITY.md", () => {
  const page = readFileSync(join(root, "SECURITY.md"), "utf8");
  const rows = page.split("\n").filter((line) => /^\| [A-Z]/.test(line));
  expect(rows.length).toBeGreaterThan(10);
  const named = rows.map((row) => [...row.matchAll(/`((?:service\/)?test\/[^`]+)`/g)].map(([, path]) => path ?? ""));
  expect(rows.filter((_row, index) => named[index]?.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
