/** Carries out one command in the folder, as far as this machine allows it. */
import type { Clock } from "../../../foundation/clock.js";
import type { MachineAbility, MachineCommand } from "../../../wire/protocol/machines.js";
import { FolderFault, type Folder } from "./folder.js";
import { runCommand } from "./run-command.js";

export interface PerformOptions {
  readonly folder: Folder;
  /** Abilities that the person at the machine allows, whatever the service requests. */
  readonly abilities: readonly MachineAbility[];
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly onOutput: (bytes: Uint8Array, stream: "stdout" | "stderr") => void;
}

export interface Performed {
  readonly ok: boolean;
  readonly value: Readonly<Record<string, unknown>>;
}

const needs: Readonly<Record<MachineCommand["name"], MachineAbility>> = {
  list_files: "read",
  read_file: "read",
  write_file: "write",
  run: "run",
};

/** Never rejects: a failure is part of the result. */
export async function perform(command: MachineCommand, options: PerformOptions): Promise<Performed> {
  if (!options.abilities.includes(needs[command.name])) {
    return failed("machine_forbids", `This computer does not allow ${command.name}.`);
  }
  try {
    return { ok: true, value: await acts[command.name](command, options) };
  } catch (error) {
    if (error instanceof FolderFault) return failed(error.code, error.message);
    return failed("machine_failed", `The computer failed: ${error instanceof Error ? error.message : "unknown"}`);
  }
}

type Act = (command: MachineCommand, options: PerformOptions) => Promise<Readonly<Record<string, unknown>>>;

const acts: Readonly<Record<MachineCommand["name"], Act>> = {
  list_files: async ({ arguments: given }, { folder }) => ({ ...(await folder.list(textOf(given, "path", "."))) }),
  read_file: async ({ arguments: given }, { folder }) => {
    const offset = given["offset"] ?? 0;
    if (!Number.isSafeInteger(offset) || Number(offset) < 0) throw wrong("offset");
    return { ...(await folder.read(textOf(given, "path"), Number(offset))) };
  },
  write_file: async ({ arguments: given }, { folder }) => ({
    ...(await folder.write(textOf(given, "path"), textOf(given, "content"))),
  }),
  run: async ({ arguments: given, timeoutMs }, { folder, signal, clock, onOutput }) => ({
    ...(await runCommand({
      folder: folder.path,
      command: textOf(given, "command"),
      timeoutMs,
      signal,
      clock,
      onOutput,
    })),
  }),
};

function textOf(given: Readonly<Record<string, unknown>>, name: string, otherwise?: string): string {
  const value = given[name] ?? otherwise;
  if (typeof value === "string") return value;
  throw wrong(name);
}

function wrong(name: string): FolderFault {
  return new FolderFault("arguments_invalid", `"${name}" is missing or of another type.`);
}

function failed(code: string, message: string): Performed {
  return { ok: false, value: { code, message } };
}
