/**
 * The nginx of `test/deploy`. It runs without root rights (as root, as the user `nobody`), on free ports, from a folder
 * of its own.
 */
import { ensureProgram } from "./ensure-program.mjs";

export function ensureNginx() {
  return ensureProgram({
    name: "nginx",
    neededBy: "the tests of docs/deploy",
    variable: "NGINX_PATH",
    paths: ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"],
    packages: ["nginx"],
  });
}
