/** One file of the simulation and all that it uses: it starts sooner and runs faster than modules that Vitest transforms. */
import { build } from "esbuild";
import { join } from "node:path";
import { root } from "./prepare.mjs";

/** @param entry a file of test/simulation/support, without its suffix @param plugins may replace files */
export async function bundleSimulation(entry, outfile, plugins = []) {
  await build({
    entryPoints: [join(root, `test/simulation/support/${entry}.ts`)],
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["service-source"],
    external: ["@electric-sql/*", "pg", "fs-native-extensions"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    plugins,
    outfile,
    logLevel: "error",
  });
}
