import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runDataCommand } from "../../src/cli-data.js";
import { UsageError } from "../../src/cli-modules.js";
import { createEmbeddedService } from "../../src/index.js";
import { openStorage, type Storage } from "../../src/open-storage.js";
import { watchFlushes } from "../flushed-files.js";
import { contentOf, fillPlace, linesOf, type Place } from "./archived.js";
import { copyEmptyFolder } from "./template.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "erase-commands-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  return rm(folder, { recursive: true, force: true });
});

async function within<T>(name: string, act: (place: Place) => Promise<T>): Promise<T> {
  const storage: Storage = await openStorage(
    { dataDir: join(folder, name) },
    { credentials: { organizationId: "", apiKey: "" } },
  );
  try {
    return await act({ store: storage.store, fileStore: storage.fileStore! });
  } finally {
    await storage.close();
  }
}

it("copies a folder into another through a file and at once, and erases in it", async () => {
  const [one, other, third] = ["one", "other", "third"].map((name) => join(folder, name)) as [string, string, string];
  for (const folder of [one, other]) await copyEmptyFolder(folder);
  await within("one", fillPlace);
  const content = contentOf(await within("one", linesOf));
  const out = join(folder, "archive.jsonl");

  await runDataCommand(["export", "--data", one, "--out", out]);
  expect((await readFile(out, "utf8")).split("\n")[0]).toContain('"kind":"archive"');
  expect(await runDataCommand(["import", "--data", other, "--in", out])).toContain("The bytes of 1 file were written.");
  await runDataCommand(["copy", "--data", other, "--to", third]);
  expect(contentOf(await within("third", linesOf))).toEqual(content);

  const erase = (...scope: string[]) => runDataCommand(["erase", "--data", one, "--workspace", "w1", ...scope]);
  expect(JSON.parse((await erase("--person", "app:ana"))!)).toMatchObject({
    scope: "person",
    erased: { sessions: 1, files: 1 },
  });
  const left = contentOf(await within("one", linesOf));
  expect([left.bytes.size, JSON.stringify(left.records).includes("one-session")]).toEqual([0, false]);

  // A folder that was filled is served as it is.
  const service = await createEmbeddedService({ store: { dataDir: third } });
  expect(service.organizationId).toBe("o");
  await service.close();
});

it("flushes an archive to the disk before the file has its name", async () => {
  const [one, out] = [join(folder, "one"), join(folder, "archive.jsonl")];
  await copyEmptyFolder(one);
  const flushed = await watchFlushes(() => !existsSync(out));
  await runDataCommand(["export", "--data", one, "--out", out]);
  const { ino, mode } = await stat(out);
  expect([flushed.has(ino), mode & 0o777]).toEqual([true, 0o600]);
});

it("leaves no file of an export that fails half-way", async () => {
  const [one, out] = [join(folder, "one"), join(folder, "archive.jsonl")];
  await copyEmptyFolder(one);
  await within("one", fillPlace);
  const content = join(one, "files", "one-file", "one-content");
  await rm(content);
  await mkdir(content);
  await expect(runDataCommand(["export", "--data", one, "--out", out])).rejects.toThrow("EISDIR");
  expect(await readdir(folder)).toEqual(["one"]);
});

it("refuses to export to a file that is there, before it opens the data", async () => {
  const [none, out] = [join(folder, "none"), join(folder, "archive.jsonl")];
  await writeFile(out, "of yesterday");
  await expect(runDataCommand(["export", "--data", none, "--out", out])).rejects.toThrow("is there already");
  expect([await readdir(folder), await readFile(out, "utf8")]).toEqual([["archive.jsonl"], "of yesterday"]);
});

it("names a missing or wrong option", async () => {
  const data = ["--data", join(folder, "one")];
  await expect(runDataCommand(["erase", ...data, "--all"])).rejects.toThrow("--workspace");
  await expect(runDataCommand(["erase", ...data, "--workspace", "w"])).rejects.toThrow("Say what to erase");
  await expect(runDataCommand(["erase", ...data, "--workspace", "w", "--person", "ana"])).rejects.toThrow("app:ana");
  await expect(runDataCommand(["import", ...data])).rejects.toThrow("--in");
  await expect(runDataCommand(["export", ...data])).rejects.toThrow("--out");
  await expect(runDataCommand(["export", "--planet"])).rejects.toThrow("--planet");
  expect(await runDataCommand(["--memory"])).toBeNull();
});

