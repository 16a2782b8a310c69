#!/usr/bin/env node
/** The program `service-sdk`, which `npx @service/sdk` runs. */
import { doctorCommand, doctorHelp } from "./doctor-command.js";

const [command, ...args] = process.argv.slice(2);
const output = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
};

if (command === "doctor") process.exitCode = await doctorCommand(args, output);
else if (command === "--help" || command === "-h") output.out(doctorHelp);
else {
  output.err(
    `${command === undefined ? "There is" : `"${command}" is none; there is`} one command: doctor.\n\n${doctorHelp}`,
  );
  process.exitCode = 2;
}
