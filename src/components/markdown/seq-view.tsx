import { memo, type ComponentType, type ReactNode } from "react";
import type { Seq, SeqNode } from "../../markdown/seq.js";

export interface EntryProps<T, C> {
  readonly value: T;
  readonly context: C;
}

/**
 * The elements of a list that grows. Adding to it goes through the path to its end, and adds no element of the page.
 * The first entries, all that most lists have, stand without a component between: it would double what a long answer
 * takes in memory.
 *
 * @param Entry memoised: an entry that is the same object is not rendered again
 */
export function seqView<T, C>({ zones }: Seq<T>, Entry: ComponentType<EntryProps<T, C>>, context: C): ReactNode {
  const [first = [], ...rest] = zones;
  return [
    ...first.map((value, index) => <Entry key={index} value={value as T} context={context} />),
    ...rest.map((zone, index) => (
      <Zone
        key={`zone-${index}`}
        node={zone}
        depth={index + 1}
        entry={Entry as ComponentType<EntryProps<unknown, unknown>>}
        context={context}
      />
    )),
  ];
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
