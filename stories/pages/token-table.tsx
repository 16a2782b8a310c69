import type { ReactNode } from "react";
import tokens from "../../src/styles/tokens.css?raw";
import { readTokens } from "./read-tokens.js";

/** The variables of the tokens' sheet, read from the sheet itself. */
export function TokenTable(): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Variable</th>
          <th scope="col">Light</th>
          <th scope="col">Dark</th>
        </tr>
      </thead>
      <tbody>
        {readTokens(tokens).map(({ name, values }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            {values.map((value, index) => (
              <td key={index} colSpan={3 - values.length}>
                <code>{value}</code>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