const onFolder = {
  backup: (data: string) => ["backup", "--data", data, "--to", join(folder, "copy")],
  verify: (data: string) => ["verify", "--data", data],
  repair: (data: string) => ["repair", "--data", data],
  export: (data: string) => ["export", "--data", data, "--out", join(folder, "archive.jsonl")],
  erase: (data: string) => ["erase", "--data", data, "--workspace", "w1", "--all"],
  copy: (data: string) => ["copy", "--data", data, "--to", join(folder, "copy")],
};

it.each(Object.entries(onFolder))(
  "%s refuses a folder that is missing or has no data, and makes nothing",
  async (_, args) => {
    const [none, file, other] = ["none", "file", "other"].map((name) => join(folder, name)) as [string, string, string];
    await writeFile(file, "");
    await mkdir(other);
    await writeFile(join(other, "package.json"), "{}");
    await expect(runDataCommand(args(none))).rejects.toThrow(
      new UsageError(`There is no data folder at ${none}. Check the path after --data.`),
    );
    const why = "is no data folder, as it has no database. Check the path after --data.";
    await expect(runDataCommand(args(file))).rejects.toThrow(new UsageError(`${file} ${why}`));
    await expect(runDataCommand(args(other))).rejects.toThrow(new UsageError(`${other} ${why}`));
    expect([await readdir(folder), await readdir(other)]).toEqual([["file", "other"], ["package.json"]]);
  },
);

const intoFolder = {
  import: (data: string) => ["import", "--data", data, "--in", join(folder, "archive.jsonl")],
  copy: (data: string) => ["copy", "--data", join(folder, "from"), "--to", data],
};

it.each(Object.entries(intoFolder))("%s refuses a folder of other files, and adds nothing to it", async (_, args) => {
  const other = join(folder, "other");
  await copyEmptyFolder(join(folder, "from"));
  await runDataCommand(["export", "--data", join(folder, "from"), "--out", join(folder, "archive.jsonl")]);
  await mkdir(other);
  await writeFile(join(other, "package.json"), "{}");
  await expect(runDataCommand(args(other))).rejects.toThrow(
    new UsageError(`${other} has other files, such as package.json. Name a data folder, or one that is new or empty.`),
  );
  expect(await readdir(other)).toEqual(["package.json"]);
});

it("fills a folder that has no more than a new disk or a first key", async () => {
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  await copyEmptyFolder(from);
  await mkdir(join(to, "lost+found"), { recursive: true });
  // Left by a start and an import that were killed.
  await mkdir(join(to, "database.new"));
  await writeFile(join(to, `development.json.${randomUUID()}`), "");
  await writeFile(join(to, "development.json"), JSON.stringify({ organizationId: "o1", apiKey: "sk_1" }));
  expect(await runDataCommand(["copy", "--data", from, "--to", to])).toMatch(/^Added \d+ records/);
});

it("makes no folder for an import of an archive that is not there", async () => {
  const [data, archive] = [join(folder, "new"), join(folder, "none.jsonl")];
  await expect(runDataCommand(["import", "--data", data, "--in", archive])).rejects.toThrow(
    new UsageError(`There is no archive ${archive}. Check the path after --in.`),
  );
  expect(await readdir(folder)).toEqual([]);
});

it("names a folder that is missing or takes the place of a file", async () => {
  const [data, lost] = [join(folder, "data"), join(folder, "lost", "archive.jsonl")];
  await expect(runDataCommand(["export", "--data", data, "--out", lost])).rejects.toThrow(
    new UsageError(`There is no folder ${join(folder, "lost")}. Make it first, or name another file after --out.`),
  );
  await expect(runDataCommand(["import", "--data", data, "--in", folder])).rejects.toThrow(
    new UsageError(`${folder} is a folder. Name the file of an archive after --in.`),
  );
  await mkdir(join(data, "database"), { recursive: true });
  await mkdir(join(data, "lock"));
  await expect(runDataCommand(["verify", "--data", data])).rejects.toMatchObject({
    code: "data_folder_not_writable",
    message: expect.stringContaining("a folder has the name of one of its files"),
  });
});

it("refuses a copy inside the data folder", async () => {
  const data = join(folder, "one");
  await copyEmptyFolder(data);
  for (const to of [join(data, "copy"), join(data, "files", "copy")])
    await expect(runDataCommand(["backup", "--data", data, "--to", to])).rejects.toMatchObject({
      code: "backup_failed",
      message: expect.stringContaining("is inside the data folder"),
    });
  expect((await readdir(data)).includes("copy")).toBe(false);
});
