/** Makes a body from an iteration of bytes, as a network would: read on demand, and failed after an abort. */
export interface PullBodyOptions {
  /** Aborting fails the body with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called once when the reader cancels or the signal aborts before the end. */
  readonly onAbandon?: ((reason: unknown) => void) | undefined;
}

export function pullBody(chunks: AsyncIterable<Uint8Array>, options: PullBodyOptions = {}): ReadableStream<Uint8Array> {
  const { signal, onAbandon } = options;
  const iterator = chunks[Symbol.asyncIterator]();
  let over = false;
  let onAbort = () => {};
  const end = () => {
    over = true;
    signal?.removeEventListener("abort", onAbort);
  };
  const abandon = (reason: unknown) => {
    if (over) return;
    end();
    onAbandon?.(reason);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        onAbort = () => {
          abandon(signal?.reason);
          controller.error(signal?.reason);
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        if (signal?.aborted) onAbort();
      },
      async pull(controller) {
        try {
          const next = await iterator.next();
          if (over) return;
          if (!next.done) return controller.enqueue(next.value);
          end();
          controller.close();
        } catch (error) {
          if (over) return;
          end();
          controller.error(error);
        }
      },
      cancel: abandon,
    },
    // Nothing is read ahead, so that what arrived before a failure is not thrown away with it.
    { highWaterMark: 0 },
  );
}

/** The chunks of a body, and a way to cancel it during a pending read. */
export interface Chunks extends AsyncIterable<Uint8Array> {
  readonly cancel: (reason: unknown) => void;
}

export function chunksOf(body: ReadableStream<Uint8Array>): Chunks {
  const reader = body.getReader();
  async function* read(): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value.length > 0) yield value;
    }
  }
  return {
    [Symbol.asyncIterator]: read,
    cancel: (reason) => void reader.cancel(reason).catch(() => {}),
  };
}
