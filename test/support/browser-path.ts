import { existsSync } from "node:fs";

/** The whole Chromium. `npm test` sets the variable; without it, Debian's is meant. */
export const chromiumPath = (): string => process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** Chromium's headless shell: the same engine without windows, in a third of the time. Else the whole Chromium. */
export function browserPath(): string {
  const shell = process.env["HEADLESS_SHELL_PATH"] ?? "/usr/bin/chromium-headless-shell";
  return existsSync(shell) ? shell : chromiumPath();
}
