/** Finds a program that tests drive, installing Debian's where that is possible without asking anybody. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { giveUp } from "./prepare.mjs";

/**
 * Gives its path, or ends the process with what to install.
 *
 * @param program `variable`: the environment variable that names it; `paths`: where it is looked for; `packages`: Debian's;
 * `orElse`: gives the path of another program that does.
 */
export function ensureProgram({ name, neededBy, variable, paths, packages, orElse }) {
  const find = () => [process.env[variable], ...paths].find((path) => path && existsSync(path));
  const found = find();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    console.log(`Installing Debian's ${name} for ${neededBy} …`);
    const options = {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    };
    // Another installation on the machine may have the lock for a while.
    const lock = ["-o", "DPkg::Lock::Timeout=300"];
    spawnSync("apt-get", ["update", "-qq", ...lock], options);
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...lock, ...packages], options);
    const installed = find();
    if (installed) return installed;
  }
  if (orElse) return orElse();
  return giveUp(
    `${name} is needed for ${neededBy}, and none was found. Install it (Debian: sudo apt-get install ${packages[0]}) or name one with ${variable}=/path/to/${packages[0]}, then run npm test again.`,
  );
}
