/**
 * The long forms of parts of `npm test`. `npm run test:soak` holds 500 conversations over a bad network in a real browser,
 * `npm run test:soak -- 50` another number. `npm run test:soak:session` streams 100,000 events into one conversation in a
 * real browser and prints what it takes, `npm run test:soak:session -- 50000` another number. `npm run test:soak:identity`
 * draws 20,000 sequences of sign-ins, sends and page changes. `npm run test:soak:cuts` cuts
 * and resumes every log that is drawn, and kills a service before and after each write of a turn. `npm run test:soak:kills` kills
 * it before and after each write in the life of a schedule, a delivery, an installation and a machine. `npm run test:soak:hostile` sends 50,000
 * hostile requests over raw sockets, `npm run test:soak:hostile -- 5000` another number. `npm run test:soak:memory` opens and
 * leaves 20,000 conversations and prints what the host holds.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
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
    args: ["--project", "dom", "--testTimeout=0", "test/hooks/identity-model.test.tsx"],
  },
  kills: {
    usual: "1",
    variable: "TEST_THOROUGH",
    args: ["--project", "store", "--project", "postgres", "kills"],
  },
  cuts: {
    usual: "1",
    variable: "TEST_THOROUGH",
    args: ["--project", "node", "--project", "store", "resumption", "crash"],
  },
};

const [name, count] = process.argv.slice(2);
const form = forms[name];
if (!form) {
  console.error(`No such soak: ${name}. There are ${Object.keys(forms).join(", ")}.`);
  process.exit(1);
}
const browser = ["cuts", "hostile", "identity", "kills", "memory"].includes(name)
  ? {}
  : { CHROMIUM_PATH: ensureChromium() };
const env = { ...process.env, [form.variable]: count ?? form.usual, ...browser };
const child = spawn(join(root, "node_modules/.bin/vitest"), ["run", ...form.args], {
  cwd: root,
  env,
  stdio: "inherit",
});
child.once("exit", (code) => process.exit(code ?? 1));
