/**
 * Counts words in comments and test titles that make sentences hard to read, for each folder, and fails above a limit.
 * CONTRIBUTING.md ("How we write") has the rules. `node scripts/lint/check-prose.mjs --list <folder>` prints each place.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";

/** Findings allowed for each 1,000 lines of prose: lines of comments, and titles. */
export const limit = 10;

const folders = ["src", "service", "test", "stories", "scripts", "examples", "bench", "sdk"];

/** Words to avoid, with better ones. */
const advised = [
  { pattern: /\b(?:tells?|told|telling|says?|said|saying)\b/gi, instead: "report, state, return, show" },
  { pattern: /\b(?:stands?|stood|holds?|held)\b/gi, instead: "is, stays, keeps, contains, applies" },
  { pattern: /\b(?:comes?|came|coming|goes|went|going)\b/gi, instead: "arrive, follow, continue, be sent, be removed" },
  { pattern: /\b(?:knows?|knew|known to|known by)\b/gi, instead: "has, recognises, is aware of" },
  { pattern: /\blets? (?:\w+ )?go\b|\bletting go\b/gi, instead: "release, close" },
  { pattern: /\b(?:takes?|took|taken|taking) up\b|\b(?:gives?|gave|given|giving) back\b/gi, instead: "resume; return" },
  { pattern: /\b(?:leads?|led) to\b/gi, instead: "cause" },
  { pattern: /\b(?:somebody|someone|whoever|whomever|nobody|everybody)\b/gi, instead: "the caller, client, user" },
  {
    pattern: /\bthat which\b|\b(?:of|by|for|to) whom\b|\bwho asks\b|\bwhat (?:is|was|were|are)\b/gi,
    instead: "a noun",
  },
  {
    pattern: /(?:^|[.!?:]\s+)\W{0,3}(?:Of|That which|Whoever|Nor|So|What)\b(?![^.]*\?)/gm,
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
  const named = titles(program);
  for (const { text, start } of named) look(text, start);
  return {
    lines: comments.reduce((sum, { value }) => sum + value.split("\n").length, named.length),
    places: found.map(({ offset, ...rest }) => ({ line: source.slice(0, offset).split("\n").length, ...rest })),
  };
}

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

/** For each folder: its lines of prose and the findings. */
export function checkProse(root) {
  const rooms = new Map();
  for (const file of listFiles(root)) {
    const source = readFileSync(join(root, file), "utf8");
    const room = posix.dirname(file).split("/").slice(0, 3).join("/");
    const row = rooms.get(room) ?? { lines: 0, places: [] };
    const { lines, places } = findProse(file, source);
    row.lines += lines;
    row.places.push(...places.map((place) => ({ file, ...place })));
    rooms.set(room, row);
  }
  return rooms;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const rooms = checkProse(root);
  const wanted = process.argv[process.argv.indexOf("--list") + 1];
  if (process.argv.includes("--list")) {
    for (const { places } of rooms.values())
      for (const { file, line, word, instead } of places)
        if (file.startsWith(wanted)) console.log(`${file}:${line}: "${word}" (${instead})`);
  }
  let lines = 0;
  let count = 0;
  for (const [room, row] of [...rooms].toSorted()) {
    lines += row.lines;
    count += row.places.length;
    if (process.argv.includes("--rooms"))
      console.log(
        `${room}: ${row.places.length} in ${row.lines} lines (${((1000 * row.places.length) / row.lines).toFixed(1)})`,
      );
  }
  console.log(`${count} in ${lines} lines: ${((1000 * count) / lines).toFixed(1)} for 1,000.`);
}
