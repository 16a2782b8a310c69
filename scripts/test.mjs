/**
 * `npm test`: installs what it needs, then runs every part and prints each part's time against its budget and one
 * closing line. `npm test -- node dom` runs the named parts only. A skipped test counts, and fails the run under CI.
 *
 * Parts with the same `run` share one run of Vitest, so that no worker idles at the end of a part. It has three workers on
 * two cores: a quarter of a worker's time it waits for a timer, a program or a page.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium, ensureHeadlessShell } from "./chromium.mjs";
import { ensureNats } from "./nats.mjs";
import { ensureNginx } from "./nginx.mjs";
import { ensureCompose, ensurePostgresTools, ensurePromtool } from "./operators-programs.mjs";
import { checkNode, installPackages, root } from "./prepare.mjs";

checkNode();
installPackages();

const bin = (name) => join(root, "node_modules/.bin", name);
const reports = mkdtempSync(join(tmpdir(), "test-reports-"));

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
  { name: "simulation", budget: 1, run: "code" },
  { name: "store", budget: 1.5, run: "code" },
  { name: "postgres", budget: 1.5, run: "code", servers: true },
  { name: "deploy", budget: 0.5, run: "code", operators: true },
  { name: "node", budget: 5, run: "code", projects: ["node-shared", "node-apart"] },
  { name: "dom", budget: 1.5, run: "code", projects: ["dom-shared", "dom-apart"] },
  { name: "dom-react-18", budget: 1, run: "code", projects: ["dom-react-18", "dom-react-18-apart"] },
  { name: "build", budget: 1, command: [process.execPath, "scripts/build.mjs"] },
  { name: "stories", budget: 4, run: "stories", browser: true },
  { name: "frames", budget: 1.5, run: "frames", browser: true },
  { name: "journeys", budget: 3, run: "browser", browser: true },
  { name: "package", budget: 1.5, run: "browser", browser: true },
  { name: "faults", budget: 1, run: "browser", browser: true },
  { name: "pages", budget: 3, run: "browser", browser: true },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(", ")}. The parts are ${parts.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
const chosen = wanted.length === 0 ? parts : parts.filter(({ name }) => wanted.includes(name));
const browsers = chosen.some((part) => part.browser)
  ? { CHROMIUM_PATH: ensureChromium(), HEADLESS_SHELL_PATH: ensureHeadlessShell() }
  : {};
const operators = chosen.some((part) => part.operators)
  ? { NGINX_PATH: ensureNginx(), PROMTOOL_PATH: ensurePromtool(), DOCKER_COMPOSE_PATH: ensureCompose() }
  : {};
const servers = chosen.some((part) => part.servers)
  ? { POSTGRES_BIN: ensurePostgresTools(), NATS_SERVER_PATH: ensureNats() }
  : {};

/** @param command a program and its arguments @param more variables for it */
function run([program, ...args], more = {}) {
  const paths = { ...browsers, ...operators, ...servers };
  const env = { ...process.env, STORYBOOK_DISABLE_TELEMETRY: "1", ...paths, ...more };
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", () => resolve(1));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** A part without tests of its own counts as one check. */
async function check(part) {
  const began = Date.now();
  const code = await run(part.command);
  const result = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  return [{ ...part, ...result, minutes: (Date.now() - began) / 60_000 }];
}

const reporters = ["hang", "errors", "parts"].map((name) => `--reporter=${join(root, `scripts/${name}-reporter.mjs`)}`);

/** Runs the tests of several parts at once, and divides the time of the run by the time of their files. */
async function test(together) {
  const files = { TEST_PARTS_FILE: join(reports, "parts.json"), TEST_ERRORS_FILE: join(reports, "errors") };
  for (const file of Object.values(files)) rmSync(file, { force: true });
  const began = Date.now();
  const projects = together.flatMap(({ name, projects: own = [name] }) => own.flatMap((each) => ["--project", each]));
  const args = ["run", ...projects, "--maxWorkers=3", "--reporter=default", ...reporters];
  const code = await run([bin("vitest"), ...args], files);
  const all = (Date.now() - began) / 60_000;
  const results = readResults(files.TEST_PARTS_FILE);
  const seconds = (result) => result.files.reduce((sum, file) => sum + file.seconds, 0);
  const total = Object.values(results).reduce((sum, result) => sum + seconds(result), 0);
  const rows = together.map((part) => {
    const result = add((part.projects ?? [part.name]).map((name) => results[name]));
    if (!result) return { ...part, passed: 0, failed: 1, skipped: 0, failures: ["It did not run."], minutes: 0 };
    return { ...part, ...result, minutes: (all * seconds(result)) / total };
  });
  // A run that breaks outside its tests fails although no test did.
  if (code !== 0 && rows.every(({ failed }) => failed === 0)) rows[0].failed = 1;
  if (existsSync(files.TEST_ERRORS_FILE)) rows[0].failures.push(readFileSync(files.TEST_ERRORS_FILE, "utf8"));
  return rows;
}

/** The result of a part with several projects. Nothing if one of them did not run. */
function add(results) {
  if (results.includes(undefined)) return undefined;
  return results.reduce((sum, result) => ({
    passed: sum.passed + result.passed,
    failed: sum.failed + result.failed,
    skipped: sum.skipped + result.skipped,
    failures: [...sum.failures, ...result.failures],
    files: [...sum.files, ...result.files],
  }));
}

function readResults(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}

const rows = [];
for (const part of chosen) {
  if (rows.some(({ name }) => name === part.name)) continue;
  const together = part.run ? chosen.filter((other) => other.run === part.run) : [part];
  console.log(`\n── ${together.map(({ name }) => name).join(", ")}`);
  rows.push(...(await (part.run ? test(together) : check(part))));
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
