import { createHash, randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "pg";
import type { FileStore } from "../../src/app.js";
import { halfLifeMs, pieceBytes } from "../../src/files/sql-file-store.js";
import { a, fileStoreContract, streamOf, textOf } from "../files/file-store-contract.js";
import { fault, text } from "../harness.js";
import { manualClock } from "../manual-clock.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";
import { startProcess, type Process } from "./processes.js";

let database: PostgresDatabase;
let console: Client;
let here: FileStore;
let there: FileStore;
beforeAll(async () => {
  database = await createDatabase();
  console = await database.connect();
  here = (await database.open()).fileStore;
  there = (await database.open()).fileStore;
});
afterAll(() => database.drop());
beforeEach(() => database.empty());

fileStoreContract("A database", async () => here);

const pieces = async () => (await console.query("select octet_length(bytes)::int as n from file_pieces")).rows;

/** Bytes in chunks that do not align with pieces, one per pull. */
function chunked(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.byteLength) return controller.close();
      controller.enqueue(bytes.subarray(at, (at += size)));
    },
  });
}

/** A stream that gives its first bytes and then waits for the test. */
function halting(first: Uint8Array) {
  let go: (rest: Uint8Array) => void = () => undefined;
  const rest = new Promise<Uint8Array>((resolve) => (go = resolve));
  let reached = (): void => undefined;
  const halted = new Promise<void>((resolve) => (reached = resolve));
  const parts = [Promise.resolve(first), rest];
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = parts.shift();
        if (part === rest) reached();
        if (part === undefined) controller.close();
        else controller.enqueue(await part);
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, halted, go };
}

