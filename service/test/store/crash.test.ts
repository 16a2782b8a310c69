import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { SessionEvent } from "@service/sdk/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleChild } from "../bundle-child.js";
import { isThorough } from "../../../test/support/runs.js";
import { copyEmptyFolder } from "./template.js";
import { callerOf, decisionId, messageId, openService } from "./crash-turn.js";

type Moment = "before" | "after";
interface Ran {
  readonly wasKilled: boolean;
  readonly said: readonly string[];
}

let root: string;
let template: string;
let workspaceId: string;
let child: Awaited<ReturnType<typeof bundleChild>>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "service-crash-"));
  child = await bundleChild(new URL("crash-child.ts", import.meta.url));
  template = join(root, "template");
  await copyEmptyFolder(template);
  const service = await openService(template);
  const body = { externalSource: "test", externalId: "acme", name: "acme" };
  const made = await callerOf(service, "").call("PUT", "/v1/workspaces/external", body);
  workspaceId = (made.body as { workspace: { id: string } }).workspace.id;
  await service.close();
});

afterAll(async () => {
  await child.remove();
  await rm(root, { recursive: true, force: true });
});

/** By the system's own command: a database is a thousand files, and Node copies each in several steps. */
async function copyTemplate(folder: string): Promise<void> {
  await promisify(execFile)("cp", ["-R", template, folder]);
}

async function runChild(folder: string, n: number, moment: Moment): Promise<Ran> {
  // A process that lives a second gains nothing from optimising the database's code, and saves a third of its work.
  const running = spawn(process.execPath, ["--liftoff-only", child.path, folder, workspaceId, String(n), moment], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  running.stdout.on("data", (chunk) => (out += String(chunk)));
  const [code, signal] = (await once(running, "close")) as [number | null, string | null];
  if (signal === null && code !== 0) throw new Error(`The process that was to be killed failed: ${out}`);
  return { wasKilled: signal === "SIGKILL", said: out.split("\n").filter(Boolean) };
}

const ends = new Set(["turn.completed", "turn.failed", "turn.cancelled", "turn.superseded"]);
const isContiguous = (log: readonly SessionEvent[]) => log.every((event, index) => event.sequence === index + 1);
const sentAs = (log: readonly SessionEvent[], id: string) => log.filter((event) => event.clientEventId === id).length;
const turnsOf = (log: readonly SessionEvent[], isWanted: (type: string) => boolean) =>
  log.filter((event) => isWanted(event.type)).map((event) => event.turnId);

/** Kills the service at one moment, starts it again as anyone would, and returns the final log. */
async function crashAndRestart(n: number, moment: Moment) {
  const folder = join(root, `${n}-${moment}`);
  await copyTemplate(folder);
  const ran = await runChild(folder, n, moment);
  const service = await openService(folder);
  try {
    const caller = callerOf(service, workspaceId);
    const [kept] = await service.store.listSessions({ workspaceId, limit: 9 });
    const logAtRestart = kept === undefined ? [] : await caller.log(kept.id);
    const { sessionId } = await caller.send();
    await caller.runToEnd(sessionId);
    const sessions = await service.store.listSessions({ workspaceId, limit: 9 });
    return { ran, sessionId, sessions, kept, logAtRestart, log: await caller.log(sessionId) };
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Crashed = Awaited<ReturnType<typeof crashAndRestart>>;

/** Which promises were broken, in words. */
function brokenPromises({ ran, sessionId, sessions, kept, logAtRestart, log }: Crashed): string[] {
  const tools = log.filter((event) => event.type === "agent.toolCall.created");
  const names = tools.map((event) => (event.payload as { name: string }).name);
  const queued = turnsOf(log, (type) => type === "turn.queued");
  const ended = turnsOf(log, (type) => ends.has(type));
  const decisions = sentAs(logAtRestart, decisionId);
  const promises: Readonly<Record<string, boolean>> = {
    "the log is contiguous at the restart": isContiguous(logAtRestart),
    "the log is contiguous at the end": isContiguous(log),
    "what was written stays": JSON.stringify(log.slice(0, logAtRestart.length)) === JSON.stringify(logAtRestart),
    "there is one session": sessions.length === 1 && sessions[0]?.id === sessionId,
    "an accepted message is kept": !ran.said.includes("accepted message") || kept?.id === sessionId,
    "an accepted decision is kept": !ran.said.includes("accepted decision") || decisions === 1,
    "the message is there once": sentAs(log, messageId) === 1 && queued.length === 1,
    "the decision is there at most once": sentAs(log, decisionId) <= 1,
    "the goal is set at most once, in record and log alike":
      log.filter((event) => event.type === "goal.set").length === (sessions[0]?.goal == null ? 0 : 1),
    "no tool ran twice": new Set(names).size === names.length,
    "every turn ended once": JSON.stringify(ended) === JSON.stringify(queued),
  };
  return Object.keys(promises).filter((promise) => promises[promise] === false);
}

/**
 * After each write, and also before it in the thorough form: the folder before a write equals the one after the last.
 * A turn that writes without end must not keep the test running.
 */
function* moments(): Generator<readonly [number, Moment]> {
  for (let n = 1; n <= 60; n += 1) {
    if (isThorough || n === 1) yield [n, "before"];
    yield [n, "after"];
  }
}

describe("a service that is killed", () => {
  it("loses nothing accepted, doubles nothing and ends every turn, at each write", async () => {
    const broken: string[] = [];
    const how = { killed: 0, completed: 0, failed: 0 };
    /** Output of processes that ended by themselves: there was no write n. */
    const whole: (readonly string[])[] = [];
    const left = moments();
    // Two at a time: one process starts while the other's folder is read.
    const worker = async () => {
      for (const [n, moment] of left) {
        if (whole.length > 0) return;
        const crashed = await crashAndRestart(n, moment);
        broken.push(...brokenPromises(crashed).map((promise) => `${moment} write ${n}: ${promise}`));
        if (crashed.ran.wasKilled) how.killed += 1;
        else whole.push(crashed.ran.said);
        if (crashed.log.some((event) => event.type === "turn.completed")) how.completed += 1;
        if (crashed.log.some((event) => event.type === "turn.failed")) how.failed += 1;
      }
    };
    await Promise.all([worker(), worker()]);
    const [accepted, writes] = [whole[0]?.slice(0, 2), whole[0]?.at(-1)];
    console.log(`${writes}; killed ${how.killed} times; turns completed ${how.completed}, failed ${how.failed}`);
    expect(broken).toEqual([]);
    expect(accepted).toEqual(["accepted message", "accepted decision"]);
    expect(how.killed).toBeGreaterThanOrEqual(isThorough ? 20 : 11);
    expect(how.completed + how.failed).toBe(how.killed + whole.length);
  }, 900_000);
});
