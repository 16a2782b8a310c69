/**
 * Breaks the product on purpose, once for each `test/mutations/simulation-*.txt`, and prints in how many seeds the simulation
 * notices it. Fails when one is not noticed within the limit, as the simulation then lacks an action or a rule.
 *
 *     npm run test:mutations:simulation -- [--runs 5000] [parts of names]
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { applyEdit, readMutation, readSources, sourceOf } from "./mutation-edits.mjs";
import { root } from "./prepare.mjs";
import { bundleSimulation } from "./simulation-bundle.mjs";

const folder = join(root, "test/mutations");
/** Longest search for one breakage (ms); a search that hangs has noticed it, too. */
const longest = 1_800_000;

const [words, most] = readArguments(process.argv.slice(2));
const names = readdirSync(folder)
  .filter((name) => name.startsWith("simulation-") && words.every((word) => name.includes(word)))
  .toSorted();
const sources = readSources(root);
const cache = join(root, "node_modules/.cache");
mkdirSync(cache, { recursive: true });

console.log("| breakage | noticed after | rule |\n|---|---|---|");
let failed = 0;
for (const file of names) {
  const name = basename(file, ".txt").replace("simulation-", "").replaceAll("-", " ");
  const { edits } = readMutation(file, readFileSync(join(folder, file), "utf8"));
  const { runs, message } = await search(editedBy(edits));
  if (message === null) failed += 1;
  console.log(`| ${name} | ${message === null ? "never" : `${runs} runs`} | ${firstLine(message ?? "")} |`);
}
process.exitCode = failed === 0 && names.length > 0 ? 0 : 1;

/** @returns the words, and the limit of runs. */
function readArguments(given) {
  const at = given.indexOf("--runs");
  if (at < 0) return [given, 5_000];
  return [given.toSpliced(at, 2), Number(given[at + 1])];
}

/** The edited files' texts by path. @throws {Error} where an edit does not fit the tree. */
function editedBy(edits) {
  const texts = new Map();
  let now = sources;
  for (const edit of edits) {
    const { fault, file, text } = applyEdit(now, edit);
    if (fault) throw new Error(fault);
    texts.set(join(root, file), text);
    now = now.map((source) => (source.file === file ? sourceOf(file, text) : source));
  }
  return texts;
}

/** Runs the simulation on a bundle with the edited files. */
async function search(texts) {
  const outfile = join(cache, `breakage-${process.pid}.mjs`);
  await bundleSimulation("search", outfile, [replacing(texts)]);
  const { stdout, stderr, error } = spawnSync(process.execPath, [outfile, String(most)], {
    encoding: "utf8",
    timeout: longest,
  });
  rmSync(outfile);
  if (error) return { runs: most, message: `It hangs: ${error.message}` };
  if (!stdout.startsWith("{")) return { runs: 1, message: `It crashes: ${stderr.trim().split("\n").at(-1)}` };
  return JSON.parse(stdout);
}

function replacing(texts) {
  return {
    name: "breakage",
    setup({ onLoad }) {
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        const contents = texts.get(path);
        return contents === undefined ? undefined : { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

function firstLine(message) {
  return message.split("\n")[0].replaceAll("|", "\\|").slice(0, 140);
}
