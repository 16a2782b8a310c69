import type { MemoryRecord } from "./memory-record.js";

/**
 * Entries that match a query: those with the most of its words first, then the newest. All entries, newest first,
 * when the query has no words.
 */
export function recall(known: readonly MemoryRecord[], query: string): MemoryRecord[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu))];
  const scored = known.map((memory) => {
    const text = memory.text.toLowerCase();
    return { memory, score: words.filter((word) => text.includes(word)).length };
  });
  return scored
    .filter(({ score }) => score > 0 || words.length === 0)
    .toSorted((a, b) => b.score - a.score || newestFirst(a.memory, b.memory))
    .map(({ memory }) => memory);
}

function newestFirst(a: MemoryRecord, b: MemoryRecord): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
