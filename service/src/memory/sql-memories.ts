/** Agents' memories, one row for each entry. */
import { sql } from "kysely";
import { ownerKey } from "../store/owner.js";
import { addEntry } from "../store/sql-audit.js";
import type { Queries, SqlContext } from "../store/sql-context.js";
import { holdProducer } from "../store/sql-producer.js";
import { lockName } from "../store/sql-lock.js";
import { doc, searchable } from "../store/sql-rows.js";
import { sessionMissing } from "../store/store.js";
import { layerKey, type MemoryLayer, type MemoryMethods, type MemoryRecord } from "./memory-record.js";

export function memoryMethods({ run, transact }: SqlContext): MemoryMethods {
  return {
    listMemories: (layer) => run((db) => list(db, layer)),

    changeMemories: (layer, decide, producer) =>
      transact(async (trx) => {
        // A layer that is empty has no row to lock.
        await lockName(trx, "memories", layerKey(layer));
        await assertThere(trx, layer);
        await holdProducer(trx, producer);
        const { put, remove = [], audit, result } = decide(await list(trx, layer));
        if (put !== undefined) await write(trx, put);
        if (remove.length > 0) {
          await trx.deleteFrom("memories").where("id", "in", remove.map(searchable)).where(ofLayer(layer)).execute();
        }
        if (audit !== undefined) await addEntry(trx, audit);
        return result;
      }),
  };
}

async function list(db: Queries, layer: MemoryLayer): Promise<MemoryRecord[]> {
  const rows = await db
    .selectFrom("memories")
    .select("doc")
    .where(ofLayer(layer))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => row.doc);
}

/** An entry of a session's layer belongs to the session, any other to its workspace and maybe to a person. */
export function memoryRow(memory: MemoryRecord) {
  const { layer } = memory;
  const isOfSession = layer.kind === "session";
  const endUser = layer.kind === "user" ? layer.endUser : null;
  return {
    layer: searchable(layerKey(layer)),
    id: searchable(memory.id),
    session_id: isOfSession ? searchable(layer.sessionId) : null,
    workspace_id: isOfSession ? null : searchable(layer.workspaceId),
    owner: isOfSession ? null : searchable(ownerKey(endUser)),
    created_at: memory.createdAt,
    doc: doc(memory),
  };
}

async function write(db: Queries, memory: MemoryRecord): Promise<void> {
  const row = memoryRow(memory);
  await db
    .insertInto("memories")
    .values(row)
    .onConflict((conflict) => conflict.columns(["layer", "id"]).doUpdateSet(row))
    .execute();
}

/** Keeps the session from being removed until the change is written. */
async function assertThere(db: Queries, layer: MemoryLayer): Promise<void> {
  if (layer.kind !== "session") return;
  const row = await db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", searchable(layer.sessionId))
    .forKeyShare()
    .executeTakeFirst();
  if (row === undefined) throw sessionMissing(layer.sessionId);
}

function ofLayer(layer: MemoryLayer) {
  return sql<boolean>`layer = ${searchable(layerKey(layer))}`;
}
