/** The NATS server that tests of hints start and kill. */
import { ensureProgram } from "./ensure-program.mjs";

export function ensureNats() {
  return ensureProgram({
    name: "NATS server",
    neededBy: "the tests of hints over NATS",
    variable: "NATS_SERVER_PATH",
    paths: ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/opt/homebrew/bin/nats-server"],
    packages: ["nats-server"],
  });
}
