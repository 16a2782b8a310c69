/**
 * `npm start`: installs, builds, starts the embedded service on a local data folder and the example host in front of it,
 * and prints one address. Ctrl-C stops both. A service that dies is started again on the same port and folder, which
 * is also how to watch an interrupted answer being settled.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build, checkNode, giveUp, installPackages, root } from "./prepare.mjs";

checkNode();
installPackages();
console.log("Building …");
build();

const dataFolder = process.env.SERVICE_DATA ?? join(root, ".data");
const hostPort = process.env.PORT ?? "3000";
const children = new Set();
let stopping = false;

/** Starts a program, resolves with its first line on standard output, and shows the rest of what it says. */
function run(name, script, args, env, onExit) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
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
    child.once("exit", (code) => {
      children.delete(child);
      if (stopping) return;
      if (!answered) {
        stop();
        giveUp(`${name} did not start; its reason is above.`);
      }
      onExit(code);
    });
  });
}

let servicePort = "0";
let crashes = 0;

async function startService() {
  const { child, line } = await run(
    "The service",
    "service/dist/cli.js",
    ["--port", servicePort, "--data", dataFolder, "--json"],
    {},
    () => {
      crashes += 1;
      if (crashes > 5) {
        stop();
        giveUp("The service died five times; its reason is above.");
      }
      console.log("The service died and is started again; interrupted turns are settled as it starts.");
      void startService();
    },
  );
  const service = JSON.parse(line);
  servicePort = new URL(service.url).port;
  return { ...service, pid: child.pid };
}

function stop() {
  stopping = true;
  for (const child of children) child.kill("SIGTERM");
}
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    stop();
    console.log("\nStopped.");
  });
}

const service = await startService();
const { line: address } = await run(
  "The example host",
  "examples/host/dist/server.js",
  [],
  {
    PORT: hostPort,
    SERVICE_API_BASE_URL: service.url,
    SERVICE_API_KEY: service.apiKey,
    SERVICE_ORGANIZATION_ID: service.organizationId,
  },
  () => {
    stop();
    giveUp("The example host ended; its reason is above.");
  },
);
console.log(
  `\n  Open ${address} and sign in as ana, ben, chloe or dai (password: demo).\n  Ctrl-C stops everything. The service runs as process ${service.pid}; its data is in ${dataFolder}.\n`,
);
