/** Errors that a function of the host threw, such as `resolve`. Only the host's log may have their cause. */
import { isServiceError } from "../../foundation/base-error.js";
import { describeError } from "../../foundation/describe-error.js";

export class HostFault extends Error {
  /** The name of the option whose function threw. */
  readonly hook: string;

  constructor(hook: string, cause: unknown) {
    super(`\`${hook}\` threw.`, { cause });
    this.hook = hook;
  }
}

/** Calls a function of the host. Rethrows the kit's own errors; wraps any other in a `HostFault`. */
export async function callHook<T>(hook: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isServiceError(error) || error instanceof HostFault ? error : new HostFault(hook, error);
  }
}

/** @param headers the request's; their credentials are removed from the message. */
export function hostFaultWords({ hook, cause }: HostFault, headers: Headers): string {
  return `\`${hook}\` threw ${describeError(cause, (text) => withoutCredentials(text, headers))}`;
}

/** Shorter values are no secrets; removing them would remove ordinary words of a message (characters). */
const shortestSecret = 6;

function withoutCredentials(text: string, headers: Headers): string {
  const words = ["authorization", "cookie", "proxy-authorization"].flatMap((name) =>
    (headers.get(name) ?? "").split(/[\s;,]+/),
  );
  // A cookie's secret is its value.
  return words
    .flatMap((word) => [word, word.slice(word.indexOf("=") + 1)])
    .filter((value) => value.length >= shortestSecret)
    .reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
}
