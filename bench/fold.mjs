/**
 * The fold of 100,000 events in Node: `node bench/fold.mjs`. Linear: ten times the events take at most thirteen times as
 * long, smallest of five. Prints each claim with its target, the figure, and whether it is met; exits 1 when one is not.
 */
import { build } from "esbuild";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const folder = mkdtempSync(join(tmpdir(), "bench-fold-"));
const outfile = join(folder, "fold.mjs");
await build({
  stdin: {
    contents: `export { createTimelineFold } from "./src/timeline/timeline-fold.js";
export { createSessionWindow, windowLimits } from "./src/session/session-window.js";
export { longTurn } from "./test/pages/long-log.js";`,
    resolveDir: join(import.meta.dirname, ".."),
  },
  bundle: true,
  platform: "node",
  format: "esm",
  conditions: ["service-source"],
  outfile,
  logLevel: "error",
});
const { createTimelineFold, createSessionWindow, windowLimits, longTurn } = await import(pathToFileURL(outfile).href);
rmSync(folder, { recursive: true });

const most = 100_000;
const events = [];
for (let turn = 1; events.length < most; turn += 1) {
  events.push(...JSON.parse(JSON.stringify(longTurn("session", turn, events.length + 1))));
}
events.length = most;
/** One answer that never ends. */
const answer = events.map((event, index) => ({
  ...event,
  turnId: "turn",
  ...(index > 0 && { type: "agent.message.delta", payload: { text: "word " } }),
}));
const perFrame = 10;

const runs = {
  "at once": (log) => {
    const fold = createTimelineFold();
    fold.push(log);
    fold.getGroups();
  },
  "a frame for each 10 events": (log) => {
    const fold = createTimelineFold();
    for (let at = 0; at < log.length; at += perFrame) {
      fold.push(log.slice(at, at + perFrame));
      fold.getGroups();
    }
  },
  "through the window of a session": inWindow,
};

function inWindow(log) {
  const fold = createTimelineFold();
  const window = createSessionWindow(fold, windowLimits);
  for (const [index, event] of log.entries()) {
    window.take(event);
    if (index % perFrame > 0) continue;
    window.fold();
    fold.getGroups();
  }
}

/** Processor time (ms), the collector's threads included: a busy machine disturbs it less than the clock. */
function time(run, logs) {
  const start = process.cpuUsage();
  for (const log of logs) run(log);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The smallest of five each, taken in turns, so that both have the same weather: the mean of ten tenths, and the whole. */
function smallest(run, tenth, whole) {
  const tenths = Array.from({ length: 10 }, () => tenth);
  let best = [Infinity, Infinity];
  for (let sample = 0; sample < 5; sample += 1)
    best = [Math.min(best[0], time(run, tenths) / tenths.length), Math.min(best[1], time(run, [whole]))];
  return best;
}

let isMet = true;
function row(claim, target, figure, met) {
  isMet &&= met;
  console.log(`${met ? "met    " : "NOT MET"}  ${claim}: ${figure} (target: ${target})`);
}

console.log(`Fold of ${most} events, Node ${process.version}, ${cpus()[0]?.model ?? "unknown processor"}`);
for (const { kind, log } of [
  { kind: "turns", log: events },
  { kind: "one endless answer", log: answer },
]) {
  for (const [name, run] of Object.entries(runs)) {
    const [tenth, whole] = smallest(run, log.slice(0, most / 10), log);
    const ratio = whole / tenth;
    // The first tenth fits into a window and is never cut, so there only the whole is meaningful.
    if (run !== inWindow) {
      const figure = `${ratio.toFixed(1)} times`;
      row(`${kind}, ${name}: ten times the events`, "at most 13 times as long", figure, ratio <= 13);
    }
    row(`${kind}, ${name}: the lot`, "guide: 1,000 ms", `${whole.toFixed(0)} ms`, whole <= 1000);
  }
}
process.exitCode = isMet ? 0 : 1;
