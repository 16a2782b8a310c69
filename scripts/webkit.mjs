/** The WebKit of `test/webkit`: Debian's WebKitGTK, driven by its own driver on a display without a screen. */
import { ensureProgram } from "./ensure-program.mjs";

const neededBy = "the tests in WebKit";

export function ensureWebKit() {
  const paths = ["/usr/bin/WebKitWebDriver"];
  return ensureProgram({
    name: "WebKitGTK",
    neededBy,
    variable: "WEBKIT_DRIVER_PATH",
    paths,
    packages: ["webkit2gtk-driver"],
  });
}

export function ensureDisplay() {
  return ensureProgram({
    name: "Xvfb",
    neededBy,
    variable: "XVFB_PATH",
    paths: ["/usr/bin/Xvfb"],
    packages: ["xvfb"],
  });
}
