/**
 * Calls a function of the host outside of an event handler, where what it throws would end the host's whole page. The
 * fault is reported as the page's own uncaught errors are; the result is undefined then.
 */
export function callHost<Args extends readonly unknown[], Result>(
  call: ((...args: Args) => Result) | undefined,
  ...args: Args
): Result | undefined {
  try {
    return call?.(...args);
  } catch (error) {
    reportFault(error);
    return undefined;
  }
}

function reportFault(error: unknown): void {
  if (typeof reportError === "function") reportError(error);
  // A server has no page to report to.
  else console.error(error);
}
