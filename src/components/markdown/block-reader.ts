import { emptyBlocks, type Block, type BlockList } from "./block-list.js";
import { updateBlocks } from "./blocks.js";
import type { MarkdownSyntax } from "./plugins.js";

/** Neighbouring blocks. It stays the same object as long as its blocks do. */
export type BlockGroup = readonly Block[];

export interface BlockReading {
  readonly list: BlockList;
  readonly groups: readonly BlockGroup[];
}

const groupSize = 16;

/** Reads a growing text, going on from what it read last. The same text gives the same blocks, whatever came before. */
export function createBlockReader(syntax: readonly MarkdownSyntax[] | undefined): (text: string) => BlockReading {
  let last: BlockReading = { list: emptyBlocks, groups: [] };
  return (text) => {
    const list = updateBlocks(last.list, text, syntax);
    if (list !== last.list) last = { list, groups: groupBlocks(last.groups, list.blocks) };
    return last;
  };
}

function groupBlocks(before: readonly BlockGroup[], blocks: readonly Block[]): readonly BlockGroup[] {
  return Array.from({ length: Math.ceil(blocks.length / groupSize) }, (_, index) => {
    const group = blocks.slice(index * groupSize, (index + 1) * groupSize);
    const known = before[index];
    return known?.length === group.length && group.every((block, at) => block === known[at]) ? known : group;
  });
}
