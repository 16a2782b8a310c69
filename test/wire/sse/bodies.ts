import { readFrames, type Frame, type ReadFramesOptions } from "../../../src/wire/sse/read-frames.js";

const encoder = new TextEncoder();

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** A body that gives these pieces, one a pull, and then ends. */
export function bodyOf(pieces: Iterable<Uint8Array | string>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(typeof next.value === "string" ? bytesOf(next.value) : next.value);
    },
  });
}

/** A body that a test writes by hand. */
export function handBody() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let cancelled = 0;
  const body = new ReadableStream<Uint8Array>({
    start(made) {
      controller = made;
    },
    cancel() {
      cancelled += 1;
    },
  });
  return {
    body,
    write: (text: string) => controller.enqueue(bytesOf(text)),
    end: () => controller.close(),
    fail: (error: unknown) => controller.error(error),
    get cancelled() {
      return cancelled;
    },
  };
}

export async function framesOf(
  pieces: Iterable<Uint8Array | string>,
  options?: ReadFramesOptions,
): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of readFrames(bodyOf(pieces), options)) frames.push(frame);
  return frames;
}

/** The bytes in two pieces at every place, and one by one. */
export function* everyCut(bytes: Uint8Array): Generator<readonly Uint8Array[]> {
  for (let cut = 0; cut <= bytes.length; cut += 1) yield [bytes.subarray(0, cut), bytes.subarray(cut)];
  yield Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
}

/** One trip through the platform's task queue, which runs every promise that is ready. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
