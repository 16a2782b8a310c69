/**
 * Bounds the part of a log in memory, for every door: a window of whole blocks (pages or turns) that drops blocks at
 * one end when it grows at the other. Pure.
 */

/** Size of a block, or the limit of a window. */
export interface Extent {
  /** Messages, or events of the log. */
  readonly count: number;
  /** Characters of JSON. */
  readonly size: number;
}

export function isOver(extent: Extent, limit: Extent): boolean {
  return extent.count > limit.count || extent.size > limit.size;
}

/** Number of blocks to drop from the start so that the rest fits. The last block is never dropped. */
export function excess(blocks: readonly Extent[], limit: Extent): number {
  let count = blocks.reduce((sum, block) => sum + block.count, 0);
  let size = blocks.reduce((sum, block) => sum + block.size, 0);
  const kept = blocks.slice(0, -1).findIndex((block) => {
    const isEnough = !isOver({ count, size }, limit);
    count -= block.count;
    size -= block.size;
    return isEnough;
  });
  return kept === -1 ? Math.max(0, blocks.length - 1) : kept;
}
