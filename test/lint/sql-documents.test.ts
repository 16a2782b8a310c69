import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../service/src");

/** Whatever makes PostgreSQL parse the strings of a document. A cast to `json` does not. */
const parses = /->>|#>|\bjsonb|\bjson_\w+\(/;

const isComment = (line: string) => /^\s*(?:\/\/|\/?\*)/.test(line);

it("no statement reads within a document, as PostgreSQL fails at an escaped NUL or half a surrogate pair", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const found = files.flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      .filter((line) => parses.test(line) && !isComment(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
