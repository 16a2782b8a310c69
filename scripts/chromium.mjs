/** The Chromium of the browser tests. */
import { ensureProgram } from "./ensure-program.mjs";

export function ensureChromium() {
  return ensureProgram({
    name: "Chromium",
    neededBy: "the browser tests",
    variable: "CHROMIUM_PATH",
    paths: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
    packages: ["chromium", "fonts-dejavu-core"],
  });
}
