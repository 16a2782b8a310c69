import { beforeEach, expect, it } from "vitest";
import { createMemoryFileStore, createMemoryStore } from "../../src/app.js";
import { parseArchive } from "../../src/data/archive-lines.js";
import { readArchive, writeArchive, type ArchiveLine } from "../../src/data/archive.js";
import { harness } from "../harness.js";
import { contentOf, copyInto, fillPlace, linesOf, type Place } from "../store/archived.js";
import { ana, recordsOf } from "../store/contract/data.js";

const newPlace = (): Place => ({ store: createMemoryStore(), fileStore: createMemoryFileStore() });

let from: Place;
let lines: ArchiveLine[];
beforeEach(async () => {
  from = newPlace();
  await fillPlace(from);
  lines = await linesOf(from);
});

it("brings every record and every byte into another store, once", async () => {
  const to = newPlace();
  const records = recordsOf({ prefix: "one", mark: "" }).length;
  // Both workspaces are of one organization.
  expect(await copyInto(to, lines)).toEqual({ added: 2 * records - 1, kept: 0, files: 1 });
  expect(contentOf(await linesOf(to))).toEqual(contentOf(lines));
  expect(await copyInto(to, lines)).toEqual({ added: 0, kept: 2 * records - 1, files: 0 });
  expect(contentOf(await linesOf(to))).toEqual(contentOf(lines));
});

it.each([
  ["a session", { kind: "session", sessionId: "one-session" }],
  ["a file", { kind: "file", fileId: "one-file" }],
  ["a person", { kind: "person", workspaceId: "w1", endUser: ana }],
  ["a workspace", { kind: "workspace", workspaceId: "w1" }],
] as const)("contains the records of %s and no others", async (_, scope) => {
  const part = await linesOf(from, scope);
  const text = JSON.stringify(part);
  expect([text.includes("canary"), text.includes("two-"), contentOf(part).bytes.has("one-file")]).toEqual([
    true,
    false,
    true,
  ]);
});

it("continues after an interrupted import", async () => {
  const to = newPlace();
  await expect(copyInto(to, lines.slice(0, -2))).rejects.toMatchObject({ code: "archive_invalid" });
  await copyInto(to, lines);
  expect(contentOf(await linesOf(to))).toEqual(contentOf(lines));
});

it.each([
  ["ends within them", (broken: ArchiveLine[]) => broken.slice(0, -1)],
  ["has another line within them", (broken: ArchiveLine[]) => broken],
])("keeps the bytes of a file when a second import %s", async (_, cut) => {
  const to = newPlace();
  await copyInto(to, lines);
  const broken = cut(lines.map((line) => (line.kind === "fileBytes" ? { ...line, isLast: false } : line)));
  await expect(copyInto(to, broken)).rejects.toMatchObject({ code: "archive_invalid" });
  expect(contentOf(await linesOf(to))).toEqual(contentOf(lines));
});

it("puts the organization that is there in the place of the archive's", async () => {
  const to = newPlace();
  await copyInto(to, lines, "another");
  const { records } = contentOf(await linesOf(to));
  expect(JSON.stringify(records)).not.toContain('"organizationId":"o"');
  expect(await to.store.getWorkspace("w1")).toMatchObject({ organizationId: "another" });
});

it.each([
  ["no header", () => lines.slice(1)],
  ["a header of another version", () => [{ ...lines[0]!, version: 2 } as ArchiveLine, ...lines.slice(1)]],
  ["no end", () => lines.slice(0, -1)],
  ["a line missing", () => lines.toSpliced(5, 1)],
  ["bytes cut off", () => lines.filter((line) => line.kind !== "fileBytes" || !line.isLast)],
  ["a kind that is none", () => lines.toSpliced(3, 0, { kind: "planets", record: {} } as never)],
])("refuses an archive with %s", async (_, broken) => {
  await expect(copyInto(newPlace(), broken())).rejects.toMatchObject({ code: "archive_invalid" });
});

it("reports an archive that ends inside a line as cut off", async () => {
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  const bytes = (async function* () {
    yield new TextEncoder().encode(text.slice(0, text.length / 2));
  })();
  await expect(writeArchive(newPlace(), parseArchive(bytes))).rejects.toMatchObject({
    code: "archive_invalid",
    message: expect.stringContaining("cut off"),
  });
});

it("leaves out a file that is erased during the export", async () => {
  const options = { scope: { kind: "everything" }, organizationId: "o", now: "2026-01-01T00:00:00.000Z" } as const;
  const read: ArchiveLine[] = [];
  for await (const line of readArchive(from, options)) {
    if (line.kind === "sessions") {
      await from.store.eraseData({ kind: "file", fileId: "one-file" });
      await from.fileStore.remove({ fileId: "one-file", contentId: "one-content" });
    }
    read.push(line);
  }
  const { records, bytes } = contentOf(read);
  const files = records.flatMap((line) => (line.kind === "files" ? [(line.record as { readonly id: string }).id] : []));
  expect([files, [...bytes.keys()]]).toEqual([["two-file"], []]);
});

it("answers an archive without keys and secrets over HTTP, and notes it", async () => {
  const store = createMemoryStore();
  const service = await harness({ store });
  const mcpServers = [{ id: "shop", url: "https://shop.test/mcp", headers: { authorization: "Bearer canary-header" } }];
  await service.start("/say hi", { endUser: ana, mcpServers });
  await service.call("POST", `${service.workspace}/api-keys`, { name: "own", access: "full" });
  const get = async (query: string, key = service.app.apiKey) =>
    service.app.fetch(
      new Request(`http://service${service.workspace}/export${query}`, { headers: { authorization: `Bearer ${key}` } }),
    );
  const answer = await get("");
  expect(answer.headers.get("content-type")).toBe("application/jsonl");
  const archive = (await answer.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ArchiveLine);
  const kinds = new Set<string>(archive.map(({ kind }) => kind));
  expect([...kinds]).toEqual(expect.arrayContaining(["archive", "workspaces", "sessions", "events", "turns", "end"]));
  expect([kinds.has("workspaceKeys"), JSON.stringify(archive).includes("canary")]).toEqual([false, false]);
  expect((await (await get("?endUserSource=app&endUserId=nobody")).text()).trim().split("\n")).toHaveLength(2);
  expect([(await get("?sessionId=none")).status, (await get("?sessionId=a&fileId=b")).status]).toEqual([404, 400]);
  expect((await get("", await service.readKey())).status).toBe(403);
  expect(
    (await store.listAudit({ organizationId: service.app.organizationId, limit: 9 })).map(({ action }) => action),
  ).toEqual(["exported", "exported"]);
});
