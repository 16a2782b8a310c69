import type { ReactNode } from "react";
import { DocTable, withCode } from "../docs/doc-table.js";
import { dataAttributes } from "./data-attributes.js";

interface AttributeTableProps {
  readonly caption?: string | undefined;
  /** Attributes of these classes alone. @default all */
  readonly classes?: readonly string[] | undefined;
}

/** The list of state attributes, from the kit's own list. */
export function AttributeTable({ caption, classes }: AttributeTableProps): ReactNode {
  const rows = dataAttributes.flatMap(({ name, on, values, means }) => {
    const carriers = classes ? on.filter((each) => classes.includes(each)) : on;
    if (carriers.length === 0) return [];
    return [[name, carriers.join(", "), values?.join(", ") ?? "present or absent", withCode(means)] as const];
  });
  return (
    rows.length > 0 && <DocTable caption={caption} head={["Attribute", "Element", "Values", "Meaning"]} rows={rows} />
  );
}
