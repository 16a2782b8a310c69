/** Makes many runs, one seed each, and reports the first that breaks a rule so that it can be repeated. */
import { drawPlan, type Plan } from "./plan.js";
import { hold } from "./run.js";
import { shrink } from "./shrink.js";

export interface Many {
  readonly runs: number;
  readonly steps: number;
  readonly requests: number;
  readonly faults: number;
  readonly calls: number;
  readonly events: number;
}

/**
 * @param draw makes the plan of a seed.
 * @throws {Error} with the seed, the smallest plan that breaks the rule, and its trace.
 */
export async function holdMany(seeds: Iterable<number>, draw: (seed: number) => Plan = drawPlan): Promise<Many> {
  const sum = { runs: 0, steps: 0, requests: 0, faults: 0, calls: 0, events: 0 };
  for (const seed of seeds) {
    const plan = draw(seed);
    const { broken, counts } = await hold(plan);
    if (broken) throw new Error(await explain(plan), { cause: broken });
    sum.runs += 1;
    for (const name of ["steps", "requests", "faults", "calls", "events"] as const) sum[name] += counts[name];
  }
  return sum;
}

async function explain(plan: Plan): Promise<string> {
  const least = await shrink(plan, async (smaller) => (await hold(smaller)).broken !== null);
  const { broken, lines } = await hold(least, true);
  const told = [
    `Seed ${plan.seed} of the simulation: ${broken?.message}`,
    ...lines.slice(-120).map((line) => line.slice(0, 400)),
    `The smallest plan: ${JSON.stringify(least)}`,
    `SIMULATION_SEED=${plan.seed} npx vitest run --project simulation holds this one alone.`,
  ];
  return told.join("\n");
}

/** The plan of a seed, in which every tab shows the session through both doors, at once or in turn. */
export function drawWithBoth(seed: number): Plan {
  const plan = drawPlan(seed);
  const door = seed % 4 === 1 ? "both" : "changing";
  return { ...plan, tabs: plan.tabs.map((tab) => ({ ...tab, door })) };
}

/** The seeds of one of two files, which take every other one. */
export function seedsOf(file: 0 | 1): number[] {
  const alone = process.env["SIMULATION_SEED"];
  if (alone !== undefined) return file === 0 ? [Number(alone)] : [];
  const count = Number(process.env["SIMULATION_RUNS"] ?? 1_000);
  const block = process.env["TEST_SEED"];
  const first = block === undefined ? 1 : Number(block) * 10_000;
  return Array.from({ length: Math.ceil(count / 2) }, (_, index) => first + 2 * index + file);
}
