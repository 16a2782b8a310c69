/**
 * An append-only list with structural sharing: an append copies a few short arrays, and every entry keeps its path
 * from the root. A view that memoises by node therefore renders only the path to the new entry.
 *
 * Zone 0 has 16 entries, zone 1 is a tree of 16 × 16, zone 2 one of 16 × 16 × 16, and so on: short lists cost nothing
 * extra.
 */
export interface Seq<T> {
  readonly length: number;
  /** Zone `z` is a tree of depth `z`. */
  readonly zones: readonly SeqNode<T>[];
}

/** Entries at depth 0, nodes above it. */
export type SeqNode<T> = readonly (T | SeqNode<T>)[];

/** Entries of a node. */
export const width = 16;

const nothing: Seq<never> = { length: 0, zones: [] };

export const emptySeq = <T>(): Seq<T> => nothing;

// `concat` and `with` leave no spare room in a list, where a spread would: 64 bytes that most lists never use.
export function push<T>({ length, zones }: Seq<T>, entry: T): Seq<T> {
  const depth = zones.length - 1;
  const last = zones[depth];
  const grown = last && grow(last, depth, entry);
  if (grown) return { length: length + 1, zones: zones.with(depth, grown) };
  return { length: length + 1, zones: zones.concat([wrap(entry, depth + 1)]) };
}

/** The node with one more entry; undefined when it is full. */
function grow<T>(node: SeqNode<T>, depth: number, entry: T): SeqNode<T> | undefined {
  if (depth > 0) {
    const at = node.length - 1;
    const below = grow(node[at] as SeqNode<T>, depth - 1, entry);
    if (below) return node.with(at, below);
  }
  return node.length < width ? node.concat([depth === 0 ? entry : wrap(entry, depth - 1)]) : undefined;
}

function wrap<T>(entry: T, depth: number): SeqNode<T> {
  let node: SeqNode<T> = [entry];
  for (let level = 0; level < depth; level += 1) node = [node];
  return node;
}

/** Every entry, first to last. */
export function toArray<T>({ zones }: Seq<T>): T[] {
  const found: T[] = [];
  zones.forEach((zone, depth) => collect(zone, depth, found));
  return found;
}

function collect<T>(node: SeqNode<T>, depth: number, into: T[]): void {
  for (const entry of node) {
    if (depth === 0) into.push(entry as T);
    else collect(entry as SeqNode<T>, depth - 1, into);
  }
}
