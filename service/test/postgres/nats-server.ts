import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../../test/support/free-port.js";
import { soon } from "./watched.js";

/** `npm test` installs one; elsewhere the variable may name it. */
const program = process.env["NATS_SERVER_PATH"] ?? "/usr/sbin/nats-server";

/** A real NATS server that can be killed and started again at the same address. */
export interface NatsServer {
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
}

export async function startNats(): Promise<NatsServer> {
  const port = String(await freePort());
  let child: ChildProcess;

  async function start(): Promise<void> {
    child = spawn(program, ["--addr", "127.0.0.1", "--port", port], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    const ready = new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => reject(new Error(`nats-server ended (${code}): ${said}`)));
      child.stderr!.on("data", (chunk) => {
        said += String(chunk);
        if (said.includes("Server is ready")) resolve();
      });
    });
    await soon("a NATS server", ready);
  }

  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    async kill() {
      const ended = once(child, "close");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
