import { memo, type ReactElement, type ReactNode } from "react";
import { width, type Seq, type SeqNode } from "../../markdown/seq.js";

/** Keys of the entries of one node: created once, as each would be a string of its own. */
const keys = Array.from({ length: width }, (_, index) => `e${index}`);

/** Renders one entry of a list. The same entry gives the same element, see {@link kept}. */
export type RenderEntry<T, C> = (value: T, context: C, key: string) => ReactNode;

/**
 * The elements of a growing list. An append renders the path to its end, without an extra element in the page. The
 * first entries, which most lists have alone, have no component around them: it would double a long answer's memory.
 *
 * @param first renders the first entry without an element around it; keys of the others begin with a letter
 * @param partClass class of an element around each node of entries; the first node has none. Without it no node has one
 */
export function seqView<T, C>(
  { zones }: Seq<T>,
  render: RenderEntry<T, C>,
  context: C,
  first?: (value: T, context: C) => readonly ReactNode[] | undefined,
  partClass?: string,
): ReactNode {
  const [entries = [], ...rest] = zones;
  const shown: ReactNode[] = [];
  entries.forEach((value, index) => {
    const bare = index === 0 ? first?.(value as T, context) : undefined;
    if (bare) shown.push(...bare);
    else shown.push(render(value as T, context, keys[index] ?? ""));
  });
  rest.forEach((zone, index) =>
    shown.push(
      <Zone
        key={`z${index}`}
        node={zone}
        depth={index + 1}
        render={render as RenderEntry<unknown, unknown>}
        context={context}
        partClass={partClass}
      />,
    ),
  );
  return loneText(shown.slice());
}

const Zone = memo(function Zone(props: {
  readonly node: SeqNode<unknown>;
  readonly depth: number;
  readonly render: RenderEntry<unknown, unknown>;
  readonly context: unknown;
  readonly partClass: string | undefined;
}): ReactNode {
  const { node, depth, partClass, ...rest } = props;
  if (depth === 0) {
    const entries = node.map((value, index) => rest.render(value, rest.context, keys[index] ?? ""));
    return partClass === undefined ? entries : <div className={partClass}>{entries}</div>;
  }
  return node.map((below, index) => (
    <Zone key={index} node={below as SeqNode<unknown>} depth={depth - 1} partClass={partClass} {...rest} />
  ));
});

/** React keeps a lone text without a record of its own. */
export function loneText(nodes: ReactNode[]): ReactNode {
  return nodes.length === 1 && typeof nodes[0] === "string" ? nodes[0] : nodes;
}

/** Elements by the node that they show. */
export type Elements = WeakMap<object, ReactElement>;

/**
 * The element of a node, made once: React does not look into an element that is the same as before. A component for
 * each node would do as much, and take twice the memory.
 */
export function kept(elements: Elements, node: object, key: string, make: () => ReactElement | null): ReactNode {
  const known = elements.get(node);
  if (known?.key === key) return known;
  const made = make();
  if (made) elements.set(node, made);
  return made;
}
