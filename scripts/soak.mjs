/**
 * The long forms of parts of `npm test`.
 *
 * - `npm run test:soak`: 500 conversations over a bad network in a real browser; `npm run test:soak -- 50` runs
 *   another number.
 * - `npm run test:soak:session`: 100,000 events in one conversation in a real browser, with its memory; `-- 50000`
 *   streams another number.
 * - `npm run test:soak:identity`: 20,000 sequences of sign-ins, sends and page changes, 1,000 in a process;
 *   `TEST_SEED` is the seed of the first thousand, and each further thousand has the next.
 * - `npm run test:soak:cuts`: cuts and resumes ten times as many drawn logs, folds and pages them as many ways, and kills
 *   a service before and after each write of a turn.
 * - `npm run test:soak:kills`: kills it before and after each write in the life of a schedule, a delivery, an
 *   installation and a machine; `-- delivery` in that one only.
 * - `npm run test:soak:deliveries`: 1,000 events from ten senders at once.
 * - `npm run test:soak:hostile`: 50,000 hostile requests over raw sockets; `-- 5000` sends another number.
 * - `npm run test:soak:memory`: opens and leaves 20,000 conversations and prints the host's memory.
 * - `npm run test:soak:chaos`: 200 faults (kills, suspensions, silent networks, a full disk, clock jumps) under three service processes on
 *   one PostgreSQL; `-- 50` takes fewer, and `TEST_SEED` draws others.
 * - `npm run test:soak:simulation`: 20,000 runs of the simulation with up to 15 steps each; `TEST_SEED` times 10,000 is the
 *   first seed, and each further 2,000 runs begin at the next such number.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureChromium, ensureHeadlessShell } from "./chromium.mjs";
import { root } from "./prepare.mjs";

const forms = {
  faults: { usual: "500", variable: "FAULTS_COUNT", args: ["--project", "faults", "--reporter=verbose"] },
  session: { usual: "100000", variable: "SOAK_EVENTS", args: ["--project", "pages", "test/pages/soak.test.ts"] },
  hostile: {
    usual: "50000",
    variable: "HOSTILE_CASES",
    args: ["--project", "node", "--testTimeout=7200000", "hostile.test.ts"],
  },
  memory: {
    usual: "20000",
    variable: "MEMORY_CONVERSATIONS",
    args: ["--project", "node", "test/servers/host-memory.test.ts"],
  },
  identity: {
    usual: "20000",
    variable: "IDENTITY_SEQUENCES",
    inOneProcess: 1_000,
    args: ["--project", "dom", "--testTimeout=0", "test/hooks/identity-model.test.tsx"],
  },
  simulation: {
    usual: "20000",
    variable: "SIMULATION_RUNS",
    inOneProcess: 2_000,
    env: { SIMULATION_SIZE: "14" },
    args: ["--project", "simulation", "--testTimeout=0", "seeds"],
  },
  deliveries: {
    usual: "1",
    variable: "TEST_THOROUGH",
    args: ["--project", "node", "--testTimeout=0", "service/test/automations/many-deliveries.test.ts"],
  },
  chaos: {
    usual: "200",
    variable: "CHAOS_FAULTS",
    args: ["--project", "postgres", "service/test/postgres/chaos.test.ts"],
  },
  kills: {
    usual: "1",
    variable: "TEST_THOROUGH",
    args: ["--project", "store", "--project", "postgres", "kills"],
  },
  cuts: {
    usual: "1",
    variable: "TEST_THOROUGH",
    args: [
      "--project",
      "node",
      "--project",
      "store",
      "resumption",
      "crash",
      "overlapping-turns",
      "clean-cuts",
      "prefixes",
      "linear",
      "window-moves",
    ],
  },
};

const [name, count] = process.argv.slice(2);
const form = forms[name];
if (!form) {
  console.error(`No such soak: ${name}. There are ${Object.keys(forms).join(", ")}.`);
  process.exit(1);
}
const browser = ["chaos", "cuts", "deliveries", "hostile", "identity", "kills", "memory", "simulation"].includes(name)
  ? {}
  : { CHROMIUM_PATH: ensureChromium(), HEADLESS_SHELL_PATH: ensureHeadlessShell() };
const bin = join(root, "node_modules/.bin/vitest");

/** Runs so many in one process; gives its exit code. */
function run(many, more = {}) {
  const env = { ...form.env, ...process.env, [form.variable]: String(many), ...browser, ...more };
  const child = spawn(bin, ["run", ...form.args], { cwd: root, env, stdio: "inherit" });
  return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
}

const all = count ?? form.usual;
if (!form.inOneProcess) process.exit(await run(all));

const first = Number(process.env.TEST_SEED ?? 20_260_101);
const failed = [];
for (let done = 0; done < Number(all); done += form.inOneProcess) {
  const seed = first + done / form.inOneProcess;
  const many = Math.min(form.inOneProcess, Number(all) - done);
  const began = Date.now();
  if ((await run(many, { TEST_SEED: String(seed) })) !== 0) failed.push(seed);
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  console.log(`${done + many} of ${all}: seed ${seed}, ${seconds} s, failed seeds: ${failed.join(", ") || "none"}`);
}
process.exit(failed.length === 0 ? 0 : 1);
