/** Describes what foreign code threw, in one line for a log. */

/** The longest message that is repeated (characters). */
const longestMessage = 300;

/**
 * Name, message and place of a thrown value, such as `TypeError: fetch failed (ECONNREFUSED 127.0.0.1:5432) at auth.ts:7:11`.
 * The message of a SyntaxError is left out, because `JSON.parse` quotes the text that it read.
 *
 * @param hide takes secrets out of the message. @default nothing is taken out
 */
export function describeError(thrown: unknown, hide: (text: string) => string = (text) => text): string {
  if (!(thrown instanceof Error)) return typeof thrown === "string" ? shortened(hide(thrown)) : `a ${typeof thrown}`;
  const name = /^\w{1,64}$/.test(thrown.name) ? thrown.name : "Error";
  const quotes = thrown instanceof SyntaxError;
  const message = quotes ? "" : shortened(hide(thrown.message));
  const failure = connectionFailure(thrown.cause);
  return `${name}${message && `: ${message}`}${failure && ` (${failure})`}${placeOf(thrown)}`;
}

/** The first line of the stack that names a file. */
export function placeOf({ stack = "" }: Error): string {
  const [, place] = /\n\s+at (?:.*\()?([^()\n]{1,300}:\d+:\d+)\)?/.exec(stack) ?? [];
  return place === undefined ? "" : ` at ${place}`;
}

/** The platform's code and address of a connection that failed, from an error or its causes; "" where there is none. */
export function connectionFailure(cause: unknown): string {
  let at = cause;
  for (let depth = 0; depth < 5 && typeof at === "object" && at !== null; depth++) {
    const { code, address, hostname, port, errors, cause: next } = at as Readonly<Record<string, unknown>>;
    // Several addresses were tried; the first failure is shown.
    if (Array.isArray(errors) && errors.length > 0 && address === undefined) {
      [at] = errors as readonly unknown[];
      continue;
    }
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{1,40}$/.test(code)) {
      const host = [address, hostname].find((name) => typeof name === "string" && /^[\w.:%-]{1,253}$/.test(name));
      const place = typeof host === "string" ? ` ${host}${typeof port === "number" ? `:${port}` : ""}` : "";
      return code + place;
    }
    // `fetch` refuses some ports by itself.
    if (at instanceof Error && at.message === "bad port") return "fetch does not allow this port";
    at = next;
  }
  return "";
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line;
}
