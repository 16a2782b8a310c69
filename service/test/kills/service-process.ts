/** A service in a process of its own, as its host and its machine see it: HTTP, time and signals. */
import { fork, type ChildProcess } from "node:child_process";
import type { Answer, CallOptions, Json } from "../harness.js";

export const credentials = {
  organizationId: "0a6f0c0e-3a52-4f62-9a4e-0d3f2b1c4d5e",
  apiKey: "svk_0123456789abcdef0123456789abcdef",
};
export const secretsKey = "11".repeat(32);

export type Place = { readonly dataDir: string } | { readonly databaseUrl: string };

/** Where a process kills itself. */
export interface Kill {
  /** The number of the write since it was armed; 0 is none. */
  readonly at: number;
  readonly moment: "before" | "after";
}

export interface ChildOptions {
  readonly store: Place;
  readonly credentials: typeof credentials;
  readonly secretsKey: string;
  /** Start of its clock (ms). */
  readonly begin: number;
}

export type ToChild = "close" | { readonly arm: Kill } | { readonly advance: number };
export type FromChild =
  | { readonly url: string }
  | { readonly fault: string }
  | { readonly done: true; readonly writes: number; readonly now: number };

export interface ServiceProcess {
  /** Time of its clock (ms). */
  readonly now: number;
  /** How many writes it had made before its last command since it was armed. */
  readonly writes: number;
  readonly isDead: boolean;
  /** Its reports to the operator. */
  readonly faults: readonly string[];
  /** Null when the process died before it answered. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer | null>;
  advance(ms: number): Promise<void>;
  /** Counts its writes from here on. */
  arm(kill: Kill): Promise<void>;
  /** Suspends the whole process until `wake`. */
  sleep(): void;
  wake(): void;
  close(): Promise<void>;
}

export async function startProcess(script: string, options: Omit<ChildOptions, "credentials" | "secretsKey">) {
  const given: ChildOptions = { ...options, credentials, secretsKey };
  // A process that lives a second gains nothing from optimising the database's code, and saves a third of its work.
  const execArgv = ["--liftoff-only"];
  const child = fork(script, [JSON.stringify(given)], { execArgv, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  return connect(child, options.begin);
}

async function connect(child: ChildProcess, begin: number): Promise<ServiceProcess> {
  const faults: string[] = [];
  const state = { now: begin, writes: 0, isDead: false };
  const waiting: ((url?: string) => void)[] = [];
  child.on("message", (message: FromChild) => {
    if ("fault" in message) return void faults.push(message.fault);
    if ("done" in message) Object.assign(state, { now: message.now, writes: message.writes });
    waiting.shift()?.("url" in message ? message.url : undefined);
  });
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => {
      state.isDead = true;
      resolve();
      for (const go of waiting.splice(0)) go();
    });
  });
  const answered = () => new Promise<string | undefined>((resolve) => void waiting.push(resolve));
  const url = await answered();
  if (url === undefined) throw new Error(`The service did not start: ${faults.join("; ")}`);

  async function send(message: ToChild): Promise<void> {
    if (state.isDead) return;
    const done = answered();
    // It may die at any moment; the process's end then settles the promise.
    child.send(message, () => undefined);
    await done;
  }

  return {
    get now() {
      return state.now;
    },
    get writes() {
      return state.writes;
    },
    get isDead() {
      return state.isDead;
    },
    faults,
    async call(method, path, body, { key = credentials.apiKey, headers } = {}) {
      if (state.isDead) return null;
      try {
        const answer = await fetch(url + path, {
          method,
          headers: {
            ...(key !== null && { authorization: `Bearer ${key}` }),
            "content-type": "application/json",
            ...headers,
          },
          ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
        });
        const text = await answer.text();
        const parsed = (text === "" ? null : JSON.parse(text)) as Json;
        return { status: answer.status, headers: answer.headers, body: parsed };
      } catch {
        await ended;
        return null;
      }
    },
    advance: (ms) => send({ advance: ms }),
    arm: (kill) => send({ arm: kill }),
    sleep: () => void child.kill("SIGSTOP"),
    wake: () => void child.kill("SIGCONT"),
    async close() {
      child.kill("SIGCONT");
      await send("close");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
