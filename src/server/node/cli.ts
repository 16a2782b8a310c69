#!/usr/bin/env node
/** The program `service-sdk`, which `npx @service/sdk` runs. */
import { readFileSync } from "node:fs";
import { doctorCommand, doctorHelp } from "./doctor-command.js";
import { initCommand, initHelp } from "./init/init-command.js";
import { machineCommand, machineHelp } from "./machine/machine-command.js";

const [command, ...args] = process.argv.slice(2);
const output = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
};
const help = `${initHelp}\n${doctorHelp}\n${machineHelp}`;

/** The version of the package, whose folder has this program in `dist`. */
function version(): string {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
  return manifest.version;
}

/** Aborts at the first Ctrl-C; a second one ends the process at once. */
function untilInterrupted(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => (stop.signal.aborted ? process.exit(130) : stop.abort()));
  }
  return stop.signal;
}

if (command === "init") process.exitCode = await initCommand(args, output);
else if (command === "doctor") process.exitCode = await doctorCommand(args, output);
else if (command === "machine") process.exit(await machineCommand(args, output, untilInterrupted()));
else if (command === "--help" || command === "-h") output.out(help);
else if (command === "--version" || command === "-v") output.out(`${version()}\n`);
else {
  output.err(
    `${command === undefined ? "There are" : `"${command}" is none; there are`} three commands: init, doctor and machine.\n\n${help}`,
  );
  process.exitCode = 2;
}
