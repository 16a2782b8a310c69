/** Which headers a document or a credential may set on a call. */

/** Set by the transport, or with a meaning of their own for whatever lies between. */
const reserved: ReadonlySet<string> = new Set(
  [
    "accept accept-encoding accept-charset connection content-length content-type content-encoding cookie cookie2 date dnt",
    "expect forwarded host http2-settings idempotency-key keep-alive origin referer te trailer transfer-encoding upgrade",
    "user-agent via x-forwarded-for x-forwarded-host x-forwarded-proto x-http-method x-http-method-override",
    "x-method-override x-original-url x-real-ip x-rewrite-url",
  ].flatMap((names) => names.split(" ")),
);

/** Only a credential fills these. */
const credentials: readonly string[] = ["authorization", "proxy-authorization"];

export function isSettableHeader(name: string, by: "argument" | "credential"): boolean {
  const lower = name.toLowerCase();
  if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) || reserved.has(lower)) return false;
  if (lower.startsWith("proxy-") || lower.startsWith("sec-")) return false;
  return by === "credential" || !credentials.includes(lower);
}

/** A value that stays on its line, in the characters that a header carries. */
export function isHeaderValue(value: string): boolean {
  return value.length <= 8_192 && /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value);
}
