/**
 * Measures the delay of a request while other sessions' turns write: `node bench/service/starvation.mjs [events] [sessions]`.
 * Runs the service twice on a fresh data folder, with PGlite in the main thread and in its own thread. Prints the worst
 * and the median time of `/healthz`, of reading a session and of creating one.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as after } from "node:timers/promises";
import { bundle } from "./bundle.mjs";

const [events = 3_000, sessions = 50] = process.argv.slice(2).map(Number);

async function start(script, folder, place) {
  const child = spawn(process.execPath, [script, folder, place], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface(child.stdout), "line");
  const { url, apiKey } = JSON.parse(line);
  const call = async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  return { child, call };
}

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

/** Measures until the turns of `paths` rest. */
async function measure(call, workspace, paths) {
  const times = { healthz: [], read: [], create: [] };
  const timed = async (name, act) => {
    const from = performance.now();
    const result = await act();
    times[name].push(performance.now() - from);
    return result;
  };
  for (let at = 0; ; at += 1) {
    await timed("healthz", () => call("GET", "/healthz"));
    const { status } = await timed("read", () => call("GET", paths[at % paths.length]));
    await timed("create", () => call("POST", `${workspace}/sessions`, { initialMessage: "0" }));
    if (status === "idle" && (await all(call, paths))) break;
    await after(20);
  }
  return Object.entries(times).map(([name, all]) => [
    name,
    { worst: Math.max(...all), median: median(all), n: all.length },
  ]);
}

async function all(call, paths) {
  for (const path of paths) if ((await call("GET", path)).status !== "idle") return false;
  return true;
}

async function run(script, place) {
  const folder = mkdtempSync(join(tmpdir(), "bench-starvation-"));
  const { child, call } = await start(script, join(folder, "data"), place);
  try {
    const external = { externalSource: "bench", externalId: "b", name: "b" };
    const { workspace } = await call("PUT", "/v1/workspaces/external", external);
    const at = `/v1/workspaces/${workspace.id}`;
    const begin = async (count, n) => {
      const made = [];
      for (let i = 0; i < count; i += 1) made.push(call("POST", `${at}/sessions`, { initialMessage: String(n) }));
      return (await Promise.all(made)).map(({ id }) => `${at}/sessions/${id}`);
    };
    const rows = {};
    for (const [name, count, n] of [
      [`1 turn of ${events} events`, 1, events],
      [`${sessions} turns of ${Math.round(events / 10)} events`, sessions, Math.round(events / 10)],
    ]) {
      const from = performance.now();
      const found = await measure(call, at, await begin(count, n));
      const seconds = (performance.now() - from) / 1_000;
      for (const [what, { worst, median: middle, n: requests }] of found) {
        rows[[place, name, what].join(", ")] = {
          "worst (ms)": Math.round(worst),
          "median (ms)": Math.round(middle),
          requests,
          "whole run (s)": Math.round(seconds * 10) / 10,
        };
      }
    }
    return rows;
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

const script = await bundle("starvation-child");
console.table({ ...(await run(script, "main")), ...(await run(script, "thread")) });
