import { ServiceApiError } from "@service/sdk/protocol";
import { limitExceeded, notFound } from "../sessions/api-failure.js";
import { utf8Length } from "../sessions/bound-payload.js";
import type { MemoryChange, MemoryLayer, MemoryRecord } from "./memory-record.js";

/** Saves, corrects and deletes memories, as pure decisions over the entries of a layer. */

export const maxTextBytes = 2_000;
/** Most entries of a layer. */
export const maxMemories = 200;

export interface NewMemory {
  readonly id: string;
  readonly layer: MemoryLayer;
  readonly kind: string;
  readonly text: string;
  readonly now: string;
}

export interface Saved {
  readonly memory: MemoryRecord;
  /** The layer already had the same entry, and nothing was written. */
  readonly deduped: boolean;
}

/** @throws {ServiceApiError} 413 `memory_too_large`; 429 `limit_exceeded` when the layer is full. */
export function saveMemory(known: readonly MemoryRecord[], { now, ...facts }: NewMemory): MemoryChange<Saved> {
  assertFits(facts.text);
  const twin = twinOf(known, facts);
  if (twin !== undefined) return { result: { memory: twin, deduped: true } };
  if (known.length >= maxMemories) {
    throw limitExceeded(`This memory holds ${maxMemories} entries, the most it may. Correct or delete some first.`);
  }
  const memory = { ...facts, createdAt: now, updatedAt: now };
  return { put: memory, result: { memory, deduped: false } };
}

export interface Corrected {
  readonly before: MemoryRecord;
  readonly after: MemoryRecord;
}

/**
 * Replaces an entry's text. When another entry has the same text, this entry is deleted and the other one stays.
 *
 * @throws {ServiceApiError} 404 `not_found`; 413 `memory_too_large`.
 */
export function correctMemory(
  known: readonly MemoryRecord[],
  { id, text, now }: Pick<NewMemory, "id" | "text" | "now">,
): MemoryChange<Corrected> {
  const before = memoryOf(known, id);
  assertFits(text);
  const twin = twinOf(known, { kind: before.kind, text });
  if (twin !== undefined && twin.id !== id) return { remove: [id], result: { before, after: twin } };
  const after = { ...before, text, updatedAt: now };
  return { put: after, result: { before, after } };
}

/** @throws {ServiceApiError} 404 `not_found`. */
export function deleteMemory(known: readonly MemoryRecord[], id: string): MemoryChange<MemoryRecord> {
  return { remove: [id], result: memoryOf(known, id) };
}

/** Deletes every entry of the layer. The result is how many there were. */
export function deleteMemories(known: readonly MemoryRecord[]): MemoryChange<number> {
  return { remove: known.map(({ id }) => id), result: known.length };
}

/** One refusal for an entry that never was and for one of a layer that the session does not read. */
export function memoryMissing(id: string): ServiceApiError {
  return notFound(`There is no memory ${id}. memory_recall tells which there are.`);
}

function memoryOf(known: readonly MemoryRecord[], id: string): MemoryRecord {
  const found = known.find((memory) => memory.id === id);
  if (found === undefined) throw memoryMissing(id);
  return found;
}

function twinOf(known: readonly MemoryRecord[], { kind, text }: Pick<MemoryRecord, "kind" | "text">) {
  return known.find((memory) => memory.kind === kind && memory.text === text);
}

function assertFits(text: string): void {
  const size = utf8Length(text);
  if (size <= maxTextBytes) return;
  throw new ServiceApiError(
    `The memory takes ${size} bytes; at most ${maxTextBytes} are kept. Say it in fewer words.`,
    {
      status: 413,
      code: "memory_too_large",
      details: { limit: maxTextBytes, size },
    },
  );
}
