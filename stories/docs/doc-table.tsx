import type { ReactNode } from "react";

/** A table of a page of documentation. The first cell of a row names it; on a phone each row is a block of its own. */
export function DocTable(props: {
  readonly caption?: string | undefined;
  readonly head: readonly string[];
  /** The cells of each row after its name. */
  readonly rows: readonly (readonly [name: string, ...cells: readonly ReactNode[]])[];
}): ReactNode {
  const [first, ...others] = props.head;
  return (
    <table className="kit-table">
      {props.caption !== undefined && <caption>{props.caption}</caption>}
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {others.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map(([name, ...cells], row) => (
          <tr key={row}>
            <th scope="row">
              <code>{name}</code>
            </th>
            {cells.map((cell, column) => (
              <td key={others[column]} data-label={others[column]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A text with code between back ticks. */
export function withCode(text: string): ReactNode {
  return text.split("`").map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece));
}
