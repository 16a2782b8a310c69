/**
 * `npm run soak`: streams 100,000 events into a conversation in a real browser and prints what it takes; `npm run soak --
 * 50000` another number. `npm test` runs the form of 10,000.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { root } from "./prepare.mjs";

const [events = "100000"] = process.argv.slice(2);
const env = { ...process.env, SOAK_EVENTS: events, CHROMIUM_PATH: ensureChromium() };
const vitest = join(root, "node_modules/.bin/vitest");
const child = spawn(vitest, ["run", "--project", "pages", "test/pages/soak.test.ts"], {
  cwd: root,
  env,
  stdio: "inherit",
});
child.once("exit", (code) => process.exit(code ?? 1));
