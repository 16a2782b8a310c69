/**
 * @param maker what was given the times, for the message.
 * @throws {TypeError} for a time that is given and is no number above 0.
 */
export function checkMilliseconds(maker: string, times: { readonly [name: string]: unknown }): void {
  for (const [name, ms] of Object.entries(times)) {
    if (ms === undefined || (typeof ms === "number" && ms > 0)) continue;
    throw new TypeError(`${maker} needs \`${name}\` to be a number above 0: it is ${String(ms as number)}.`);
  }
}
