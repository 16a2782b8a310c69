import { hintOnce } from "./development.js";

/** A name that is replaced. It works for one minor version, and is then removed. */
export interface Deprecation {
  /** The old name, as a host writes it. */
  readonly name: string;
  /** The replacement, as a sentence. */
  readonly instead: string;
  /** The version that removes it. */
  readonly removedIn: string;
}

/** Warns in the console, once a page for each name, and in development only. */
export function warnDeprecated(
  { name, instead, removedIn }: Deprecation,
  warn: (text: string) => void = console.warn,
): void {
  hintOnce(`${name} is deprecated and will be removed in ${removedIn}. ${instead}`, `deprecated: ${name}`, warn);
}
