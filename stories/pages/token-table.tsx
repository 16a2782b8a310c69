import type { ReactNode } from "react";
import tokens from "../../src/styles/tokens.css?raw";
import { DocTable } from "../docs/doc-table.js";
import { readTokens } from "./read-tokens.js";

/** The variables of the tokens' sheet, read from the sheet itself. */
export function TokenTable(): ReactNode {
  const rows = readTokens(tokens).map(({ name, values }) => {
    const [light = "", dark = light] = values;
    return [name, <code key="light">{light}</code>, <code key="dark">{dark}</code>] as const;
  });
  return <DocTable head={["Variable", "Light", "Dark"]} rows={rows} />;
}
