import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createEmbeddedService } from "../../src/index.js";
import { runDataCommand } from "../../src/cli-data.js";
import { openPgliteThread } from "../../src/store/pglite-thread.js";
import type { Json } from "../harness.js";
import { newFolder, type NewFolder } from "./new-folder.js";

let empty: NewFolder;
/** The file of the table with events, below a data folder. */
let eventsFile: string;
let root: string;
beforeAll(async () => {
  empty = await newFolder();
  const thread = await openPgliteThread(join(empty.path, "database"));
  const { rows } = await thread.query("select pg_relation_filepath('events') as path");
  await thread.close();
  eventsFile = join("database", (rows[0] as { path: string }).path);
});
afterAll(() => empty.remove());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "damaged-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const page = 8_192;

/** A service on a folder, with calls as its full key. */
async function serve(dataDir: string) {
  const errors: unknown[] = [];
  const service = await createEmbeddedService({ store: { dataDir }, onError: (error) => errors.push(error) });
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${service.apiKey}`, "content-type": "application/json" };
    const request = new Request(new URL(path, "http://service"), {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await service.fetch(request);
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  return { service, call, errors, codes: () => errors.map((error) => (error as { code?: string }).code) };
}

type Served = Awaited<ReturnType<typeof serve>>;
const say = (length: number) => `/say ${"word ".repeat(length)}`;

async function openSession({ call }: Served): Promise<string> {
  const tenant = { externalSource: "app", externalId: "acme", name: "acme" };
  const { body } = await call("PUT", "/v1/workspaces/external", tenant);
  const workspace = `/v1/workspaces/${String(body["workspace"]?.["id"])}`;
  const made = await call("POST", `${workspace}/sessions`, { initialMessage: say(5_000) });
  return `${workspace}/sessions/${String(made.body["id"])}`;
}

async function send({ call }: Served, session: string): Promise<{ status: number; code: unknown }> {
  const body = { type: "user.message", payload: { text: say(5_000) } };
  const answer = await call("POST", `${session}/events`, body);
  return { status: answer.status, code: answer.body["error"]?.["code"] };
}

async function logOf({ call }: Served, session: string): Promise<readonly number[]> {
  const { body } = await call("GET", `${session}/events?after=0&limit=2000`);
  return body.map(({ sequence }) => Number(sequence));
}

async function atRest(served: Served, session: string): Promise<void> {
  await expect.poll(async () => (await served.call("GET", session)).body["status"]).toBe("idle");
}

/** Zeroes 200 kB before the last 200 kB of the write-ahead log. */
async function holeInLog(dataDir: string): Promise<void> {
  const folder = join(dataDir, "database", "pg_wal");
  const segments = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted();
  const path = join(folder, segments[0] ?? "");
  const bytes = await readFile(path);
  let end = bytes.length;
  while (bytes[end - 1] === 0) end -= 1;
  bytes.fill(0, end - 400_000, end - 200_000);
  await writeFile(path, bytes);
}

it("reports at the start that a hole in the write-ahead log lost writes, and serves the events before it", async () => {
  const [live, killed] = [join(root, "live"), join(root, "killed")];
  await empty.copyTo(live);
  const before = await serve(live);
  const session = await openSession(before);
  for (let n = 0; n < 8; n += 1) {
    await send(before, session);
    await atRest(before, session);
  }
  const written = await logOf(before, session);
  // The files of a process that is killed now.
  await cp(live, killed, { recursive: true });
  await before.service.close();

  const copied = join(root, "copied");
  await cp(killed, copied, { recursive: true });
  const whole = await serve(copied);
  expect(await logOf(whole, session)).toEqual(written);
  expect(whole.codes()).toEqual([]);
  await whole.service.close();

  await holeInLog(killed);
  const after = await serve(killed);
  expect(after.codes()).toEqual(["store_data_lost"]);
  expect(String(after.errors[0])).toContain("write-ahead log");
  await atRest(after, session);
  const left = await logOf(after, session);
  expect(left.length).toBeLessThan(written.length);
  expect(left).toEqual(left.map((_, index) => index + 1));
  expect((await send(after, session)).status).toBe(202);
  await after.service.close();
});

it("closes the sessions whose events were in the lost half of a table's file, until they are repaired", async () => {
  const dataDir = join(root, "data");
  await empty.copyTo(dataDir);
  const before = await serve(dataDir);
  const sessions: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const session = await openSession(before);
    for (let more = 0; more < 3; more += 1) await send(before, session);
    sessions.push(session);
  }
  for (const session of sessions) await atRest(before, session);
  await before.service.close();
  const path = join(dataDir, eventsFile);
  const { size } = await stat(path);
  await truncate(path, Math.floor(size / 2 / page) * page + 3_000);

  const after = await serve(dataDir);
  await expect.poll(after.codes).toContain("session_damaged");
  expect(after.codes()[0]).toBe("store_data_lost");
  expect(String(after.errors[0])).toContain("events");
  const [first = "", last = ""] = [sessions[0], sessions.at(-1)];
  const fresh = await openSession(after);
  await atRest(after, fresh);
  expect(await send(after, last)).toEqual({ status: 500, code: "session_damaged" });
  const { body } = await after.call("GET", last);
  expect((await logOf(after, last)).length).toBeLessThan(Number(body["lastSequence"]));
  expect(await logOf(after, first)).toContain(1);
  expect((await send(after, fresh)).status).toBe(202);
  await atRest(after, fresh);
  await after.service.close();

  const data = ["--data", dataDir];
  await expect(runDataCommand(["verify", ...data])).rejects.toThrow(last.split("/").at(-1));
  expect(await runDataCommand(["repair", ...data])).toMatch(/Repaired \d sessions/);
  expect(await runDataCommand(["verify", ...data])).toBe("Every log is whole.");
  const repaired = await serve(dataDir);
  expect((await send(repaired, last)).status).toBe(202);
  await repaired.service.close();
});
