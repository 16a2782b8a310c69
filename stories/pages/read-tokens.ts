export interface Token {
  readonly name: string;
  /** In light and in dark; one for a value that is the same in both. */
  readonly values: readonly [both: string] | readonly [light: string, dark: string];
}

/** They choose among the values, and are none to set. */
const switches = new Set(["--sv-light", "--sv-dark", "--sv-scheme", "--sv-sheet"]);
const pair = /^var\(--sv-light, (.*)\) var\(--sv-dark, (.*)\)$/;

/** The variables of the tokens' sheet, with their usual values: those of conditions are later in it. */
export function readTokens(sheet: string): readonly Token[] {
  const tokens = new Map<string, Token>();
  for (const [, name = "", declared = ""] of sheet.matchAll(/^\s*(--sv-[a-z-]+):([^;]+);/gm)) {
    if (switches.has(name) || tokens.has(name)) continue;
    const value = declared.replace(/\s+/g, " ").trim();
    const [, light, dark] = pair.exec(value) ?? [];
    tokens.set(name, { name, values: light === undefined || dark === undefined ? [value] : [light, dark] });
  }
  return [...tokens.values()];
}
