/**
 * Reading 100 kB of markdown in Node: `node bench/markdown.mjs`. Strings that are slow elsewhere take at most three times
 * as long as prose of the same length, whole and in 100 steps, smallest of nine. Prints each claim with its target, the
 * figure, and whether it is met; exits 1 when one is not. `-- --all` prints every string.
 */
import { build } from "esbuild";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = mkdtempSync(join(tmpdir(), "bench-markdown-"));
const outfile = join(folder, "markdown.mjs");
await build({
  stdin: {
    contents: `export { createDocument } from "./src/markdown/document.js";
export { prose, worst } from "./test/markdown/worst-texts.js";`,
    resolveDir: join(import.meta.dirname, ".."),
  },
  bundle: true,
  platform: "node",
  format: "esm",
  outfile,
  logLevel: "error",
});
const { createDocument, prose, worst } = await import(pathToFileURL(outfile).href);
rmSync(folder, { recursive: true });

const length = 100_000;
const most = 3;
const plain = prose(length);
const steps = { whole: length, "in 100 steps": length / 100 };

function read(text, step) {
  const document = createDocument();
  for (let at = 0; at < text.length; at += step) {
    document.add(text.slice(at, at + step));
    document.blocks(true);
  }
  document.blocks(false);
}

/** Processor time (ms). */
function time(text, step) {
  const start = process.cpuUsage();
  read(text, step);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The smallest of nine each, taken in turns, so that both have the same weather. */
function compare(text, step) {
  const best = { ms: Infinity, base: Infinity };
  for (let sample = 0; sample < 9; sample += 1) {
    best.ms = Math.min(best.ms, time(text, step));
    best.base = Math.min(best.base, time(plain, step));
  }
  return { ...best, ratio: best.ms / best.base };
}

let isMet = true;
const all = process.argv.includes("--all");
for (const [name, step] of Object.entries(steps)) {
  const times = Object.entries(worst)
    .map(([text, of]) => ({ text, ...compare(of(length), step) }))
    .toSorted((a, b) => b.ratio - a.ratio);
  for (const { text, ms, base, ratio } of times.slice(0, all ? undefined : 1)) {
    const met = ratio <= most;
    isMet &&= met;
    const figure = `${ratio.toFixed(1)} times (${ms.toFixed(0)} ms; prose ${base.toFixed(0)} ms)`;
    const claim = `100 kB ${name}, ${all ? text : `the slowest (${text})`}`;
    console.log(`${met ? "met    " : "NOT MET"}  ${claim}: ${figure} (target: at most ${most} times prose)`);
  }
}
process.exitCode = isMet ? 0 : 1;
