/** Finds a Chromium for the browser tests, installing Debian's where that is possible without asking anybody. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { giveUp } from "./prepare.mjs";

const candidates = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const find = () => [process.env.CHROMIUM_PATH, ...candidates].find((path) => path && existsSync(path));

export function ensureChromium() {
  const found = find();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Debian's Chromium for the browser tests …");
    const options = {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    };
    spawnSync("apt-get", ["update", "-qq"], options);
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"], options);
    const installed = find();
    if (installed) return installed;
  }
  return giveUp(
    "The browser tests need Chromium and none was found. Install it (Debian: sudo apt-get install chromium) or name one with CHROMIUM_PATH=/path/to/chromium, then run npm test again.",
  );
}
