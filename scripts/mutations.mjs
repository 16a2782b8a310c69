/**
 * Breaks the code on purpose and expects a test to notice. Each `test/mutations/*.patch` opens with a line
 * `Runs: <vitest arguments>`; the patch is applied to a copy of the tree, those tests are run, and at least one must
 * fail. A patch that no longer applies, or that nothing notices, fails this run. Names of patches may be given as arguments.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { root } from "./prepare.mjs";

const folder = join(root, "test/mutations");
const chosen = process.argv.slice(2);
const patches = readdirSync(folder)
  .filter((name) => name.endsWith(".patch") && (chosen.length === 0 || chosen.some((word) => name.includes(word))))
  .toSorted()
  .map((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const runs = /^Runs: (.+)$/m.exec(text)?.[1];
    if (!runs) throw new Error(`${name} has no line "Runs: <vitest arguments>".`);
    return { name: basename(name, ".patch"), path: join(folder, name), runs: runs.split(" ") };
  });

/** A copy of the tree whose packages are links to the ones installed here, and whose own packages are the copy's. */
function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), "mutation-"));
  const files = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .stdout.trim()
    .split("\n");
  for (const file of files) cpSync(join(root, file), join(copy, file), { recursive: true, force: true });
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

function runTests(copy, args) {
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  spawnSync(join(root, "node_modules/.bin/vitest"), ["run", ...args, "--reporter=json", `--outputFile=${report}`], {
    cwd: copy,
    stdio: "ignore",
  });
  try {
    const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, "utf8"));
    return { failed: numFailedTests, passed: numPassedTests };
  } catch {
    return { failed: 0, passed: 0 };
  }
}

const copy = copyTree();
let unnoticed = 0;
for (const { name, path, runs } of patches) {
  const sound = runTests(copy, runs);
  const applied = spawnSync("git", ["apply", path], { cwd: copy, encoding: "utf8" });
  const broken = applied.status === 0 ? runTests(copy, runs) : { failed: 0 };
  spawnSync("git", ["apply", "-R", path], { cwd: copy });
  const fault =
    applied.status !== 0
      ? `does not apply: ${applied.stderr.trim()}`
      : sound.failed > 0 || sound.passed === 0
        ? "its tests do not pass on sound code"
        : broken.failed === 0
          ? "nothing noticed it"
          : undefined;
  if (fault) unnoticed += 1;
  console.log(`${fault ? "✗" : "✓"} ${name}: ${fault ?? `${broken.failed} tests failed, as they must`}`);
}
rmSync(copy, { recursive: true, force: true });
console.log(`\n${patches.length - unnoticed} passed, ${unnoticed} failed`);
process.exitCode = unnoticed === 0 && patches.length > 0 ? 0 : 1;
