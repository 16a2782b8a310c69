/**
 * Runs the built service on a data folder and the built example host in front of it, and prints one address. Ctrl-C stops
 * both. A service that dies is started again on the same port and folder, which is also how to watch an interrupted
 * answer being settled.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { giveUp, root } from "./prepare.mjs";

const dataFolder = process.env.SERVICE_DATA ?? join(root, ".data");
/** The service needs the host's address before the host starts, so a free port is chosen here. */
const hostPort = process.env.PORT === "0" ? await freePort() : (process.env.PORT ?? "3000");
/** Shared by both: the host's address, and the signing secret. */
const shared = {
  HOST_ADDRESS: `http://127.0.0.1:${hostPort}`,
  HOST_PAGE: `http://localhost:${hostPort}`,
  HOST_SECRET: randomBytes(32).toString("base64url"),
};
/** The service encrypts secrets with it, so it is the same at every start, stored beside the data and not in it. */
const secretsKey = process.env.SERVICE_SECRETS_KEY ?? keptKey(`${dataFolder.replace(/[\\/]+$/, "")}.key`);
/** How often the service may die in a minute before that is taken for a fault that stays. */
const mostCrashes = 5;
const children = new Set();
let stopping = false;

function keptKey(file) {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("base64"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return String(port);
}

/** Starts a program, resolves with its first line on standard output, and prints the rest of its output. */
function run(name, script, args, env, onExit) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
    // A group of its own: the terminal's Ctrl-C reaches only this process, and each child is notified once.
    detached: process.platform !== "win32",
  });
  children.add(child);
  return new Promise((resolve) => {
    let text = "";
    let answered = false;
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      if (answered) return void process.stdout.write(chunk);
      text += chunk;
      const end = text.indexOf("\n");
      if (end === -1) return;
      answered = true;
      resolve({ child, line: text.slice(0, end) });
    });
    child.once("close", () => {
      children.delete(child);
      if (stopping) return;
      if (!answered) return void giveUpWith(`${name} did not start; its reason is above.`);
      onExit();
    });
  });
}

let servicePort = "0";
let crashes = [];

async function startService() {
  const { child, line } = await run(
    "The service",
    "service/dist/cli.js",
    [
      "--port",
      servicePort,
      "--data",
      dataFolder,
      "--config",
      join(root, "examples/host/dist/service.config.js"),
      "--json",
    ],
    { ...shared, SERVICE_SECRETS_KEY: secretsKey },
    () => {
      crashes = [...crashes.filter((time) => Date.now() - time < 60_000), Date.now()];
      if (crashes.length > mostCrashes) {
        return void giveUpWith(`The service died ${crashes.length} times in a minute; its reason is above.`);
      }
      console.log("The service died and is started again; interrupted turns are settled as it starts.");
      void startService();
    },
  );
  const service = JSON.parse(line);
  servicePort = new URL(service.url).port;
  return { ...service, pid: child.pid };
}

/** Ends every child in order, and waits for them. */
async function stop() {
  stopping = true;
  await Promise.all(
    [...children].map((child) => {
      const gone = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      return gone;
    }),
  );
}

async function giveUpWith(sentence) {
  await stop();
  giveUp(sentence);
}

let asked;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (asked === undefined) {
      asked = performance.now();
      void stop().then(() => {
        console.log("\nStopped.");
        process.exit(0);
      });
    } else if (performance.now() - asked > 1_000) {
      // npm forwards the terminal's Ctrl-C; a later one is a person who does not want to wait.
      for (const child of children) child.kill("SIGKILL");
    }
  });
}

const service = await startService();
const { line: address } = await run(
  "The example host",
  "examples/host/dist/server.js",
  [],
  {
    ...shared,
    PORT: hostPort,
    SERVICE_API_BASE_URL: service.url,
    SERVICE_API_KEY: service.apiKey,
    SERVICE_ORGANIZATION_ID: service.organizationId,
  },
  () => void giveUpWith("The example host ended; its reason is above."),
);
console.log(
  `\n  Open ${address} and sign in as ana, ben, chloe or dai (password: demo).\n  Ctrl-C stops everything. The service runs as process ${service.pid}; its data is in ${dataFolder}.\n`,
);
