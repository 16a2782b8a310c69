/**
 * `npm run check`: checks the change since `main` within a minute: format, imports, budgets, prose, types, lint of the
 * changed files, and the unit and DOM tests that they reach. It lists the tests that it ran and those that it omitted
 * for lack of time, and the slowest test files. `npm test` runs everything.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root } from "./prepare.mjs";

const limit = 58_000;
const began = Date.now();
const left = () => limit - (Date.now() - began);
const bin = (name) => join(root, "node_modules/.bin", name);
const git = (...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** Base commit of the change. @default the merge base with `main`, or the last commit */
function base() {
  for (const name of ["origin/main", "main"]) {
    try {
      const fork = git("merge-base", "HEAD", name);
      if (fork !== git("rev-parse", "HEAD")) return fork;
    } catch {
      // There is no such branch.
    }
  }
  return "HEAD";
}

function changedFiles(from) {
  const names = [git("diff", "--name-only", from), git("ls-files", "--others", "--exclude-standard")]
    .join("\n")
    .split("\n");
  return [...new Set(names)].filter((name) => name !== "" && existsSync(join(root, name)));
}

/** Ends a program and its child processes. */
function killGroup(pid) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The program has already ended.
  }
}

/** Runs a program within the remaining time; prints its output only when it fails. */
function run(name, program, args) {
  const start = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        killGroup(child.pid);
      },
      Math.max(0, left()),
    );
    const end = (code) => {
      clearTimeout(timer);
      // Counts the results so far if the tests were cut short.
      const passed = output.match(/^ ✓ .*/gm)?.length ?? 0;
      const state = /^ ❯ .*failed/m.test(output) ? "failed" : isLate ? "late" : code === 0 ? "ok" : "failed";
      const share = name === "tests" ? `, ${passed} files passed${isLate ? ", more were not run" : ""}` : "";
      console.log(`${state.padEnd(6)} ${name.padEnd(14)} ${((Date.now() - start) / 1000).toFixed(1)} s${share}`);
      if (state === "failed") console.log(output.slice(-6_000));
      resolve({ name, state });
    };
    child.once("error", () => end(1));
    child.once("exit", end);
  });
}

const from = base();
const changed = changedFiles(from);
const code = changed.filter((name) => /\.(ts|tsx|mts|mjs|css)$/.test(name) && !name.startsWith("scripts/"));
console.log(`${changed.length} files changed since ${from.slice(0, 12)}.`);

/** The compiler's cache from the last check, so that it only checks files that a change reaches. */
const known = (name) => ["--incremental", "--tsBuildInfoFile", `node_modules/.cache/check/${name}.tsbuildinfo`];
// All files are linted by `npm run lint`.
const linted = changed.filter((name) => /\.(ts|tsx|mts|mjs)$/.test(name));

const reports = mkdtempSync(join(tmpdir(), "check-"));
const node = process.execPath;
const fixed = [
  () => run("format", bin("oxfmt"), ["--check"]),
  () => run("imports", node, ["scripts/lint/check-imports.mjs"]),
  () => run("budgets", node, ["scripts/lint/check-budgets.mjs"]),
  () => run("prose", node, ["scripts/lint/check-prose.mjs"]),
  () => run("types", bin("tsc"), ["-p", "tsconfig.json", ...known("all")]),
  () => run("browser-types", bin("tsc"), ["-p", "tsconfig.browser.json", ...known("browser")]),
  ...(linted.length === 0 ? [] : [() => run("lint", bin("oxlint"), ["--type-aware", "--deny-warnings", ...linted])]),
];
const report = join(reports, "tests.json");
const vitest = `related --run --project node --project dom --passWithNoTests --maxWorkers=1 --reporter=default --reporter=json`;
const related = () => run("tests", bin("vitest"), [...vitest.split(" "), `--outputFile.json=${report}`, ...code]);

async function inTurn(tasks) {
  const done = [];
  for (const task of tasks) done.push(await task());
  return done;
}

// In parallel, as the tests take longest.
const results = (await Promise.all([inTurn(fixed), inTurn(code.length === 0 ? [] : [related])])).flat();

const files = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).testResults : [];
rmSync(reports, { recursive: true, force: true });
const slowest = files
  .map(({ name, startTime, endTime }) => ({ name: relative(root, name), seconds: (endTime - startTime) / 1000 }))
  .toSorted((a, b) => b.seconds - a.seconds)
  .slice(0, 20);
if (slowest.length > 0) console.log(`\n${files.length} test files; the slowest:`);
for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(6)} s  ${name}`);

const named = (state) => results.filter((result) => result.state === state).map(({ name }) => name);
if (named("late").length > 0)
  console.log(`\nNot finished within a minute: ${named("late").join(", ")}. Run npm test for those.`);
console.log(
  `\n${named("failed").length === 0 ? `No fault found${named("late").length > 0 ? " in what finished" : ""}` : `Failed: ${named("failed").join(", ")}`} in ${((Date.now() - began) / 1000).toFixed(0)} s.`,
);
process.exit(named("failed").length > 0 ? 1 : 0);
