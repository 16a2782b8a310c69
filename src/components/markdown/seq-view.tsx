import { memo, type ComponentType, type ReactNode } from "react";
import type { Seq, SeqNode } from "../../markdown/seq.js";

export interface EntryProps<T, C> {
  readonly value: T;
  readonly context: C;
}

interface SeqViewProps<T, C> {
  readonly seq: Seq<T>;
  /** Memoised: an entry that is the same object is not rendered again. */
  readonly entry: ComponentType<EntryProps<T, C>>;
  readonly context: C;
}

/** Renders a list that grows. Adding to it goes through the path to its end, and adds no element around the entries. */
export function SeqView<T, C>({ seq, entry: Entry, context }: SeqViewProps<T, C>): ReactNode {
  return seq.zones.map((zone, depth) => (
    <Zone
      key={depth}
      node={zone}
      depth={depth}
      entry={Entry as ComponentType<EntryProps<unknown, unknown>>}
      context={context}
    />
  ));
}

const Zone = memo(function Zone(props: {
  readonly node: SeqNode<unknown>;
  readonly depth: number;
  readonly entry: ComponentType<EntryProps<unknown, unknown>>;
  readonly context: unknown;
}): ReactNode {
  const { node, depth, entry: Entry, context } = props;
  if (depth === 0) return node.map((value, index) => <Entry key={index} value={value} context={context} />);
  return node.map((below, index) => (
    <Zone key={index} node={below as SeqNode<unknown>} depth={depth - 1} entry={Entry} context={context} />
  ));
});
