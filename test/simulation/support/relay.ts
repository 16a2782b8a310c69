/** A body on its way over a connection: it fails once the connection is aborted, and its source is cancelled. */
import { onAbort } from "../../../src/foundation/on-abort.js";

export interface Relaying {
  readonly signal: AbortSignal;
  /** Reads the next piece, null at the end. @default the source's next piece */
  readonly next?: (source: Source) => Promise<Uint8Array | null>;
}

export interface Source {
  /** The next piece; null at the end. */
  readonly read: () => Promise<Uint8Array | null>;
}

/** The response with its body relayed. */
export function relay(response: Response, { signal, next = ({ read }) => read() }: Relaying): Response {
  const { status, statusText, headers, body } = response;
  if (!body) return response;
  const reader = body.getReader();
  const cancel = (reason: unknown) => void reader.cancel(reason).catch(() => {});
  const read = async () => {
    const { done, value } = await reader.read();
    return done ? null : value;
  };
  const source: Source = { read };
  let unlink = () => {};
  const relayed = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        unlink = onAbort(signal, () => {
          cancel(signal.reason);
          controller.error(signal.reason);
        });
      },
      async pull(controller) {
        try {
          const piece = await next(source);
          if (signal.aborted) return;
          if (piece) return controller.enqueue(piece);
          unlink();
          controller.close();
        } catch (cause) {
          if (signal.aborted) return;
          unlink();
          controller.error(new TypeError("terminated", { cause }));
        }
      },
      cancel(reason) {
        unlink();
        cancel(reason);
      },
    },
    // Bytes that arrived before a failure are not lost with it.
    { highWaterMark: 0 },
  );
  return new Response(relayed, { status, statusText, headers });
}
