/**
 * Prepares a fresh clone: a new enough Node and the packages of the lock file. Uses only Node itself. Packages are
 * installed again when the lock file has changed since the last install.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(fileURLToPath(import.meta.url), "../..");

/** Exits with a sentence that names the remedy. */
export function giveUp(sentence) {
  console.error(sentence);
  process.exit(1);
}

export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  giveUp(
    `This needs Node 20.19 or newer; this is Node ${process.versions.node}. Install a newer one from nodejs.org and try again.`,
  );
}

/** Installing and building write beside the sources. */
export function checkFolder() {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    giveUp(
      `The folder ${root} cannot be written by this user. Change its permissions, or clone to a folder of your own.`,
    );
  }
}

/** Runs `npm ci` unless the installed packages come from this very lock file. */
export function installPackages() {
  const stamp = join(root, "node_modules/.installed-from");
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("Installing packages (npm ci) …");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0)
    giveUp(
      "The packages could not be installed: npm ci failed, its reason is above. Is the network there, and may this folder be written?",
    );
  mkdirSync(join(root, "node_modules"), { recursive: true });
  writeFileSync(stamp, lock);
}

/** Builds everything that runs from `dist/`. */
export function build() {
  const { status } = spawnSync(process.execPath, [join(root, "scripts/build.mjs")], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
