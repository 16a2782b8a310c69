import { expect, it } from "vitest";
import { drawWithBoth, holdMany, seedsOf } from "./support/bundled.js";
import { patience } from "./support/patience.js";

it(
  "runs whose pages show the session through both doors keep all rules",
  async () => {
    const all = seedsOf(0);
    const seeds = all.slice(0, Math.ceil(all.length / 2));
    const told = await holdMany(seeds, drawWithBoth);
    expect(told.runs).toBe(seeds.length);
    console.log(`Simulation of both doors: ${JSON.stringify(told)}`);
  },
  patience,
);
