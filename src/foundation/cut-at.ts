/** Passes bytes on until one of several texts appears in them. */

/**
 * A copy of `body` that fails with `fault()` at the first of `texts`, of which not one byte is passed on. Bytes that may
 * be the start of a text wait for the next piece. Pull-based: reads no further than it is read.
 *
 * @param texts at least one, none empty
 */
export function cutAt(
  body: ReadableStream<Uint8Array>,
  texts: readonly string[],
  fault: () => Error,
): ReadableStream<Uint8Array> {
  const needles = texts.map((text) => new TextEncoder().encode(text));
  const reader = body.getReader();
  let held = new Uint8Array();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await reader.read();
          const bytes = join(held, value);
          if (needles.some((needle) => indexOf(bytes, needle) >= 0)) {
            void reader.cancel().catch(() => {});
            throw fault();
          }
          const ready = done ? bytes.length : bytes.length - Math.max(...needles.map((needle) => begun(bytes, needle)));
          held = bytes.slice(ready);
          if (ready > 0) controller.enqueue(bytes.subarray(0, ready));
          if (done) controller.close();
          if (done || ready > 0) return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function join(held: Uint8Array, value: Uint8Array | undefined): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(held.length + (value?.length ?? 0));
  bytes.set(held);
  if (value) bytes.set(value, held.length);
  return bytes;
}

function indexOf(bytes: Uint8Array, needle: Uint8Array): number {
  for (let at = bytes.indexOf(needle[0] ?? 0); at >= 0; at = bytes.indexOf(needle[0] ?? 0, at + 1)) {
    if (at + needle.length > bytes.length) return -1;
    if (isAt(bytes, at, needle)) return at;
  }
  return -1;
}

/** How many bytes at the end are the start of `needle`. */
function begun(bytes: Uint8Array, needle: Uint8Array): number {
  for (let length = Math.min(bytes.length, needle.length - 1); length > 0; length--) {
    if (isAt(bytes, bytes.length - length, needle.subarray(0, length))) return length;
  }
  return 0;
}

function isAt(bytes: Uint8Array, at: number, needle: Uint8Array): boolean {
  return needle.every((byte, index) => bytes[at + index] === byte);
}
