import type { ReactNode } from "react";
import tokens from "../../src/styles/tokens.css?raw";

/** The variables of the tokens' sheet, read from the sheet itself. */
const variables = [...tokens.matchAll(/^ {4}(--sv-[a-z-]+):\s*([^;]+);/gm)]
  .map(([, name = "", value = ""]) => ({ name, value: value.replace(/\s+/g, " ") }))
  .filter(({ name, value }) => value.trim() !== "" && name !== "--sv-light" && name !== "--sv-dark");

const pair = /^var\(--sv-light, (.*)\) var\(--sv-dark, (.*)\)$/;

export function TokenTable(): ReactNode {
  const unique = [...new Map(variables.map((variable) => [variable.name, variable])).values()];
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
        {unique.map(({ name, value }) => {
          const [, light, dark] = pair.exec(value) ?? [];
          return (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td colSpan={light === undefined ? 2 : 1}>
                <code>{light ?? value}</code>
              </td>
              {dark !== undefined && (
                <td>
                  <code>{dark}</code>
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
