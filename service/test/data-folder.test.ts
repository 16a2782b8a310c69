import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDataFolder } from "../src/data-folder.js";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "service-folder-"));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

/** A process that lives until it is told to go. */
async function neighbour() {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume(); console.log('up')"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  return {
    pid: child.pid!,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function writeLock(folder: string, record: unknown) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "lock"), typeof record === "string" ? record : JSON.stringify(record));
}

describe("openDataFolder", () => {
  it("makes the folder private and keeps the development key in a private file", async () => {
    const path = join(root, "a", "b");
    const folder = await openDataFolder(path);
    expect(await modeOf(path)).toBe("700");
    expect(await modeOf(join(path, "development.json"))).toBe("600");
    expect(folder.development.apiKey).toMatch(/^svk_[0-9a-f]{64}$/);
    await folder.close();
  });

  it("gives the same organization and key at the next start", async () => {
    const first = await openDataFolder(root);
    await first.close();
    const second = await openDataFolder(root);
    expect(second.development).toEqual(first.development);
    await second.close();
  });

  it("leaves nothing of the lock behind when it is closed", async () => {
    const folder = await openDataFolder(root);
    await folder.close();
    expect((await readdir(root)).toSorted()).toEqual(["development.json"]);
  });

  it("names the living process that has the folder open", async () => {
    const folder = await openDataFolder(root);
    await expect(openDataFolder(root)).rejects.toMatchObject({
      code: "data_folder_in_use",
      message: expect.stringContaining(`process ${process.pid}`),
    });
    await folder.close();
  });

  it("lets one of many that ask at once have the folder, also when a dead process held it", async () => {
    const other = await neighbour();
    await other.stop();
    await writeLock(root, { pid: other.pid, startedAt: "2026-01-01T00:00:00.000Z", token: "old" });
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => openDataFolder(root)));
    const opened = results.filter((result) => result.status === "fulfilled");
    const refused = results.filter((result) => result.status === "rejected");
    expect(opened).toHaveLength(1);
    expect(new Set(refused.map((result) => result.reason.code))).toEqual(new Set(["data_folder_in_use"]));
    await opened[0]!.value.close();
  });

  it("leaves what a dead process held to the one that is removing it, and goes on where that one died too", async () => {
    const other = await neighbour();
    const dead = { pid: 2 ** 22 + 1, startedAt: "2026-01-01T00:00:00.000Z", token: "old" };
    await writeLock(root, dead);
    await writeFile(join(root, "lock-old"), JSON.stringify({ ...dead, pid: other.pid, token: "remover" }));
    await expect(openDataFolder(root)).rejects.toMatchObject({ code: "data_folder_in_use" });
    expect(JSON.parse(await readFile(join(root, "lock"), "utf8"))).toMatchObject({ token: "old" });
    await other.stop();
    const folder = await openDataFolder(root);
    await folder.close();
    expect(await readdir(root)).toEqual(["development.json"]);
  });

  it("takes over from a process that was killed, and not before", async () => {
    const other = await neighbour();
    await writeLock(root, { pid: other.pid, startedAt: "2026-01-01T00:00:00.000Z", token: "old" });
    await expect(openDataFolder(root)).rejects.toMatchObject({ code: "data_folder_in_use" });
    await other.stop();
    const folder = await openDataFolder(root);
    await folder.close();
  });

  it.runIf(process.platform === "linux")("takes over when the process id now belongs to another process", async () => {
    await writeLock(root, { pid: process.pid, startedAt: "2026-01-01T00:00:00.000Z", processStart: "1", token: "old" });
    const folder = await openDataFolder(root);
    expect(JSON.parse(await readFile(join(root, "lock"), "utf8"))).not.toMatchObject({ token: "old" });
    await folder.close();
  });

  it("takes over a lock that is no lock", async () => {
    await writeLock(root, "{half");
    const folder = await openDataFolder(root);
    expect(JSON.parse(await readFile(join(root, "lock"), "utf8"))).toMatchObject({ pid: process.pid });
    await folder.close();
  });

  it("leaves a lock alone that another process has taken over", async () => {
    const folder = await openDataFolder(root);
    await writeLock(root, { pid: 1, startedAt: "2026-01-01T00:00:00.000Z", token: "theirs" });
    await folder.close();
    expect(JSON.parse(await readFile(join(root, "lock"), "utf8"))).toMatchObject({ token: "theirs" });
  });

  it("says which folder cannot be written, and why", async () => {
    await writeFile(join(root, "file"), "");
    await expect(openDataFolder(join(root, "file"))).rejects.toMatchObject({ code: "data_folder_not_writable" });
    await expect(openDataFolder(join(root, "file", "below"))).rejects.toMatchObject({
      code: "data_folder_not_writable",
      message: expect.stringContaining("a part of its path is a file"),
    });
  });

  it("refuses a key file that it cannot read, and gives the folder back", async () => {
    await writeFile(join(root, "development.json"), "{}");
    await expect(openDataFolder(root)).rejects.toMatchObject({ code: "data_folder_damaged" });
    await rm(join(root, "development.json"));
    const folder = await openDataFolder(root);
    await folder.close();
  });
});