describe("files in a database", () => {
  it.each(["file_contents", "file_pieces"])("are refused with store_full while %s has no room", async (table) => {
    // PostgreSQL's error when it cannot extend a file.
    await console.query(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger no_room before insert on ${table} for each row execute function no_room()`);
    await expect(here.write(a, streamOf("bytes"), 100)).rejects.toMatchObject({ code: "store_full" });
    await console.query(`drop function no_room cascade`);
    await here.write(a, streamOf("bytes"), 100);
    expect(await textOf(await there.read(a))).toBe("bytes");
  });

  it.each([0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 3 * pieceBytes + 7])(
    "are stored in pieces and read by another process: %i bytes",
    async (size) => {
      const bytes = randomBytes(size);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      expect(await here.write(a, chunked(bytes, 100_003), size)).toEqual({ sizeBytes: size, sha256 });
      expect((await pieces()).map(({ n }) => n as number).every((n) => n <= pieceBytes)).toBe(true);
      const read = await there.read(a);
      expect(Buffer.from(await new Response(read).arrayBuffer()).equals(bytes)).toBe(true);
    },
  );

  it("are not visible before they are complete, and leave no piece when the upload breaks off", async () => {
    const source = halting(randomBytes(pieceBytes + 1));
    const written = here.write(a, source.stream, 2 * pieceBytes);
    await source.halted;
    expect(await pieces()).toEqual([{ n: pieceBytes }]);
    expect(await there.read(a)).toBeNull();
    source.go(randomBytes(2 * pieceBytes));
    await expect(written).rejects.toMatchObject({ name: "FileTooLong" });
    expect(await pieces()).toEqual([]);
  });

  it("use no connection while they wait for the sender's bytes", async () => {
    const sources = Array.from({ length: 15 }, () => halting(randomBytes(pieceBytes + 1)));
    const written = sources.map(({ stream }, n) => here.write({ fileId: "f", contentId: `c${n}` }, stream, 1e9));
    for (const { halted } of sources) await halted;
    expect(await here.read(a)).toBeNull();
    for (const { go } of sources) go(randomBytes(1));
    expect((await Promise.all(written)).map(({ sizeBytes }) => sizeBytes)).toEqual(sources.map(() => pieceBytes + 2));
  });

  it("report a deletion during an upload or a download, and are never visible in part", async () => {
    // In the middle of a piece, before the first one, and just before the end.
    const sources = [pieceBytes + 1, 1, pieceBytes].map((size) => halting(randomBytes(size)));
    const coming = sources.map(({ stream }, n) => here.write({ ...a, contentId: `c${n}` }, stream, 1e9));
    for (const { halted } of sources) await halted;
    await there.keepOnly("f1", null);
    for (const [n, { go }] of sources.entries()) go(randomBytes(n === 2 ? 0 : pieceBytes));
    const forgotten = { status: "rejected", reason: { name: "ContentForgotten" } };
    expect(await Promise.allSettled(coming)).toMatchObject(coming.map(() => forgotten));
    expect(await pieces()).toEqual([]);

    await here.write(a, chunked(randomBytes(2 * pieceBytes), 99_999), 1e9);
    const reader = (await there.read(a))!.getReader();
    await reader.read();
    await here.remove(a);
    await expect(reader.read()).rejects.toMatchObject({ name: "ContentForgotten" });
  });

  it("that a crash left incomplete are removed at a start, except uploads in progress on another process", async () => {
    const clock = manualClock();
    const { fileStore } = await database.open({ clock });
    const [crashed, coming] = [halting(randomBytes(pieceBytes)), halting(randomBytes(pieceBytes))];
    void fileStore.write(a, crashed.stream, 1e9).catch(() => undefined);
    await crashed.halted;
    await clock.advance(halfLifeMs);
    const received = fileStore.write({ ...a, contentId: "b" }, coming.stream, 1e9);
    await coming.halted;
    await fileStore.write({ ...a, contentId: "c" }, streamOf("whole"), 5);
    await clock.advance(1);
    await database.open({ clock });
    const { rows } = await console.query("select content_id as id, pieces from file_contents order by 1");
    expect(rows).toEqual([
      { id: "b", pieces: null },
      { id: "c", pieces: 1 },
    ]);
    coming.go(randomBytes(1));
    expect((await received).sizeBytes).toBe(pieceBytes + 1);
    expect(await textOf(await there.read({ ...a, contentId: "c" }))).toBe("whole");
  });
});

describe("uploads to two processes", () => {
  const processes: Process[] = [];
  afterEach(async () => {
    for (const process of processes.splice(0)) await process.close();
  });

  async function two(): Promise<readonly [Process, Process]> {
    processes.push(await startProcess(database.url), await startProcess(database.url));
    return [processes[0]!, processes[1]!];
  }

  const begin = async (service: Process, sizeBytes: number) => {
    const announced = { filename: "a.bin", contentType: "application/octet-stream", sizeBytes };
    const { body } = await service.call("POST", `${service.workspace}/files/uploads`, announced);
    return { putUrl: text(body["putPath"]), fileId: text(body["fileId"]) };
  };
  const put = (service: Process, url: string, body: ReadableStream<Uint8Array>) =>
    service.app.fetch(
      new Request(`http://service${url}`, {
        method: "PUT",
        headers: { authorization: `Bearer ${service.app.apiKey}` },
        body,
        duplex: "half",
      } as RequestInit),
    );

  it("are begun at one, sent to the other, completed at the first and read at the second", async () => {
    const [here, there] = await two();
    const bytes = randomBytes(600_000);
    const { putUrl, fileId } = await begin(here, bytes.byteLength);
    expect((await put(there, putUrl, chunked(bytes, 70_000))).status).toBe(204);
    expect((await here.call("POST", putUrl.replace("/content", "/complete"))).status).toBe(200);
    const headers = { authorization: `Bearer ${there.app.apiKey}` };
    const url = `http://service${there.workspace}/files/${fileId}/content`;
    const answer = await there.app.fetch(new Request(url, { headers }));
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect([...here.faults, ...there.faults]).toEqual([]);
  });

  it("complete while other bytes arrive, which are refused", async () => {
    const [here, there] = await two();
    const bytes = randomBytes(pieceBytes + 10);
    const { putUrl, fileId } = await begin(here, bytes.byteLength);
    const late = halting(bytes.subarray(0, pieceBytes));
    const sent = put(there, putUrl, late.stream);
    await late.halted;
    expect((await put(here, putUrl, chunked(bytes, 70_000))).status).toBe(204);
    expect((await here.call("POST", putUrl.replace("/content", "/complete"))).status).toBe(200);
    late.go(bytes.subarray(pieceBytes));
    const refused = await sent;
    const read = { status: refused.status, headers: refused.headers, body: (await refused.json()) as never };
    expect(fault(read)).toBe("409 already_completed");
    expect(await pieces()).toHaveLength(2);
    expect((await there.call("GET", `${there.workspace}/files/${fileId}`)).status).toBe(200);
    expect([...here.faults, ...there.faults]).toEqual([]);
  });
});
