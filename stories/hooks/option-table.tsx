import type { ReactNode } from "react";
import type { Entry } from "./option-tables.js";

/** A table of options or results in a page about a hook. */
export function OptionTable(props: {
  readonly caption: string;
  readonly rows: Readonly<Record<string, Entry>>;
}): ReactNode {
  const hasDefaults = Object.values(props.rows).some(([, , byDefault]) => byDefault);
  return (
    <table>
      <caption>{props.caption}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
          {hasDefaults && <th scope="col">Default</th>}
        </tr>
      </thead>
      <tbody>
        {Object.entries(props.rows).map(([name, [type, meaning, byDefault]]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>
              <code>{type}</code>
            </td>
            <td>{withCode(meaning)}</td>
            {hasDefaults && <td>{byDefault && <code>{byDefault}</code>}</td>}
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
