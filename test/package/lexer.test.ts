import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Lexer } from "marked";
import { describe, expect, it } from "vitest";
import { root } from "./support.js";

const filesIn = (folder: string, end: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));

describe("the lexer in the built package", () => {
  it("reads what marked's own reads, and carries its licence", async () => {
    const file = join(root, "dist/components/markdown/marked-lexer.js");
    const built = (await import(file)) as { readonly Lexer: typeof Lexer };
    const texts = [...filesIn("docs", ".md"), "README.md", "ARCHITECTURE.md", "node_modules/marked/README.md"];
    expect(texts.length).toBeGreaterThanOrEqual(8);
    for (const name of texts) {
      const text = readFileSync(join(root, name), "utf8");
      expect(new built.Lexer({ gfm: true }).lex(text)).toEqual(new Lexer({ gfm: true }).lex(text));
    }
    expect(readFileSync(file, "utf8").slice(0, 400)).toMatch(/marked v[\d.]+.*MIT License/s);
  });

  it("is the only part of marked in it", () => {
    const built = filesIn("dist", ".js");
    const calling = built.filter((name) => /from "marked"/.test(readFileSync(join(root, name), "utf8")));
    expect(calling).toEqual([]);
  });
});
