/** Hints for developers only. */

/** Bundlers replace the words `process.env.NODE_ENV`, written just so. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Whether the page or process runs in development. An unknown environment counts as production. */
export function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV === "development";
  } catch {
    return false;
  }
}

/** How many different hints a page writes. */
const mostHints = 50;

const written = new Set<string>();

/**
 * Writes a hint for the developer to the console: in development only, and each kind once a page.
 *
 * @param kind identifies the mistake, where the text differs with each request. @default the text
 * @param write @default console.error
 */
export function hintOnce(hint: string, kind = hint, write: (text: string) => void = console.error): void {
  if (!isDevelopment() || written.has(kind) || written.size >= mostHints) return;
  written.add(kind);
  write(`[service] ${hint}`);
}

/** Allows each hint once more, as a page that is loaded again does. For tests. */
export function forgetHints(): void {
  written.clear();
}
