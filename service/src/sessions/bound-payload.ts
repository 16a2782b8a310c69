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
 * Returns a small payload unchanged. A large one is replaced by its small fields, a preview of the largest, and
 * `truncation`, which names what was removed.
 */
export function boundPayload(type: string, payload: unknown): unknown {
  const json = JSON.stringify(payload) ?? "null";
  // A text is at least as long in UTF-8 as in UTF-16 units and at most three times as long.
  if (json.length * 3 <= maxPayloadBytes) return payload;
  const originalBytes = utf8Length(json);
  if (originalBytes <= maxPayloadBytes) return payload;
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
      reason: "payload_too_large",
      originalBytes,
      deliveredBytes,
      omittedBytes: originalBytes - deliveredBytes,
      fullEvidence: { available: false, reason: "The service keeps no payload over its limit." },
      details: [],
    },
  };
}

/** Keeps fields of up to 1 KiB; the largest of the others gets a preview. */
function splitFields(payload: unknown): { small: Record<string, unknown>; largest: unknown } {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return { small: {}, largest: payload };
  const sizes = Object.entries(payload).map(([name, value]) => ({
    name,
    value: value as unknown,
    size: (JSON.stringify(value) ?? "").length,
  }));
  const small = sizes.filter((entry) => entry.size <= 1_024).slice(0, 16);
  const largest = sizes.toSorted((a, b) => b.size - a.size)[0];
  return { small: Object.fromEntries(small.map(({ name, value }) => [name, value])), largest: largest?.value };
}
