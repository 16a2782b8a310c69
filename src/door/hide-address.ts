import { isRecord } from "../protocol/read-fields.js";

/**
 * Makes what keeps the service's address out of what a browser is told. A host of one word without a port, such as `api`, is
 * hidden as part of an address only: alone it is a word like any other.
 *
 * @param baseUrl as the host gave it
 */
export function hideAddress(baseUrl: string): (text: string) => string {
  if (baseUrl === "") return (text) => text;
  const { origin, host } = URL.canParse(baseUrl) ? new URL(baseUrl) : { origin: baseUrl, host: baseUrl };
  const isWord = !/[.:[]/.test(host);
  const alone = new RegExp(`(?<![\\w.-])${host.replaceAll(/[^\w-]/g, String.raw`\$&`)}(?![\\w-])`, "g");
  return (text) => {
    const told = text.replaceAll(baseUrl, shown).replaceAll(origin, shown);
    return isWord ? told : told.replace(alone, shown);
  };
}

/** The same for every text and every name in a JSON value. */
export function hideIn(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((entry) => hideIn(entry, hide));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [hide(name), hideIn(entry, hide)]));
}

const shown = "its address";
