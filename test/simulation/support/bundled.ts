/** The simulation from its bundle, which `bundle-setup.mjs` makes. */
import { inject } from "vitest";
import type * as Simulation from "./simulation.js";

declare module "vitest" {
  interface ProvidedContext {
    readonly simulation: string;
  }
}

const bundle = inject("simulation");

export const { drawPlan, drawWithBoth, hold, holdMany, seedsOf, shrink } = (await import(
  /* @vite-ignore */ bundle
)) as typeof Simulation;
