/**
 * Keeps a data folder to one process at a time.
 *
 * PGlite itself lets two processes open one folder and damage it. The lock is a file with the holder's process id and
 * start; it appears whole or not at all. What a killed process left behind is taken over; a living holder is an error.
 */
import { link, readFile, unlink, writeFile } from "node:fs/promises";
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
  const holder = await take(path, record);
  if (holder !== "taken") throw inUse(folder, holder);
  return { release: () => release(path, record) };
}

/**
 * Takes a lock, or gives who has it; null where others take it from each other. What a dead holder left is removed by who
 * has that file's own lock, and by nobody else: two that find it dead at once would else remove a living one's.
 */
async function take(path: string, record: LockRecord): Promise<"taken" | LockRecord | null> {
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    if (await place(path, record)) return "taken";
    const held = await readRecord(path);
    if (held === "gone") continue;
    if (held !== "unreadable" && isAlive(held)) return held;
    const removal = `${path}-${tokenOf(held)}`;
    const remover = await take(removal, record);
    if (remover !== "taken") return remover;
    try {
      if (tokenOf(await readRecord(path)) === tokenOf(held)) await unlink(path);
    } finally {
      await release(removal, record);
    }
  }
  return null;
}

function tokenOf(held: LockRecord | "gone" | "unreadable"): string {
  return typeof held === "object" ? held.token : held;
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
    // It becomes a part of a file's name.
    if (typeof value.token !== "string" || !/^[\w-]{1,64}$/.test(value.token)) return "unreadable";
    return {
      pid: value.pid,
      startedAt: String(value.startedAt),
      processStart: value.processStart ?? null,
      token: value.token,
    };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "gone";
    if (error instanceof SyntaxError) return "unreadable";
    throw error;
  }
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
