import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDiskFileStore } from "../../src/files/disk-file-store.js";
import { createMemoryFileStore } from "../../src/files/memory-file-store.js";
import { a, fileStoreContract, streamOf, textOf } from "./file-store-contract.js";

let root: string;
let folders = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "service-files-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

fileStoreContract("A store in memory", async () => createMemoryFileStore());
fileStoreContract("A store on disk", () => openDiskFileStore(join(root, `store-${(folders += 1)}`)));

describe("a store on disk", () => {
  it("is private, keeps its files over a restart, and clears away what a crash left half written", async () => {
    const path = join(root, "kept");
    const before = await openDiskFileStore(path);
    await before.write(a, streamOf("hello"), 5);
    await writeFile(join(path, "incoming", "half"), "hel");
    const after = await openDiskFileStore(path);
    expect(await textOf(await after.read(a))).toBe("hello");
    expect(await readdir(join(path, "incoming"))).toEqual([]);
    expect((await stat(join(path, "f1"))).mode & 0o777).toBe(0o700);
    expect((await stat(join(path, "f1", "a"))).mode & 0o777).toBe(0o600);
  });

  it("follows no name that leads elsewhere", async () => {
    const store = await openDiskFileStore(join(root, "names"));
    await expect(store.read({ fileId: "..", contentId: "a" })).rejects.toThrow("no name of a file");
    await expect(store.write({ fileId: "f", contentId: "../x" }, streamOf("x"), 1)).rejects.toThrow(
      "no name of a file",
    );
  });
});
