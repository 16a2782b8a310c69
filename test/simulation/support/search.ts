/** Finds the first seed that breaks a rule. `scripts/breakages.mjs` bundles and runs this file; its first argument is the number of runs. */
import { drawPlan } from "./plan.js";
import { hold } from "./run.js";

const most = Number(process.argv[2]);
let runs = 0;
let message: string | null = null;
while (message === null && runs < most) {
  runs += 1;
  message = (await hold(drawPlan(runs))).broken?.message ?? null;
}
process.stdout.write(JSON.stringify({ runs, message }));
// Broken code may leave real timers.
process.exit(0);
