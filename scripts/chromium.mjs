/** The browsers of the tests, both with Chromium's engine. */
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

/** Chromium without windows, which needs a third of the time. The whole Chromium does where there is none. */
export function ensureHeadlessShell() {
  return ensureProgram({
    name: "Chromium's headless shell",
    neededBy: "the browser tests",
    variable: "HEADLESS_SHELL_PATH",
    paths: ["/usr/bin/chromium-headless-shell"],
    packages: ["chromium-headless-shell", "fonts-dejavu-core"],
    orElse: ensureChromium,
  });
}
