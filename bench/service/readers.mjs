/**
 * Live streams under load: `node bench/service/readers.mjs [row…]`, all rows or those of these numbers from 1. Many readers of one session, and many sessions with a reader each:
 * which share of the events arrives, how long one takes from before its append to its reader, and how long a plain GET takes
 * beside them and alone. Times depend on the machine, shares do not while it keeps pace. CPU time depends on it less.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { bundle } from "./bundle.mjs";

const runs = [
  { store: "memory", sessions: 1, readers: 2_000, count: 60, ms: 250 },
  { store: "postgres", sessions: 1, readers: 1_000, count: 60, ms: 250 },
  { store: "postgres", sessions: 60, readers: 1, count: 200, ms: 50 },
  { store: "postgres", sessions: 200, readers: 1, count: 200, ms: 50 },
];
/** How long late events may take (ms). */
const patienceMs = 20_000;

const now = () => performance.timeOrigin + performance.now();
const at = (times, share) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

async function start(script, store) {
  const child = spawn(process.execPath, [script, store], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout);
  const [line] = await once(lines, "line");
  const { url, apiKey } = JSON.parse(line);
  const cpu = async () => {
    child.stdin.write("cpu\n");
    return JSON.parse((await once(lines, "line"))[0]);
  };
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const call = async (method, path, body) => {
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  return { child, call, cpu, url: new URL(url), apiKey };
}

/** A stream over a plain socket: a client library would distort the figures. */
async function follow({ url, apiKey }, path, seen) {
  const socket = connect(Number(url.port), url.hostname);
  let rest = "";
  const opened = new Promise((resolve) => {
    socket.setEncoding("utf8").on("data", (text) => {
      const frames = (rest + text).split("\n\n");
      rest = frames.pop();
      for (const frame of frames) {
        if (frame.includes(": connected")) resolve();
        const time = /"at":([\d.]+)/.exec(frame)?.[1];
        if (time !== undefined) seen.push(now() - Number(time));
      }
    });
  });
  socket.on("error", () => undefined);
  socket.write(`GET ${path}/events/stream HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${apiKey}\r\n\r\n`);
  await opened;
  return socket;
}

async function timeGets(call, path, isOver) {
  const times = [];
  while (!isOver()) {
    const from = performance.now();
    await call("GET", path);
    times.push(performance.now() - from);
    await pause(50);
  }
  return times;
}

async function run(script, { store, sessions, readers, count, ms }) {
  const service = await start(script, store);
  const { call, child, cpu } = service;
  try {
    const { workspace } = await call("PUT", "/v1/workspaces/external", {
      externalSource: "b",
      externalId: "b",
      name: "b",
    });
    const all = `/v1/workspaces/${workspace.id}/sessions`;
    const paths = [];
    for (let n = 0; n < sessions; n += 1) {
      paths.push(`${all}/${(await call("POST", all, { initialMessage: "0 0" })).id}`);
    }
    const quietUntil = performance.now() + 3_000;
    const alone = await timeGets(call, paths[0], () => performance.now() > quietUntil);
    const seen = [];
    const sockets = [];
    for (const path of paths) {
      for (let n = 0; n < readers; n += 50) {
        const some = Array.from({ length: Math.min(50, readers - n) }, () => follow(service, path, seen));
        sockets.push(...(await Promise.all(some)));
      }
    }
    const wanted = sessions * readers * count;
    let isOver = false;
    const before = await cpu();
    const beside = timeGets(call, paths[0], () => isOver);
    for (const path of paths) {
      await call("POST", `${path}/events`, { type: "user.message", payload: { text: `${count} ${ms}` } });
    }
    const until = performance.now() + count * ms + patienceMs;
    while (seen.length < wanted && performance.now() < until) await pause(100);
    isOver = true;
    const gets = await beside;
    const after = await cpu();
    const cpuOf = (part) => Math.round(((after[part] - before[part]) / seen.length) * 1e6) / 1e3;
    for (const socket of sockets) socket.destroy();
    return {
      "arrived (%)": Math.round((seen.length / wanted) * 1_000) / 10,
      "p50 (ms)": Math.round(at(seen, 0.5) ?? Number.NaN),
      "p99 (ms)": Math.round(at(seen, 0.99) ?? Number.NaN),
      "GET alone, median (ms)": Math.round(at(alone, 0.5) * 10) / 10,
      "GET beside, median (ms)": Math.round(at(gets, 0.5) * 10) / 10,
      "CPU of the service a delivery (ms)": cpuOf("service"),
      "CPU of the database a delivery (ms)": cpuOf("database"),
    };
  } finally {
    child.kill("SIGTERM");
  }
}

const script = await bundle("readers-child");
const rows = {};
const wanted = process.argv.slice(2).map(Number);
for (const [n, each] of runs.entries()) {
  if (wanted.length > 0 && !wanted.includes(n + 1)) continue;
  const { store, sessions, readers, ms } = each;
  const name = `${store}: ${sessions} session(s), ${readers} reader(s) each, ${1_000 / ms} events a second`;
  rows[name] = await run(script, each);
}
console.table(rows);
