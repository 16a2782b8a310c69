import type { Fault } from "../../src/testing/fault-fetch.js";

/** Numbers from 0 up to 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const encoder = new TextEncoder();
const lineBreaks = ["\n", "\r\n", "\r"].map((text) => encoder.encode(text));
const comments = ["", "", "", ": heartbeat", ": größer 🌍", ":"].map((text) => encoder.encode(text));
const lineFeed = 0x0a;
const pieceSize = 700;

/** Other forms of a server's stream: other line breaks, and comments between lines. */
export function wild(random: () => number): Fault {
  const draw = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const lineBreak = draw(lineBreaks);
  return {
    kind: "rewrite",
    async *rewrite(chunks) {
      for await (const chunk of chunks) {
        // Piece by piece, so that what lies behind a cut is not rewritten for nothing.
        for (let start = 0; start < chunk.length; start += pieceSize) {
          const out: number[] = [];
          for (const byte of chunk.subarray(start, start + pieceSize)) {
            if (byte !== lineFeed) {
              out.push(byte);
              continue;
            }
            out.push(...lineBreak);
            const comment = draw(comments);
            if (comment.length > 0) out.push(...comment, ...lineBreak);
          }
          yield Uint8Array.from(out);
        }
      }
    },
  };
}
