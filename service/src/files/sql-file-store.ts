/**
 * Files in the database, in pieces, visible to all of its processes. A content is readable once it is complete. One
 * piece at a time is in memory, and no connection is used while the next is awaited.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "../clock.js";
import { isoNow } from "../world.js";
import type { Queries } from "../store/sql-context.js";
import { explainFault } from "../store/sql-faults.js";
import { isForeignKeyViolation, searchable } from "../store/sql-rows.js";
import { ContentForgotten, readPieces, type FilePlace, type FileStore, type WrittenFile } from "./file-store.js";

/** Bytes of each piece but the last. */
export const pieceBytes = 262_144;
/** An upload ends within an hour; an incomplete one older than this is the remains of a crash (ms). */
export const halfLifeMs = 7_200_000;

export function createSqlFileStore(db: Queries, clock: Clock): FileStore {
  const store = unexplained(db, clock);
  return {
    write: (place, bytes, sizeLimit) => store.write(place, bytes, sizeLimit).catch(explainFault),
    read: (place) => store.read(place).catch(explainFault),
    remove: (place) => store.remove(place).catch(explainFault),
    keepOnly: (fileId, contentId) => store.keepOnly(fileId, contentId).catch(explainFault),
  };
}

function unexplained(db: Queries, clock: Clock): FileStore {
  async function remove(place: FilePlace): Promise<void> {
    await db.deleteFrom("file_contents").where(at(place)).execute();
  }

  return {
    async write(place, bytes, sizeLimit) {
      const row = { ...keyOf(place), begun_at: isoNow(clock), pieces: null };
      await db.insertInto("file_contents").values(row).execute();
      try {
        return await writePieces(db, place, bytes, sizeLimit);
      } catch (error) {
        // If the removal fails, a later start sweeps it.
        await remove(place).catch(() => undefined);
        throw error;
      }
    },
    async read(place) {
      const content = await db.selectFrom("file_contents").select("pieces").where(at(place)).executeTakeFirst();
      return content?.pieces == null ? null : pieceStream(db, place, content.pieces);
    },
    remove,
    async keepOnly(fileId, contentId) {
      let others = db.deleteFrom("file_contents").where("file_id", "=", searchable(fileId));
      if (contentId !== null) others = others.where("content_id", "!=", searchable(contentId));
      await others.execute();
    },
  };
}

/** Removes the incomplete uploads of crashes. Those of other live processes are younger. */
export async function sweepHalfWritten(db: Queries, clock: Clock): Promise<void> {
  const before = new Date(clock.now() - halfLifeMs).toISOString();
  await db.deleteFrom("file_contents").where("pieces", "is", null).where("begun_at", "<", before).execute();
}

async function writePieces(
  db: Queries,
  place: FilePlace,
  bytes: ReadableStream<Uint8Array>,
  sizeLimit: number,
): Promise<WrittenFile> {
  const hash = createHash("sha256");
  const gathered = Buffer.alloc(pieceBytes);
  let filled = 0;
  let pieces = 0;

  async function put(): Promise<void> {
    const piece = { ...keyOf(place), position: pieces, bytes: gathered.subarray(0, filled) };
    await db.insertInto("file_pieces").values(piece).execute().catch(asForgotten);
    pieces += 1;
    filled = 0;
  }

  const sizeBytes = await readPieces(bytes, sizeLimit, async (chunk) => {
    hash.update(chunk);
    for (let from = 0; from < chunk.byteLength;) {
      const part = chunk.subarray(from, from + pieceBytes - filled);
      gathered.set(part, filled);
      filled += part.byteLength;
      from += part.byteLength;
      if (filled === pieceBytes) await put();
    }
  });
  if (filled > 0) await put();
  const whole = await db.updateTable("file_contents").set({ pieces }).where(at(place)).executeTakeFirst();
  if (whole.numUpdatedRows === 0n) throw new ContentForgotten();
  return { sizeBytes, sha256: hash.digest("hex") };
}

/** A piece has no place any more when its content was forgotten meanwhile. */
function asForgotten(error: unknown): never {
  throw isForeignKeyViolation(error) ? new ContentForgotten() : error;
}

function pieceStream(db: Queries, place: FilePlace, pieces: number): ReadableStream<Uint8Array> {
  let position = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (position === pieces) return controller.close();
        const piece = await db
          .selectFrom("file_pieces")
          .select("bytes")
          .where(at(place))
          .where("position", "=", position)
          .executeTakeFirst()
          .catch(explainFault);
        if (piece === undefined) throw new ContentForgotten();
        position += 1;
        controller.enqueue(piece.bytes);
      },
    },
    { highWaterMark: 0 },
  );
}

function keyOf({ fileId, contentId }: FilePlace) {
  return { file_id: searchable(fileId), content_id: searchable(contentId) };
}

function at(place: FilePlace) {
  const { file_id, content_id } = keyOf(place);
  return sql<boolean>`file_id = ${file_id} and content_id = ${content_id}`;
}
