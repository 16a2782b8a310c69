/**
 * Decides whether a write comes from the host's own pages. Both doors use it for every write; reads are left to the
 * browser's same-origin policy.
 */
import { DoorRefusal } from "./refusal.js";

export interface OriginOptions {
  /**
   * Further origins whose pages may read and write, such as `https://admin.example.com`: the handler answers them with the
   * headers that browsers ask for (CORS). List an origin exactly as browsers send it: scheme, host and port, in lower case,
   * without a path. @default none
   */
  readonly origins?: readonly string[] | undefined;
  /**
   * Whether a proxy in front of this process sets `X-Forwarded-Host`, on every request. The host of an `Origin` is then
   * compared with that header in place of `Host`. @default false
   */
  readonly trustForwardedHost?: boolean | undefined;
}

/**
 * Applies the origin rule; the first step that decides wins:
 *
 * 1. `Origin` is listed in `origins`: allow.
 * 2. `Sec-Fetch-Site` is present: allow `same-origin` and `none` only.
 * 3. `Origin` is present: allow if its host and port equal `Host`. The scheme does not count, as TLS may end at a proxy.
 * 4. Neither is present: allow. The client is no browser, and no browser can be made to leave both out.
 */
export function isOwnOrigin(request: Request, { origins = [], trustForwardedHost = false }: OriginOptions): boolean {
  const { headers } = request;
  const origin = headers.get("origin");
  if (origin !== null && origins.includes(origin)) return true;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  if (origin === null) return true;
  return isSameHost(origin, hostOf(request, trustForwardedHost));
}

/** @throws {DoorRefusal} (403) with code `mutation_denied`. */
export function assertOwnOrigin(request: Request, options: OriginOptions): void {
  if (isOwnOrigin(request, options)) return;
  const origin = request.headers.get("origin") ?? "";
  // A browser's Origin is short and plain; other values are not repeated in the error.
  const from = /^[a-z][a-z0-9+.-]*:\/\/[\w.:[\]-]{1,253}$/.test(origin) ? origin : "another origin";
  const host = hostOf(request, options.trustForwardedHost);
  const to = /^[\w.:[\]-]{1,253}$/.test(host) ? host : "this host";
  const advice = `A write from ${from} to ${to} was refused. If pages of that origin may write, add it to the option \`origins\`; behind a proxy that changes the Host header, set \`trustForwardedHost\`.`;
  throw new DoorRefusal(403, notFromHere, { code: "mutation_denied", advice, cause: new Error(`Host is ${host}.`) });
}

/** Message for the person on a page that may not write. */
export const notFromHere = "This can't be done from here.";

/** @throws {TypeError} for `origins` that no browser would send. */
export function checkOrigins(origins: unknown): void {
  if (origins === undefined) return;
  const fault = Array.isArray(origins) ? origins.find((origin) => !isOrigin(origin)) : origins;
  if (Array.isArray(origins) && origins.every(isOrigin)) return;
  throw new TypeError(
    `\`origins\` is a list of origins as browsers send them, such as https://app.product.test: ${JSON.stringify(fault)} is none.`,
  );
}

/** Every sandboxed page has the origin `null`, so it cannot be listed. */
function isOrigin(value: unknown): boolean {
  if (typeof value !== "string" || !/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*]+$/.test(value) || !URL.canParse(value))
    return false;
  const { origin, protocol, host } = new URL(value);
  // Schemes of apps, such as capacitor://localhost, have no origin here, although their pages send one.
  return value === (origin === "null" ? `${protocol}//${host}` : origin);
}

/** A request without `Host` is compared by its URL. */
function hostOf({ headers, url }: Request, trustForwardedHost = false): string {
  const forwarded = trustForwardedHost ? headers.get("x-forwarded-host")?.split(",", 1)[0]?.trim() : undefined;
  return forwarded ?? headers.get("host") ?? new URL(url).host;
}

function isSameHost(origin: string, host: string): boolean {
  const [, scheme, name] = /^([a-z][a-z0-9+.-]*):\/\/([^/\\?#@,\s]+)$/.exec(origin) ?? [];
  if (scheme === undefined || name === undefined || !/^[^/\\?#@,\s]+$/.test(host)) return false;
  const [theirs, ours] = [`${scheme}://${name}`, `${scheme}://${host}`];
  // Parsing removes the scheme's default port, which some proxies add.
  return URL.canParse(theirs) && URL.canParse(ours) && new URL(theirs).host === new URL(ours).host;
}
