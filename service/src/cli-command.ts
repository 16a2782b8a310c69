/** The command after `--`: it runs beside the service, and reads the service's address and key from its environment. */
import { spawnSync } from "node:child_process";
import { constants } from "node:os";
import spawn from "cross-spawn";
import { UsageError } from "./cli-modules.js";

/** Splits arguments at the first `--`. `command` is undefined without one. */
export function splitCommand(args: readonly string[]): {
  readonly own: readonly string[];
  readonly command: readonly string[] | undefined;
} {
  const at = args.indexOf("--");
  if (at === -1) return { own: args, command: undefined };
  const command = args.slice(at + 1);
  if (command.length === 0) throw new UsageError("A command is missing after --, such as: -- npm run dev.");
  return { own: args.slice(0, at), command };
}

export interface RunningCommand {
  /** Resolves to the command's exit code. Rejects with UsageError when the command cannot be started. */
  readonly ended: Promise<number>;
  /**
   * Signals the command and its descendants, as a terminal's Ctrl-C does: the shell between npm and a program
   * forwards no signal. Does nothing when the command has ended.
   */
  signal(name: "SIGINT" | "SIGTERM"): void;
}

/** Starts a command on the same terminal, with these variables in addition to the environment. */
export function runCommand(command: readonly string[], variables: NodeJS.ProcessEnv): RunningCommand {
  const [program = "", ...args] = command;
  // cross-spawn also starts npm and npx on Windows, where both are scripts, and quotes each argument for them.
  const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...variables } });
  return {
    ended: new Promise((resolve, reject) => {
      child.once("error", (error: NodeJS.ErrnoException) =>
        reject(
          new UsageError(`${program} cannot be started (${error.code ?? error.message}). Check the command after --.`),
        ),
      );
      child.once("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal!]));
    }),
    signal(name) {
      const { pid, exitCode, signalCode } = child;
      if (pid === undefined || exitCode !== null || signalCode !== null) return;
      const descendants = descendantsOf(pid);
      child.kill(name);
      for (const descendant of descendants) signalIfPresent(descendant, name);
    },
  };
}

/** Ids of the processes below this one. Empty where there is no `ps`, as on Windows and in small containers. */
function descendantsOf(pid: number): readonly number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const rows = (stdout ?? "").split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): readonly number[] =>
    rows.flatMap(([child = 0, its]) => (its === parent ? [child, ...below(child)] : []));
  return below(pid);
}

function signalIfPresent(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended meanwhile.
  }
}
