/**
 * Installs the kit for the bench pages: built, packed as published, and unpacked. `node bench/kit.mjs --no-build`
 * packs the existing `dist`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packAll } from "../scripts/pack.mjs";

const root = join(fileURLToPath(import.meta.url), "../..");

/** The kit's dependencies come from the repository's own node_modules. */
export function installKit({ build = true } = {}) {
  if (build) execFileSync(process.execPath, [join(root, "scripts/build.mjs")], { cwd: root, stdio: "inherit" });
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const tarball = packAll(folder)["@service/react"];
  const place = join(root, "bench/node_modules/@service/react");
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", place]);
  rmSync(folder, { recursive: true, force: true });
  return place;
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  console.log(installKit({ build: !process.argv.includes("--no-build") }));
}
