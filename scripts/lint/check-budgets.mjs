/**
 * Checks the size of files: a file above its soft limit has a line `budget: <why>` in its first ten lines, and no file
 * is above the hard limit. The linter checks functions and nesting.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const kinds = [
  { name: "test", matches: (file) => /^(service\/)?test\//.test(file), soft: 400, hard: 600 },
  { name: "story or example", matches: (file) => /^(stories|examples)\//.test(file), soft: 250, hard: 300 },
  { name: "source", matches: () => true, soft: 250, hard: 400 },
];

export function checkBudget(file, text) {
  const lines = text.split("\n").length - 1;
  const kind = kinds.find(({ matches }) => matches(file));
  if (lines > kind.hard) return `${file}: ${lines} lines; a ${kind.name} file never has more than ${kind.hard}`;
  const reasoned = text.split("\n", 10).some((line) => /budget: \S+/.test(line));
  if (lines > kind.soft && !reasoned)
    return `${file}: ${lines} lines; above ${kind.soft} a "budget: <why>" line stands near the top`;
  return undefined;
}

export function checkBudgets(root) {
  const folders = [
    "src",
    "service/src",
    "service/test",
    "test",
    "stories",
    "examples/host/src",
    "scripts",
    ".storybook",
  ];
  return folders.flatMap((folder) => {
    let names;
    try {
      names = readdirSync(join(root, folder), { recursive: true });
    } catch {
      return [];
    }
    return names
      .map((name) => posix.join(folder, String(name)))
      .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !/node_modules|\/dist\//.test(file))
      .map((file) => checkBudget(file, readFileSync(join(root, file), "utf8")))
      .filter((fault) => fault !== undefined);
  });
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  const faults = checkBudgets(join(fileURLToPath(import.meta.url), "../../.."));
  for (const fault of faults) console.error(fault);
  console.log(
    faults.length === 0 ? "Every file is within its budget." : `${faults.length} files are over their budget.`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
