import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { answerBackups } from "../../src/cli-backup.js";
import { createEmbeddedService } from "../../src/index.js";
import { bundleChild } from "../bundle-child.js";
import { watchFlushes } from "../flushed-files.js";
import { newFolder, type NewFolder } from "../store/new-folder.js";

const lockChild = join(import.meta.dirname, "../data-folder-child.ts");

let script: Awaited<ReturnType<typeof bundleChild>>;
let root: string;
/** The data folder of every test. Each one closes it. */
let folder: NewFolder;
const started: ChildProcess[] = [];
beforeAll(async () => {
  script = await bundleChild(new URL("../../src/cli.ts", import.meta.url));
  root = await mkdtemp(join(tmpdir(), "service-backup-"));
});
beforeAll(async () => {
  folder = await newFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const child of started.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  await script.remove();
  await folder.remove();
  await rm(root, { recursive: true, force: true });
});

function run(args: readonly string[]) {
  const child = spawn(process.execPath, [script.path, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (output.out += String(chunk)));
  child.stderr.on("data", (chunk) => (output.err += String(chunk)));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, ...output }));
  return { child, ended };
}

async function serve(data: string) {
  const { child, ended } = run(["--data", data, "--port", "0", "--json"]);
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { url, apiKey } = JSON.parse(line) as { url: string; apiKey: string };
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, body: (await answer.json()) as { id: string; workspace: { id: string } } };
  };
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { call, stop };
}

it("copies a folder while a service writes to it; every write before the copy is in it, and each log is whole", async () => {
  const [data, copy] = [folder.path, join(root, "copy")];
  const service = await serve(data);
  const named = { externalSource: "app", externalId: "acme", name: "acme" };
  const { workspace } = (await service.call("PUT", "/v1/workspaces/external", named)).body;
  const sessions = `/v1/workspaces/${workspace.id}/sessions`;
  const made: string[] = [];
  const write = async () => {
    const { status, body } = await service.call("POST", sessions, { initialMessage: "/say kept" });
    if (status === 202) made.push(`${sessions}/${body.id}`);
  };
  for (let n = 0; n < 10; n += 1) await write();
  const before = [...made];
  const copier = run(["backup", "--data", data, "--to", copy]);
  const copying = copier.ended;
  while (copier.child.exitCode === null) await write();
  expect(await copying).toMatchObject({ code: 0, out: `Copied to ${copy}.\n` });
  expect((await stat(copy)).mode & 0o777).toBe(0o700);
  await service.stop();

  expect(await run(["verify", "--data", copy]).ended).toMatchObject({ code: 0, out: "Every log is whole.\n" });
  const restored = await serve(copy);
  const found = await Promise.all(before.map(async (path) => (await restored.call("GET", path)).status));
  expect(found).toEqual(before.map(() => 200));
  expect((await restored.call("POST", sessions, { initialMessage: "/say more" })).status).toBe(202);
  await restored.stop();
});

it("makes the copies of several commands at once, and leaves no file of them in the folder", async () => {
  const service = await serve(folder.path);
  const before = (await readdir(folder.path)).filter((name) => name.startsWith("backup."));
  const targets = ["a", "b", "c", "d"].map((name) => join(root, `at-once-${name}`));
  const ends = await Promise.all(targets.map((to) => run(["backup", "--data", folder.path, "--to", to]).ended));
  expect(ends.map(({ code, err }) => [code, err])).toEqual(targets.map(() => [0, ""]));
  const after = (await readdir(folder.path)).filter((name) => name.startsWith("backup."));
  expect([before, after, targets.filter((to) => !existsSync(to))]).toEqual([[], [], []]);
  await service.stop();
});

it("makes a copy while another one makes no progress", async () => {
  const data = await mkdtemp(join(root, "asked-"));
  const copied: string[] = [];
  const stop = answerBackups(data, (to) => {
    copied.push(to);
    return to === "hangs" ? new Promise(() => undefined) : Promise.resolve();
  });
  for (const to of ["hangs", "next"])
    await writeFile(join(data, `backup.${randomUUID()}.request`), JSON.stringify({ to }));
  await expect.poll(() => copied).toEqual(expect.arrayContaining(["hangs", "next"]));
  await expect.poll(async () => (await readdir(data)).filter((name) => name.endsWith(".answer"))).toHaveLength(1);
  stop();
});

