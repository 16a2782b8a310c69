/**
 * Counts words in comments and test titles that make sentences hard to read, and fails above a limit. Fails for a sentence
 * of more than 35 words in a comment or a page of the documentation. CONTRIBUTING.md ("How we write") has the rules. `node scripts/lint/check-prose.mjs --list <folder>` prints each place.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";

/** Findings allowed for each 1,000 lines of prose: lines of comments, and titles. */
export const limit = 5;

/** Words that a sentence of a comment or a page may have; code and addresses of links count as one. */
export const longest = 35;

const folders = ["src", "service", "test", "stories", "scripts", "examples", "bench", "sdk"];

/** Words to avoid, with better ones. */
const advised = [
  { pattern: /\b(?:tells?|told|telling|says?|said|saying)\b/gi, instead: "report, state, return, show" },
  { pattern: /\b(?:stands?|stood|holds?|held)\b/gi, instead: "is, stays, keeps, contains, applies" },
  {
    pattern: /\b(?:comes?|came|coming|goes|went|going)\b(?! (?:from|first|before|back|after))/gi,
    instead: "arrive, follow, continue, be sent, be removed",
  },
  { pattern: /\b(?:knows?|knew|known to|known by)\b/gi, instead: "has, recognises, is aware of" },
  { pattern: /\blets? (?:\w+ )?go\b|\bletting go\b/gi, instead: "release, close" },
  { pattern: /\b(?:takes?|took|taken|taking) up\b|\b(?:gives?|gave|given|giving) back\b/gi, instead: "resume; return" },
  { pattern: /\b(?:leads?|led) to\b/gi, instead: "cause" },
  { pattern: /\b(?:somebody|someone|whoever|whomever)\b|(?<!")\bnobody\b/gi, instead: "the caller, client, user" },
  {
    pattern: /\bthat which\b|\b(?:of|for|to) whom\b|\bwho asks\b|\bwhat (?:is|was|were|are)\b/gi,
    instead: "a noun",
  },
  {
    pattern: /(?:^|[.!?:]\s+)\W{0,3}(?:Of (?!two|those|one)|That which|Whoever|Nor|What)\b(?! happens)(?![^.]*\?)/gm,
    instead: "subject, verb, object",
  },
  { pattern: /\b(?:anew|hitherto|thereof|thus|hence)\b/gi, instead: "again; so" },
];

/** The prose of one file: how many lines it has, and the places to mend as `{line, word, instead}`. */
export function findProse(file, source) {
  const { comments, program } = parseSync(file, source);
  const found = [];
  const look = (text, offset) => {
    for (const { pattern, instead } of advised) {
      for (const match of text.matchAll(pattern)) {
        found.push({ offset: offset + (match.index ?? 0), word: match[0].trim(), instead });
      }
    }
  };
  for (const { value, start } of comments)
    look(
      value.replaceAll(/^\s*\* ?/gm, (margin) => " ".repeat(margin.length)),
      start + 2,
    );
  const long = comments.flatMap(({ value, start }) =>
    findLongSentences(value.replaceAll(/^[ \t]*\* ?/gm, "")).map(({ line, ...rest }) => ({
      line: line + source.slice(0, start).split("\n").length - 1,
      ...rest,
    })),
  );
  const named = titles(program);
  for (const { text, start } of named) look(text, start);
  return {
    lines: comments.reduce((sum, { value }) => sum + value.split("\n").length, named.length),
    long,
    places: found.map(({ offset, ...rest }) => ({ line: source.slice(0, offset).split("\n").length, ...rest })),
  };
}

/** The sentences of a text above `longest`, as `{line, words, begin}`. Lists, tables and code blocks separate sentences. */
export function findLongSentences(text) {
  // Code and addresses become one word each, over the same lines.
  const plain = text
    .replaceAll(/^\s*```.*?```|@example[\s\S]*?(?=\n\s*\*?\s*@|$)/gms, blank)
    .replaceAll(/`[^`]*`/g, (code) => `x${blank(code)}`)
    .replaceAll(/\]\([^)]*\)/g, (link) => `]${blank(link)}`);
  const ends = /(?<=[.!?:;·|])\s+|\n[ \t]*\n|\n(?=[ \t]*(?:[-*+|#>]|\d+\.)[ \t|])|\n(?=[ \t]{2,}\S+ +–)|(?=@\w)/g;
  const found = [];
  let begin = 0;
  for (const end of [
    ...[...plain.matchAll(ends)].map(({ index, 0: gap }) => [index, index + gap.length]),
    [plain.length],
  ]) {
    const sentence = plain.slice(begin, end[0]);
    const words = sentence
      .trim()
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    if (words > longest) {
      const start = begin + sentence.search(/\S/);
      found.push({ line: plain.slice(0, start).split("\n").length, words, begin: plain.slice(start, start + 60) });
    }
    begin = end[1];
  }
  return found;
}

const blank = (text) => text.replaceAll(/[^\n]/g, "");

/** The first argument of `describe`, `it` and `test` with their variants, where it is a plain string. */
function titles(node, into = []) {
  if (node === null || typeof node !== "object") return into;
  if (Array.isArray(node)) {
    for (const entry of node) titles(entry, into);
    return into;
  }
  if (node.type === "CallExpression" && isTest(node.callee)) {
    const [first] = node.arguments;
    if (first?.type === "Literal" && typeof first.value === "string")
      into.push({ text: first.value, start: first.start });
  }
  for (const [key, value] of Object.entries(node))
    if (key !== "parent" && typeof value === "object") titles(value, into);
  return into;
}

const isTest = (callee) => {
  if (callee.type === "Identifier") return ["describe", "it", "test"].includes(callee.name);
  if (callee.type === "MemberExpression") return isTest(callee.object);
  return callee.type === "CallExpression" && isTest(callee.callee);
};

const listFiles = (root) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => posix.join(folder, String(name).replaceAll("\\", "/")))
      .filter((name) => /\.(?:ts|tsx|mts|mjs)$/.test(name) && !/node_modules|\/dist\/|\/out\//.test(name)),
  );

/** The pages of the documentation that are written by hand. */
const listPages = (root) => [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** The findings of the whole tree, with the number of its lines of prose. */
export function checkProse(root) {
  const found = listFiles(root).map((file) => ({ file, ...findProse(file, readFileSync(join(root, file), "utf8")) }));
  const pages = listPages(root).map((file) => ({
    file,
    long: findLongSentences(readFileSync(join(root, file), "utf8")),
  }));
  return {
    long: [...found, ...pages].flatMap(({ file, long }) => long.map((sentence) => ({ file, ...sentence }))),
    lines: found.reduce((sum, { lines }) => sum + lines, 0),
    places: found.flatMap(({ file, places }) => places.map((place) => ({ file, ...place }))),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { lines, places, long } = checkProse(fileURLToPath(new URL("../..", import.meta.url)));
  const share = (1000 * places.length) / lines;
  const at = process.argv.indexOf("--list");
  const isListed = ({ file }) => share > limit || (at > 0 && file.startsWith(process.argv[at + 1] ?? ""));
  for (const { file, line, word, instead } of places.filter(isListed))
    console.log(`${file}:${line}: "${word}": rather ${instead}`);
  console.log(
    `${places.length} words to avoid in ${lines} lines of prose: ${share.toFixed(1)} in 1,000, at most ${limit}.`,
  );
  for (const { file, line, words, begin } of long)
    console.log(
      `${file}:${line}: a sentence of ${words} words, at most ${longest}: "${begin.replaceAll(/\s+/g, " ")}…"`,
    );
  if (share > limit || long.length > 0) process.exitCode = 1;
}
