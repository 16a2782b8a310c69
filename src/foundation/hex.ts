/** Bytes in lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A UUID of this version from 16 bytes; six of their bits become the version's and the variant's (RFC 9562, §4). */
export function toUuid(bytes: Uint8Array, version: 4 | 5): string {
  const marked = Uint8Array.from(bytes);
  marked[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  marked[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return toHex(marked).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
