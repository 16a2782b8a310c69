import { expect, it } from "vitest";
import { holdMany, seedsOf } from "./support/bundled.js";
import { patience } from "./support/patience.js";

it(
  "every run with a seed of this half keeps all rules",
  async () => {
    const seeds = seedsOf(1);
    const told = await holdMany(seeds);
    expect(told.runs).toBe(seeds.length);
    console.log(`Simulation: ${JSON.stringify(told)}`);
  },
  patience,
);
