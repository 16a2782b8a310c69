/**
 * `npm test`: installs what it needs, then runs every part and prints each part's time against its budget and one closing
 * line. `npm test -- node dom` runs the named parts only. A skipped test counts, and fails the run under CI.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { ensureNginx } from "./nginx.mjs";
import { checkNode, installPackages, root } from "./prepare.mjs";

checkNode();
installPackages();

const bin = (name) => join(root, "node_modules/.bin", name);
const reports = mkdtempSync(join(tmpdir(), "test-reports-"));
const vitest = (project) => [
  bin("vitest"),
  "run",
  "--project",
  project,
  "--reporter=default",
  `--reporter=${join(root, "scripts/hang-reporter.mjs")}`,
  `--reporter=${join(root, "scripts/errors-reporter.mjs")}`,
  "--reporter=json",
  `--outputFile.json=${join(reports, `${project}.json`)}`,
];

/** In order. `budget` is in minutes on two cores. */
const parts = [
  { name: "format", budget: 0.5, command: [bin("oxfmt"), "--check"] },
  { name: "lint", budget: 0.5, command: [bin("oxlint"), "--type-aware", "--deny-warnings"] },
  { name: "imports", budget: 0.5, command: [process.execPath, "scripts/lint/check-imports.mjs"] },
  { name: "budgets", budget: 0.5, command: [process.execPath, "scripts/lint/check-budgets.mjs"] },
  { name: "prose", budget: 0.5, command: [process.execPath, "scripts/lint/check-prose.mjs"] },
  { name: "types", budget: 1, command: [bin("tsc"), "-p", "tsconfig.json"] },
  { name: "browser-types", budget: 1, command: [bin("tsc"), "-p", "tsconfig.browser.json"] },
  { name: "unused", budget: 0.5, command: [bin("knip")] },
  { name: "node", budget: 4, command: vitest("node"), counted: true },
  { name: "simulation", budget: 1.5, command: vitest("simulation"), counted: true },
  { name: "dom", budget: 2, command: vitest("dom"), counted: true },
  { name: "dom-react-18", budget: 2, command: vitest("dom-react-18"), counted: true },
  { name: "store", budget: 2, command: vitest("store"), counted: true },
  { name: "postgres", budget: 1.5, command: vitest("postgres"), counted: true },
  { name: "deploy", budget: 1, command: vitest("deploy"), counted: true, nginx: true },
  { name: "build", budget: 1, command: [process.execPath, "scripts/build.mjs"] },
  { name: "package", budget: 4, command: vitest("package"), counted: true, browser: true },
  { name: "stories", budget: 4, command: vitest("stories"), counted: true, browser: true },
  { name: "frames", budget: 1.5, command: vitest("frames"), counted: true, browser: true },
  { name: "pages", budget: 3.5, command: vitest("pages"), counted: true, browser: true },
  { name: "journeys", budget: 6.5, command: vitest("journeys"), counted: true, browser: true },
  { name: "faults", budget: 3, command: vitest("faults"), counted: true, browser: true },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(", ")}. The parts are ${parts.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
const chosen = wanted.length === 0 ? parts : parts.filter(({ name }) => wanted.includes(name));
const chromium = chosen.some((part) => part.browser) ? ensureChromium() : undefined;
const nginx = chosen.some((part) => part.nginx) ? ensureNginx() : undefined;

/** Where a part's errors outside of its tests are written. */
const errorsFile = (name) => join(reports, `${name}.errors`);

function run({ name, command: [program, ...args] }) {
  const paths = { ...(chromium && { CHROMIUM_PATH: chromium }), ...(nginx && { NGINX_PATH: nginx }) };
  const env = { ...process.env, STORYBOOK_DISABLE_TELEMETRY: "1", TEST_ERRORS_FILE: errorsFile(name), ...paths };
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", () => resolve(1));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** A part without tests of its own counts as one check. */
function count(part, code) {
  if (!part.counted) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  try {
    const report = JSON.parse(readFileSync(join(reports, `${part.name}.json`), "utf8"));
    const failed = report.numFailedTests;
    const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === "failed");
      if (tests.length === 0 && message) return [`${relative(root, name)}\n${message}`];
      return tests.map((test) => `${relative(root, name)} > ${test.fullName}\n${test.failureMessages.join("\n")}`);
    });
    if (existsSync(errorsFile(part.name))) failures.push(readFileSync(errorsFile(part.name), "utf8"));
    // A suite that breaks outside its tests fails the part although no test did.
    return {
      passed: report.numPassedTests,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      skipped: report.numPendingTests + report.numTodoTests,
      failures,
      files: report.testResults.map(({ name, startTime, endTime }) => ({
        file: relative(root, name),
        part: part.name,
        seconds: (endTime - startTime) / 1000,
      })),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const rows = [];
for (const part of chosen) {
  console.log(`\n── ${part.name}`);
  const began = Date.now();
  const code = await run(part);
  rows.push({ ...part, ...count(part, code), minutes: (Date.now() - began) / 60_000 });
}
rmSync(reports, { recursive: true, force: true });

// Repeated at the end, for readers of only the last lines of a long run.
for (const { name, failures = [] } of rows) {
  for (const failure of failures) console.log(`\nfailed in ${name}: ${failure.slice(0, 3_000)}`);
}

console.log("\npart           passed  failed  skipped  minutes / budget");
for (const { name, passed, failed, skipped, minutes, budget } of rows) {
  const over = minutes > budget ? "  over its budget" : "";
  console.log(
    `${name.padEnd(14)} ${String(passed).padStart(6)}  ${String(failed).padStart(6)}  ${String(skipped).padStart(7)}  ${minutes.toFixed(2)} / ${budget}${over}`,
  );
}
const slowest = rows.flatMap(({ files = [] }) => files).toSorted((a, b) => b.seconds - a.seconds);
if (slowest.length > 0) console.log("\nThe slowest files:");
for (const { file, part, seconds } of slowest.slice(0, 20)) {
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file} (${part})`);
}
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
const failedBySkipping = process.env.CI && sum("skipped") > 0;
if (failedBySkipping) console.log("Tests were skipped, which fails a run under CI.");
console.log(`\n${sum("passed")} passed, ${sum("failed") + (failedBySkipping ? sum("skipped") : 0)} failed`);
process.exitCode = sum("failed") > 0 || failedBySkipping ? 1 : 0;
