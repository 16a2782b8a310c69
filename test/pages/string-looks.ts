/**
 * String accesses: characters of the strings that a method was called on, and calls on strings as long as an answer.
 */
export interface Looks {
  readonly characters: number;
  readonly long: number;
  /** Which method, and where it was called from. */
  readonly firstLong: string | null;
}

/** Longer than any line, frame or open block. */
const longFrom = 150_000;
/** From here on only the first of several looks into the same string counts: the others find it joined. */
const joinedFrom = 5_000;

const methods = (
  "startsWith endsWith includes indexOf lastIndexOf slice substring substr split trim trimStart trimEnd replace " +
  "replaceAll match matchAll search charCodeAt codePointAt charAt at toLowerCase toUpperCase normalize localeCompare"
).split(" ");

/**
 * Counts what the page looks at: a method called on a joined string copies the whole of it first. Only the lengths are
 * counted, so that a machine's speed plays no part.
 */
export function countLooks(): { take(): Looks } {
  let characters = 0;
  let long = 0;
  let firstLong: string | null = null;
  let joined = "";
  function note(text: unknown, method: string): void {
    if (typeof text !== "string") return;
    if (text.length >= joinedFrom) {
      if (text === joined) return;
      joined = text;
    }
    characters += text.length;
    if (text.length < longFrom) return;
    long += 1;
    firstLong ??= `${method} of ${text.length} characters ${new Error().stack ?? ""}`;
  }
  const strings = String.prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
  for (const name of methods) {
    const original = strings[name]!;
    strings[name] = function counted(this: unknown, ...given: unknown[]) {
      note(this, name);
      return original.apply(this, given);
    };
  }
  const patterns = RegExp.prototype as unknown as Record<"exec" | "test", (text: string) => unknown>;
  for (const name of ["exec", "test"] as const) {
    const original = patterns[name];
    patterns[name] = function counted(this: unknown, text) {
      note(text, name);
      return original.call(this, text);
    };
  }
  return {
    take() {
      const taken = { characters, long, firstLong };
      joined = "";
      characters = 0;
      long = 0;
      firstLong = null;
      return taken;
    },
  };
}
