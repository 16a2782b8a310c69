import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand, type RunEnd } from "../../src/server/node/machine/run-command.js";
import { createManualClock } from "../../src/testing/manual-clock.js";

let folder: string;
let started: number[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "command-"));
  started = [];
});
afterEach(async () => {
  for (const pid of started) if (isAlive(pid)) process.kill(pid, "SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

const limitMs = 60_000;
/** How long output is read after the shell has ended. */
const outputMs = 500;

/** Starts a command, which first prints ids of processes on one line. */
async function begin(command: string) {
  const manual = createManualClock();
  const waits: number[] = [];
  const clock = {
    ...manual,
    after(ms: number, run: () => void) {
      waits.push(ms);
      return manual.after(ms, run);
    },
  };
  const stop = new AbortController();
  let text = "";
  let end: RunEnd | null = null;
  const onOutput = (bytes: Buffer) => void (text += bytes.toString());
  const ended = runCommand({ folder, command, timeoutMs: limitMs, signal: stop.signal, clock, onOutput });
  void ended.then((value) => (end = value));
  await expect.poll(() => text).toContain("\n");
  const pids = text.split("\n", 1)[0]!.split(" ").map(Number);
  started.push(...pids);
  /** Resolves once the shell has ended, and only the output of others may follow. */
  const shellEnded = () => expect.poll(() => waits).toContain(outputMs);
  return { clock: manual, stop, pids, shellEnded, text: () => text.slice(text.indexOf("\n") + 1), end: () => end };
}

/** Starts a shell command in a group of its own, and prints its id. */
function leaving(command: string): string {
  const script = `const { spawn } = require("node:child_process");
    const { pid } = spawn("/bin/sh", ["-c", process.argv[1]], { detached: true, stdio: "inherit" });
    console.log(pid);
    process.exit();`;
  return `"${process.execPath}" -e '${script}' '${command}'`;
}

describe("a command whose child left its group", () => {
  const daemon = leaving("exec sleep 600");

  it("ends a moment after its shell, although the child keeps its output open", async () => {
    const run = await begin(daemon);
    await run.shellEnded();
    expect(run.end()).toBeNull();
    run.clock.advance(outputMs);
    await expect.poll(run.end).toEqual({ exitCode: 0, signal: null, timedOut: false, cancelled: false });
    expect(run.clock.waiting).toBe(0);
    expect(isAlive(run.pids[0]!)).toBe(true);
  });

  it("keeps the output that arrives within this moment", async () => {
    const late = "until test -e go; do sleep 0.02; done; echo late; exec sleep 600";
    const run = await begin(leaving(late));
    await run.shellEnded();
    run.clock.advance(outputMs - 1);
    await writeFile(join(folder, "go"), "");
    await expect.poll(run.text).toBe("late\n");
    expect(run.end()).toBeNull();
    run.clock.advance(1);
    await expect.poll(run.end).toMatchObject({ exitCode: 0 });
  });

  it("ends at its time limit", async () => {
    const run = await begin(`${daemon}; exec sleep 600`);
    run.clock.advance(limitMs);
    await run.shellEnded();
    run.clock.advance(outputMs);
    await expect.poll(run.end).toMatchObject({ exitCode: null, timedOut: true, cancelled: false });
  });

  it("ends when it is cancelled", async () => {
    const run = await begin(`${daemon}; exec sleep 600`);
    run.stop.abort();
    await run.shellEnded();
    run.clock.advance(outputMs);
    await expect.poll(run.end).toMatchObject({ exitCode: null, timedOut: false, cancelled: true });
  });

  it("that has ended by itself is neither late nor cancelled while its output is read", async () => {
    const run = await begin(daemon);
    await run.shellEnded();
    run.stop.abort();
    run.clock.advance(limitMs);
    await expect.poll(run.end).toMatchObject({ exitCode: 0, timedOut: false, cancelled: false });
  });
});

describe("a command at its time limit", () => {
  it("may end by itself within two seconds", async () => {
    const run = await begin("trap 'echo bye; exit 3' TERM; sleep 600 & echo $$ $!; wait");
    run.clock.advance(limitMs);
    await expect.poll(run.end).toEqual({ exitCode: 3, signal: null, timedOut: true, cancelled: false });
    expect(run.text()).toBe("bye\n");
    expect(run.clock.waiting).toBe(0);
  });

  it("is killed after two seconds when it ignores the request to end", async () => {
    const run = await begin("trap '' TERM; sleep 600 & echo $$ $!; wait");
    run.clock.advance(limitMs);
    run.clock.advance(1_999);
    expect(run.pids.map(isAlive)).toEqual([true, true]);
    run.clock.advance(1);
    await expect.poll(run.end).toMatchObject({ signal: "SIGKILL", timedOut: true });
    await expect.poll(() => run.pids.map(isAlive)).toEqual([false, false]);
  });
});

it("ends the processes that a command left in the background", async () => {
  const run = await begin("(trap '' TERM; exec sleep 600) >/dev/null 2>&1 & echo $!");
  await expect.poll(run.end).toMatchObject({ exitCode: 0 });
  await expect.poll(() => run.pids.map(isAlive)).toEqual([false]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
