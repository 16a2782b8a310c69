/** Bundles the simulation once for all its test files. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/prepare.mjs";
import { bundleSimulation } from "../../scripts/simulation-bundle.mjs";

/** @param project Vitest's project, whose tests import the file that is named here. */
export async function setup(project) {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const file = join(cache, `simulation-${process.pid}.mjs`);
  await bundleSimulation("simulation", file);
  project.provide("simulation", file);
  return () => rmSync(file, { force: true });
}
