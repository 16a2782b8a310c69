/**
 * Breaks the code on purpose and expects a test to notice. Each `test/mutations/*.txt` names its tests and its edits
 * (`mutation-edits.mjs`). First runs the tests of all mutations on unchanged code, where they must pass. Then makes
 * each mutation in a copy of the tree and runs its tests until one fails. Fails when a mutation's code is not found or
 * no test notices it. Arguments are parts of names: only those mutations are tried.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join, relative, sep } from "node:path";
import { applyEdit, readMutation, readSources } from "./mutation-edits.mjs";
import { root } from "./prepare.mjs";

const folder = join(root, "test/mutations");
/** Time limits of runs (ms): for one mutation's tests, and for all tests on unchanged code. */
const longestRun = 180_000;
/** Time limit of a test (ms); mutated code may hang, which counts as noticed. */
const longestTest = 60_000;
const longestSoundRun = 1_200_000;
const mostLanes = 4;

function readMutations(words) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt") && (words.length === 0 || words.some((word) => name.includes(word))))
    .toSorted()
    .map((name) => readMutation(basename(name, ".txt"), readFileSync(join(folder, name), "utf8")));
}

/** Copies the tree. Installed packages are linked; the tree's own packages are those of the copy. */
function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), "mutation-"));
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  const files = spawnSync("git", ["ls-files", "-coz", "--exclude-standard"], { cwd: root, encoding: "utf8" }).stdout;
  for (const file of files.split("\0").filter((name) => name !== "" && existsSync(join(root, name))))
    cpSync(join(root, file), join(copy, file), { recursive: true });
  const modules = join(copy, "node_modules");
  mkdirSync(join(modules, "@service"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== "@service" && !name.startsWith("."))
      symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  for (const [name, place] of Object.entries({ react: ".", sdk: "sdk", embedded: "service" }))
    symlinkSync(join(copy, place), join(modules, "@service", name));
  return copy;
}

/** Runs tests in a copy. Returns the report; undefined when the run hung or failed outside its tests. */
async function runTests(copy, args, longest = longestRun) {
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  const child = spawn(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      ...args,
      `--testTimeout=${longestTest}`,
      "--reporter=json",
      `--outputFile=${report}`,
    ],
    { cwd: copy, stdio: "ignore" },
  );
  const timer = setTimeout(() => child.kill("SIGKILL"), longest);
  await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  return existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined;
}

/** Runs, once, every test file that a mutation names, and reports failures without a mutation. */
async function runSoundTests(copy, mutations) {
  const args = new Set(mutations.flatMap(({ project, files }) => [`--project=${project}`, ...files]));
  const report = await runTests(copy, [...args], longestSoundRun);
  if (report === undefined) throw new Error("The tests on unchanged code did not end, so no mutation was tried.");
  const results = report.testResults;
  return ({ files }) => {
    const own = results.filter(({ name }) => {
      const file = relative(copy, name).split(sep).join("/");
      return files.some((word) => file.includes(word));
    });
    if (own.length === 0) return "its tests are not there";
    const red = own.find(({ status }) => status !== "passed");
    return red && `its tests do not pass on sound code: ${relative(copy, red.name)}`;
  };
}

/** Makes the edits in a copy. Returns the earlier text by file, and the fault of the first edit that fails. */
function makeEdits(copy, edits) {
  const before = new Map();
  for (const edit of edits) {
    const { fault, file, text } = applyEdit(readSources(root, copy), edit);
    if (fault) return { before, fault };
    const path = join(copy, file);
    if (!before.has(path)) before.set(path, readFileSync(path, "utf8"));
    writeFileSync(path, text);
  }
  return { before };
}

/** Returns the fault of a mutation, or the title of the test that noticed it. */
async function tryMutation(copy, { project, files, pattern, edits }) {
  const { before, fault } = makeEdits(copy, edits);
  const args = ["--project", project, ...files, "--bail=1", ...(pattern ? ["-t", pattern] : [])];
  const report = fault ? undefined : await runTests(copy, args);
  for (const [path, text] of before) writeFileSync(path, text);
  if (fault) return { fault };
  if (report === undefined) return { fault: "its tests did not come to an end" };
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const noticed = tests.find(({ status }) => status === "failed");
  return noticed ? { noticed: noticed.fullName } : { fault: "nothing noticed it" };
}

const began = Date.now();
const seconds = (since) => `${((Date.now() - since) / 1_000).toFixed(1)} s`;
const mutations = readMutations(process.argv.slice(2));
process.on("SIGINT", () => process.exit(130));
process.on("SIGTERM", () => process.exit(143));

const copies = Array.from({ length: Math.min(mostLanes, availableParallelism(), mutations.length) }, copyTree);
const soundFault = await runSoundTests(copies[0] ?? "", mutations);
console.log(`The tests of ${mutations.length} mutations have run on sound code: ${seconds(began)}.`);

let failed = 0;
const waiting = [...mutations];
await Promise.all(
  copies.map(async (copy) => {
    for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
      const start = Date.now();
      const unsound = soundFault(mutation);
      const { fault, noticed } = unsound ? { fault: unsound } : await tryMutation(copy, mutation);
      if (fault) failed += 1;
      console.log(
        `${fault ? "✗" : "✓"} ${mutation.name} (${seconds(start)}): ${fault ?? `"${noticed}" failed, as it must`}`,
      );
    }
  }),
);
console.log(`\n${mutations.length - failed} passed, ${failed} failed, in ${seconds(began)}`);
process.exitCode = failed === 0 && mutations.length > 0 ? 0 : 1;
