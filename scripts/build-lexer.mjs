/**
 * Puts the lexer of marked into the built package by itself. marked is published as one module whose last statements tie
 * its renderer, parser and global instance together, so that no bundler can leave them out; nothing here uses them, and a
 * page would carry a fifth more. Of the module as installed this takes what stands before those statements, under its
 * licence, and lets esbuild drop what the lexer does not reach.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(fileURLToPath(import.meta.url), "../..");
const folder = join(root, "dist/components/markdown");
const source = readFileSync(fileURLToPath(import.meta.resolve("marked")), "utf8");

const lexer = /export\{[^}]*?(\w+) as Lexer\b/.exec(source)?.[1];
/** Where the global instance begins. */
const end = source.search(/var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\(/);
const licence = /^\/\*\*.*?\*\//s.exec(source)?.[0];
if (lexer === undefined || end < 0 || licence === undefined) {
  console.error("marked is not built as it was: see what ends its module and change scripts/build-lexer.mjs.");
  process.exit(1);
}

await build({
  stdin: { contents: `${source.slice(0, end)}\nexport{${lexer} as Lexer};`, resolveDir: root },
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  banner: { js: licence },
  legalComments: "none",
  logLevel: "warning",
  outfile: join(folder, "marked-lexer.js"),
});

const file = join(folder, "lex.js");
const calls = readFileSync(file, "utf8");
const own = calls.replace(/from "marked"/g, 'from "./marked-lexer.js"');
if (own === calls) {
  console.error("dist/components/markdown/lex.js imports no marked: the lexer is called elsewhere now.");
  process.exit(1);
}
writeFileSync(file, own);
