import type { ReactNode } from "react";
import { dataAttributes } from "./data-attributes.js";

/** The list of state attributes, from the kit's own list. */
export function AttributeTable(): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Attribute</th>
          <th scope="col">On</th>
          <th scope="col">Values</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {dataAttributes.map(({ name, on, values, means }) => (
          <tr key={`${name} ${on.join(" ")}`}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{on.join(", ")}</td>
            <td>{values?.join(", ") ?? "present or absent"}</td>
            <td>{means}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
