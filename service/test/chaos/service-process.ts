/** The command `service-embedded` as a process that can be killed, suspended and started again at the same address. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../test/support/free-port.js";
import { openLine, type DatabaseLine } from "../postgres/database-line.js";
import { credentials } from "../postgres/processes.js";

const clockPath = fileURLToPath(new URL("shifted-clock.mjs", import.meta.url));

/** Short, so that a fault of seconds exceeds them. */
const settings = {
  "lease-ms": 2_000,
  "heartbeat-ms": 1_000,
  drain: 2,
  "database-connect-ms": 2_000,
  "database-statement-ms": 3_000,
  "database-query-ms": 3_500,
};

/** Longest time (ms) from SIGTERM to the exit: many times the drain and the time-outs together. */
const longestEndMs = 60_000;

export interface ServiceProcess {
  /** Address for clients, the same after a restart. */
  readonly url: string;
  /** Between the service and its database. */
  readonly databaseLine: DatabaseLine;
  /** Between clients and the service. */
  readonly clientLine: DatabaseLine;
  /** Exits that no fault caused, with the last lines of the log. */
  readonly crashes: readonly string[];
  /** Lines of the log at level `error`: a message and a code, with the number of each. */
  readonly errors: ReadonlyMap<string, number>;
  /** Starts the process unless it runs. Tries again until the database admits it. */
  start(): Promise<void>;
  /** Ends it by a signal and waits for its exit. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
  suspend(): void;
  resume(): void;
  /** Sets the difference of its clock from the real time; a restart sets it to zero. */
  shiftClock(ms: number): void;
  close(): Promise<void>;
}

export async function openServiceProcess(script: string, databaseUrl: string): Promise<ServiceProcess> {
  const databaseLine = await openLine(databaseUrl);
  const port = await freePort();
  const clientLine = await openLine(`http://127.0.0.1:${port}`);
  const crashes: string[] = [];
  const errors = new Map<string, number>();
  const state = { child: null as ChildProcess | null, isWanted: false };
  let starting: Promise<void> = Promise.resolve();

  function launch(): Promise<"listening" | "refused"> {
    const flags = Object.entries({ ...settings, port }).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const started = fork(script, ["--database", databaseLine.url, "--json", ...flags], {
      execArgv: ["--import", clockPath],
      env: {
        ...process.env,
        SERVICE_ORGANIZATION_ID: credentials.organizationId,
        SERVICE_API_KEY: credentials.apiKey,
      },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    state.child = started;
    const tail: string[] = [];
    createInterface(started.stderr!).on("line", (line) => {
      tail.push(line);
      if (tail.length > 20) tail.shift();
      const error = errorOf(line);
      if (error !== null) errors.set(error, (errors.get(error) ?? 0) + 1);
    });
    return new Promise((resolve) => {
      let isListening = false;
      createInterface(started.stdout!).once("line", () => {
        isListening = true;
        resolve("listening");
      });
      started.once("exit", (code, signal) => {
        if (state.child === started) state.child = null;
        if (isListening && state.isWanted) crashes.push([`exit ${code ?? signal}`, ...tail].join("\n"));
        resolve("refused");
      });
    });
  }

  async function start(): Promise<void> {
    state.isWanted = true;
    // A database that is away refuses a start; a supervisor starts the process again.
    while (state.isWanted && state.child === null) if ((await launch()) === "refused") await pause(200);
  }

  async function end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    state.isWanted = false;
    const ended = state.child;
    if (ended === null) return;
    const exited = once(ended, "exit");
    ended.kill(signal);
    // A suspended process takes SIGTERM when it continues.
    ended.kill("SIGCONT");
    const hung = setTimeout(() => {
      crashes.push(`no exit ${longestEndMs} ms after ${signal}`);
      ended.kill("SIGKILL");
    }, longestEndMs);
    await exited;
    clearTimeout(hung);
  }

  return {
    url: clientLine.url,
    databaseLine,
    clientLine,
    crashes,
    errors,
    start: () => (starting = starting.then(start)),
    end,
    suspend: () => void state.child?.kill("SIGSTOP"),
    resume: () => void state.child?.kill("SIGCONT"),
    shiftClock: (shiftMs) => void state.child?.send({ shiftMs }, () => undefined),
    async close() {
      await end("SIGKILL");
      await clientLine.close();
      await databaseLine.close();
    },
  };
}

/** Null for a line below level `error`. */
function errorOf(line: string): string | null {
  try {
    const { level, msg, code, error, stack } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const where = Array.isArray(stack) ? ` ${stack.slice(0, 3).join(" ")}` : "";
    return level === "error" ? `${String(msg)}: ${String(code ?? error)}${where}` : null;
  } catch {
    return line;
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
