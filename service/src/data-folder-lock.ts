/**
 * Keeps a data folder to one process at a time.
 *
 * PGlite itself lets two processes open one folder and damage it. The lock is a file with the holder's process id and
 * start; it appears whole or not at all. What a killed process left behind is taken over; a living holder is an error.
 */
import { link, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { ServiceError } from "@service/sdk/protocol";

interface FolderLock {
  /** Gives the folder back. A lock that another process has taken over meanwhile is left alone. */
  release(): Promise<void>;
}

interface LockRecord {
  readonly pid: number;
  /** When the holder took the lock, for people to read. */
  readonly startedAt: string;
  /** When the holder's process began, in the system's own units; tells a reused process id from its first owner. */
  readonly processStart: string | null;
  readonly token: string;
}

/** How often a lock that vanishes or changes under our hands is tried again. */
const mostTries = 5;

/**
 * Takes the lock of a folder that exists and can be written.
 *
 * @throws {ServiceError} `data_folder_in_use` when a living process holds it.
 */
export async function lockFolder(folder: string, now: () => number = Date.now): Promise<FolderLock> {
  const path = join(folder, "lock");
  const record: LockRecord = {
    pid: process.pid,
    startedAt: new Date(now()).toISOString(),
    processStart: processStart(process.pid),
    token: randomUUID(),
  };
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    if (await place(path, record)) return { release: () => release(path, record) };
    const held = await readRecord(path);
    if (held === "gone") continue;
    if (held !== "unreadable" && isAlive(held)) throw inUse(folder, held);
    await setAside(path, held);
  }
  throw inUse(folder, null);
}

/** Puts the whole file there in one step, so that nobody ever reads half of it. False when there is one already. */
async function place(path: string, record: LockRecord): Promise<boolean> {
  const draft = `${path}.${record.token}`;
  await writeFile(draft, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

async function readRecord(path: string): Promise<LockRecord | "gone" | "unreadable"> {
  try {
    const value = JSON.parse(await readFile(path, "utf8")) as Partial<LockRecord> | null;
    if (typeof value?.pid !== "number" || !Number.isSafeInteger(value.pid) || value.pid <= 0) return "unreadable";
    return {
      pid: value.pid,
      startedAt: String(value.startedAt),
      processStart: value.processStart ?? null,
      token: String(value.token),
    };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "gone";
    if (error instanceof SyntaxError) return "unreadable";
    throw error;
  }
}

/** Removes a dead holder's file, unless another process was quicker and the file is a living one by now. */
async function setAside(path: string, dead: LockRecord | "unreadable"): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  const moved = await readRecord(aside);
  const isTheDeadOne = typeof moved !== "object" || (typeof dead === "object" && moved.token === dead.token);
  if (!isTheDeadOne) await link(aside, path).catch(() => undefined);
  await unlink(aside);
}

async function release(path: string, record: LockRecord): Promise<void> {
  const held = await readRecord(path);
  if (typeof held === "object" && held.token === record.token) await unlink(path);
}

function isAlive(holder: LockRecord): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // Another user's process answers "not permitted", and so it lives.
    if (codeOf(error) !== "EPERM") return false;
  }
  const start = processStart(holder.pid);
  if (start === "ended") return false;
  return start === null || holder.processStart === null || start === holder.processStart;
}

/** When a process began, where the system tells (Linux); `ended` for one that only waits for its parent. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "ended" : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function inUse(folder: string, holder: LockRecord | null): ServiceError {
  const who = holder ? `process ${holder.pid}, since ${holder.startedAt}` : "another process is taking it right now";
  return new ServiceError(
    `The data folder ${folder} is already open (${who}). One folder serves one process: stop that one, or use another folder.`,
    { code: "data_folder_in_use" },
  );
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}