it("ends with backup_failed as soon as the process that has the folder open is killed", async () => {
  const data = join(root, "killed-data");
  await folder.copyTo(data);
  const child = spawn(process.execPath, ["--conditions=service-source", "--import=tsx", lockChild, data], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  await once(child.stdout, "data");
  const copier = run(["backup", "--data", data, "--to", join(root, "killed-copy")]);
  await expect.poll(async () => (await readdir(data)).some((name) => name.endsWith(".request"))).toBe(true);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await copier.ended).toMatchObject({ code: 1, err: expect.stringContaining("has ended. Repeat the backup.") });
  expect((await readdir(data)).filter((name) => name.startsWith("backup."))).toEqual([]);
});

it("ends with the reason when neither an answer nor a copy can be written", async () => {
  const data = join(root, "silent-data");
  await folder.copyTo(data);
  const child = spawn(process.execPath, ["--conditions=service-source", "--import=tsx", lockChild, data], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  await once(child.stdout, "data");
  const copier = run(["backup", "--data", data, "--to", join(root, "silent-copy")]);
  const asked = async () => (await readdir(data)).filter((name) => name.endsWith(".request"));
  await expect.poll(asked).toHaveLength(1);
  for (const name of await asked()) await rm(join(data, name));
  expect(await copier.ended).toMatchObject({ code: 1, err: expect.stringContaining("could not write the reason") });
});

it("copies a folder that no process has open, and refuses a target that is there", async () => {
  const [data, copy] = [folder.path, join(root, "resting-copy")];
  expect(await run(["backup", "--data", data, "--to", copy]).ended).toMatchObject({ code: 0 });
  const again = await run(["backup", "--data", data, "--to", copy]).ended;
  expect([again.code, again.err]).toEqual([1, expect.stringContaining("is there already")]);
});

it("flushes every file and folder of the copy before the copy has its name", async () => {
  const copy = join(root, "flushed-copy");
  const flushed = await watchFlushes(() => !existsSync(copy));
  const service = await createEmbeddedService({ store: { dataDir: folder.path } });
  await service.backup(copy);
  await service.close();
  const found = await readdir(copy, { recursive: true });
  const unflushed = [];
  for (const name of [".", ...found]) if (!flushed.has((await stat(join(copy, name))).ino)) unflushed.push(name);
  expect([found.includes("development.json"), unflushed.slice(0, 9)]).toEqual([true, []]);
});

it("makes one whole copy for two backups to one target at once, and rejects the other with backup_failed", async () => {
  const [to, from] = [join(root, "shared-copy"), join(root, "other-data")];
  await folder.copyTo(from);
  const services = [await createEmbeddedService({ store: { dataDir: folder.path } })];
  services.push(await createEmbeddedService({ store: { dataDir: from } }));
  const ends = await Promise.allSettled(services.map((service) => service.backup(to)));
  for (const service of services) await service.close();
  const reasons = ends.flatMap((end) => (end.status === "rejected" ? [end.reason as unknown] : []));
  expect(reasons).toEqual([
    expect.objectContaining({ code: "backup_failed", message: expect.stringContaining("is there already") }),
  ]);
  expect((await readdir(root)).filter((name) => name.startsWith("shared-copy"))).toEqual(["shared-copy"]);
  expect(await run(["verify", "--data", to]).ended).toMatchObject({ code: 0 });
});

it("rejects a backup to an empty folder that is there", async () => {
  const to = join(root, "empty-target");
  await mkdir(to);
  const service = await createEmbeddedService({ store: { dataDir: folder.path } });
  await expect(service.backup(to)).rejects.toMatchObject({ code: "backup_failed" });
  await service.close();
  expect(await readdir(to)).toEqual([]);
});

it("is a method of the service in a program of one's own, and refused without a folder", async () => {
  const service = await createEmbeddedService({ store: { dataDir: folder.path } });
  await service.backup(join(root, "own-copy"));
  const { apiKey } = service;
  await expect(service.backup(join(script.path, "below-a-file"))).rejects.toMatchObject({ code: "backup_failed" });
  await service.close();
  const copy = await createEmbeddedService({ store: { dataDir: join(root, "own-copy") } });
  expect(copy.apiKey).toBe(apiKey);
  await copy.close();
  const memory = await createEmbeddedService();
  await expect(memory.backup(join(root, "none"))).rejects.toMatchObject({ code: "backup_failed" });
  await memory.close();
});
