/** Runs a shell command in its own process group, and ends the whole group on a time limit or a cancel. */
import { spawn } from "node:child_process";
import type { Clock } from "../../../foundation/clock.js";

export interface RunOptions {
  readonly folder: string;
  readonly command: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Called with each piece that is printed, as bytes. */
  readonly onOutput: (bytes: Buffer, stream: "stdout" | "stderr") => void;
}

export interface RunEnd {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
}

/** How long a group may take to end by itself before it is killed (ms). */
const graceMs = 2_000;

/** How long output is read after the command has ended: a process that left its group may keep it open (ms). */
const outputMs = 500;

/** Variables that only concern this program. */
const ownVariables = ["SERVICE_URL", "SERVICE_MACHINE_TOKEN"];

/** Resolves when the command has ended and its group was killed. Rejects when it could not be started. */
export function runCommand({ folder, command, timeoutMs, signal, clock, onOutput }: RunOptions): Promise<RunEnd> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownVariables.includes(name)));
  return new Promise((resolve, reject) => {
    // A group of its own, so that what it starts can be ended with it.
    const child = spawn("/bin/sh", ["-c", command], {
      cwd: folder,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let timedOut = false;
    let cancelKill: (() => void) | undefined;
    const end = () => {
      killGroup(child.pid, "SIGTERM");
      cancelKill ??= clock.after(graceMs, () => killGroup(child.pid, "SIGKILL"));
    };
    const cancelLimit = clock.after(timeoutMs, () => {
      timedOut = true;
      end();
    });
    const release = () => {
      cancelLimit();
      cancelKill?.();
      signal.removeEventListener("abort", end);
    };
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    child.stdout.on("data", (bytes: Buffer) => onOutput(bytes, "stdout"));
    child.stderr.on("data", (bytes: Buffer) => onOutput(bytes, "stderr"));
    child.once("error", (error) => {
      release();
      reject(error);
    });
    child.once("exit", (exitCode, endSignal) => {
      release();
      const ended = { exitCode, signal: endSignal, timedOut, cancelled: signal.aborted && !timedOut };
      // Background processes of the command keep its pipes open, so they are killed with it.
      killGroup(child.pid, "SIGKILL");
      // A process outside of the group is out of reach, and so is the end of its output.
      const cancelOutput = clock.after(outputMs, () => {
        child.stdout.destroy();
        child.stderr.destroy();
      });
      child.once("close", () => {
        cancelOutput();
        resolve(ended);
      });
    });
  });
}

function killGroup(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // Gone already.
  }
}
