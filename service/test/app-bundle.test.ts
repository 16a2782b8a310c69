import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, it } from "vitest";

it("bundles for a browser page without any module of Node", async () => {
  const { metafile, errors } = await build({
    entryPoints: [fileURLToPath(new URL("../src/app.ts", import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "esm",
    conditions: ["service-source"],
    logLevel: "silent",
  });
  expect(errors).toEqual([]);
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.some((path) => path.endsWith("scripted/agent.ts"))).toBe(true);
  expect(inputs.filter((path) => /kysely|pglite|node:|hono.node-server/.test(path))).toEqual([]);
});
