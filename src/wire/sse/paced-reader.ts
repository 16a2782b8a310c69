/**
 * Reads a body once a frame. A fetch body joins everything that arrived since the last read into one piece, so a frame
 * costs one piece however many events arrived, and the page is not woken between frames.
 */
export interface PacedReader {
  /** The next piece, in the frame that was asked for after the last one. */
  read(): Promise<ReadableStreamReadResult<Uint8Array>>;
}

/** A piece of this many bytes or more is a backlog: the next one is read without waiting for a frame. */
const backlog = 16_384;
/** Microtasks after which a read that is still pending waits for the network; a stream around a stream needs some. */
const microtasks = 16;
/** Frames at first, and then one frame in so many, after which is checked whether another piece is queued. */
const checks = { first: 8, every: 16 };

/**
 * Some bodies keep each piece apart, as in WebKit or behind a host's own stream. The reader therefore checks from time to
 * time whether another piece is queued, and reads all of them while it finds some.
 *
 * @param pace resolves when the next frame begins. It is called before a piece is returned, so the next piece is read
 *   before the changes of this one are shown
 */
export function createPacedReader(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  pace: () => Promise<void>,
): PacedReader {
  let frame: Promise<void> | undefined;
  let ahead: Promise<ReadableStreamReadResult<Uint8Array>> | undefined;
  /** Frames since a piece was queued. */
  let calm = 0;

  return {
    async read() {
      await frame;
      frame = undefined;
      const wasAhead = ahead !== undefined;
      const piece = await (ahead ?? reader.read());
      ahead = undefined;
      // A read that began before the frame has only what arrived first; more may have arrived since.
      if (piece.done || wasAhead || piece.value.byteLength >= backlog) return piece;
      if (calm < checks.first || calm % checks.every === 0) {
        ahead = reader.read();
        if (await isSettledSoon(ahead)) {
          calm = 0;
          return piece;
        }
      }
      calm += 1;
      frame = pace();
      return piece;
    },
  };
}

/** Whether the data of a read was there already. Handles its rejection. */
async function isSettledSoon(read: Promise<unknown>): Promise<boolean> {
  const state = { isSettled: false };
  const settle = () => {
    state.isSettled = true;
  };
  read.then(settle, settle);
  for (let left = microtasks; left > 0 && !state.isSettled; left -= 1) await Promise.resolve();
  return state.isSettled;
}
