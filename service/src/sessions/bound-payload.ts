import { isTooDeep } from "./json-depth.js";

/** The most that the payload of one event may take in the store, as JSON in UTF-8 (bytes). */
export const maxPayloadBytes = 65_536;

/** Escaped as JSON a character may take six times its bytes. */
const previewBytes = 4_096;
const encoder = new TextEncoder();

export function utf8Length(text: string): number {
  return encoder.encode(text).length;
}

/** Cuts a text to at most `bytes` of UTF-8, never within a character. */
export function cutUtf8(text: string, bytes: number): string {
  const buffer = new Uint8Array(bytes);
  const { read } = encoder.encodeInto(text, buffer);
  return text.slice(0, read);
}

/**
 * Returns a small payload unchanged. One that is large or nests too deep is replaced by its small fields, a preview of the
 * largest other one, and `truncation`, which names the removed part.
 */
export function boundPayload(type: string, payload: unknown): unknown {
  const json = JSON.stringify(payload) ?? "null";
  const tooDeep = isTooDeep(json);
  // A text is at least as long in UTF-8 as in UTF-16 units and at most three times as long.
  if (!tooDeep && json.length * 3 <= maxPayloadBytes) return payload;
  const originalBytes = utf8Length(json);
  if (!tooDeep && originalBytes <= maxPayloadBytes) return payload;
  const { small, largest } = splitFields(payload);
  const text = typeof largest === "string" ? largest : JSON.stringify(largest);
  const preview = cutUtf8(text, previewBytes);
  const deliveredBytes = utf8Length(preview);
  return {
    ...small,
    preview,
    truncation: {
      truncated: true,
      surface: type,
      reason: tooDeep ? "payload_too_deep" : "payload_too_large",
      originalBytes,
      deliveredBytes,
      omittedBytes: originalBytes - deliveredBytes,
      fullEvidence: { available: false, reason: "The service keeps no payload over its limits." },
      details: [],
    },
  };
}

/** Keeps fields of up to 1 KiB with their name, 16 at most; the largest of the others gets a preview. */
function splitFields(payload: unknown): { small: Record<string, unknown>; largest: unknown } {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return { small: {}, largest: payload };
  const fields = Object.entries(payload).map(([name, value]) => {
    const json = JSON.stringify({ [name]: value as unknown });
    return { name, value: value as unknown, size: json.length, fits: json.length <= 1_024 && !isTooDeep(json) };
  });
  const small = fields.filter(({ fits }) => fits).slice(0, 16);
  const others = fields.filter(({ fits }) => !fits);
  const largest = (others.length > 0 ? others : fields).toSorted((a, b) => b.size - a.size)[0];
  return { small: Object.fromEntries(small.map(({ name, value }) => [name, value])), largest: largest?.value };
}
