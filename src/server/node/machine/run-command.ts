/** Runs a shell command in its own process group, and ends the whole group on a time limit or a cancel. */
import { spawn } from "node:child_process";

export interface RunOptions {
  readonly folder: string;
  readonly command: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
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

/** Variables that only concern this program. */
const ownVariables = ["SERVICE_URL", "SERVICE_MACHINE_TOKEN"];

/** Resolves when the command has ended and its group was killed. Rejects when it could not be started. */
export function runCommand({ folder, command, timeoutMs, signal, onOutput }: RunOptions): Promise<RunEnd> {
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
    let killLater: NodeJS.Timeout | undefined;
    const end = () => {
      killGroup(child.pid, "SIGTERM");
      killLater ??= setTimeout(() => killGroup(child.pid, "SIGKILL"), graceMs);
    };
    const limit = setTimeout(() => {
      timedOut = true;
      end();
    }, timeoutMs);
    const release = () => {
      clearTimeout(limit);
      clearTimeout(killLater);
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
    // Background processes of the command keep its pipes open, so they are killed with it.
    child.once("exit", () => killGroup(child.pid, "SIGKILL"));
    child.once("close", (exitCode, endSignal) => {
      release();
      resolve({ exitCode, signal: endSignal, timedOut, cancelled: signal.aborted && !timedOut });
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
