import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
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

/** Another process that has the folder open. */
async function neighbour(folder: string) {
  const child = spawn(
    process.execPath,
    ["--conditions=service-source", "--import=tsx", join(import.meta.dirname, "data-folder-child.ts"), folder],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await once(child.stdout, "data");
  return {
    pid: child.pid!,
    kill: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

describe("openDataFolder", () => {
  it("makes the folder private and keeps the development key in a private file", async () => {
    const path = join(root, "a", "b");
    const folder = await openDataFolder(path);
    const development = await folder.developmentFor([]);
    expect(await modeOf(path)).toBe("700");
    expect(await modeOf(join(path, "development.json"))).toBe("600");
    expect(development.apiKey).toMatch(/^svk_[0-9a-f]{64}$/);
    await folder.close();
  });

  it("gives the same organization and key at the next start", async () => {
    const first = await openDataFolder(root);
    const made = await first.developmentFor([]);
    await first.close();
    const second = await openDataFolder(root);
    expect(await second.developmentFor([])).toEqual(made);
    expect(await second.developmentFor(["another", made.organizationId])).toEqual(made);
    await second.close();
  });

  it("takes the only organization of the data where the key file is missing, and refuses to choose among several", async () => {
    const folder = await openDataFolder(root);
    await expect(folder.developmentFor(["one", "two"])).rejects.toMatchObject({
      code: "data_folder_damaged",
      message: expect.stringContaining("holds 2 organizations"),
    });
    expect((await folder.developmentFor(["one"])).organizationId).toBe("one");
    await folder.close();
    const again = await openDataFolder(root);
    await expect(again.developmentFor(["two"])).rejects.toMatchObject({ code: "data_folder_damaged" });
    await again.close();
  });

  it("opens again after it was closed", async () => {
    const folder = await openDataFolder(root);
    await folder.developmentFor([]);
    await folder.close();
    const again = await openDataFolder(root);
    await again.close();
    expect((await readdir(root)).toSorted()).toEqual(["development.json", "lock"]);
  });

  it("lets one of many concurrent calls open the folder", async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => openDataFolder(root)));
    const opened = results.filter((result) => result.status === "fulfilled");
    const refused = results.filter((result) => result.status === "rejected");
    expect(opened).toHaveLength(1);
    expect(new Set(refused.map((result) => result.reason.code))).toEqual(new Set(["data_folder_in_use"]));
    await opened[0]!.value.close();
  });

  it("names the process that has the folder open", async () => {
    const other = await neighbour(root);
    await expect(openDataFolder(root)).rejects.toMatchObject({
      code: "data_folder_in_use",
      message: expect.stringContaining(`process ${other.pid} on ${hostname()}, since 2`),
    });
    await other.kill();
  });

  // A process of another container has an id that is unknown, or belongs to another process, in this one.
  it.each([
    ["a process id that does not exist", "process 4194305 on elsewhere, since 2026-01-01T00:00:00.000Z\n"],
    ["the id of this process", `process ${process.pid} on ${hostname()}, since 2026-01-01T00:00:00.000Z\n`],
    ["a record of an older version", '{"pid":4194305,"startedAt":"2026-01-01T00:00:00.000Z","token":"old"}\n'],
    ["nothing", ""],
  ])("refuses a folder that another process has open while the file names %s", async (_case, text) => {
    const other = await neighbour(root);
    await writeFile(join(root, "lock"), text);
    await expect(openDataFolder(root)).rejects.toMatchObject({ code: "data_folder_in_use" });
    await other.kill();
  });

  it("opens at once after the process that had it open was killed", async () => {
    const other = await neighbour(root);
    await other.kill();
    const folder = await openDataFolder(root);
    expect(await readFile(join(root, "lock"), "utf8")).toMatch(new RegExp(`^process ${process.pid} `));
    await folder.close();
  });

  it("names the folder that is not writable, and the reason", async () => {
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
