import type { ReactNode } from "react";
import { DocTable, withCode } from "../docs/doc-table.js";
import type { Entry } from "./option-tables.js";

/** A table of options or results in a page about a hook. */
export function OptionTable(props: {
  readonly caption: string;
  readonly rows: Readonly<Record<string, Entry>>;
}): ReactNode {
  const hasDefaults = Object.values(props.rows).some(([, , byDefault]) => byDefault);
  const rows = Object.entries(props.rows).map(([name, [type, meaning, byDefault]]) => {
    const cells = [<code key="type">{type}</code>, withCode(meaning)];
    return [name, ...cells, ...(hasDefaults ? [byDefault && <code key="default">{byDefault}</code>] : [])] as const;
  });
  return (
    <DocTable
      caption={props.caption}
      head={["Name", "Type", "Description", ...(hasDefaults ? ["Default"] : [])]}
      rows={rows}
    />
  );
}
