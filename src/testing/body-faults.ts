/** Faults in the bytes of a response, each a rewriting of its chunks. */

export type BodyFault =
  /** The connection breaks after this number of bytes. */
  | { readonly kind: "cut"; readonly at: number }
  /** The body ends without an error after this number of bytes. */
  | { readonly kind: "close"; readonly at: number }
  /** After this number of bytes nothing more arrives, without an error. */
  | { readonly kind: "silence"; readonly after: number }
  /** The bytes arrive in pieces of this size. */
  | { readonly kind: "split"; readonly size: number }
  /** This frame, counted from 0, arrives twice. */
  | { readonly kind: "duplicate-frame"; readonly index: number }
  /** This frame, counted from 0, arrives after the next one. */
  | { readonly kind: "swap-frames"; readonly index: number }
  /** This frame, counted from 0, gets lost. */
  | { readonly kind: "drop-frame"; readonly index: number }
  /** Anything else. */
  | { readonly kind: "rewrite"; readonly rewrite: Rewrite };

export type Rewrite = (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array, void, void>;

/** The rewriting of a fault, or undefined for one that does not touch the body. */
export function rewriteFor(fault: BodyFault | { readonly kind: string }): Rewrite | undefined {
  const known = fault as BodyFault;
  switch (known.kind) {
    case "cut":
      return upTo(known.at, () => {
        throw new TypeError("terminated");
      });
    case "close":
      return upTo(known.at, () => {});
    case "silence":
      return upTo(known.after, () => new Promise(() => {}));
    case "split":
      return split(known.size);
    case "duplicate-frame":
      return frames((frame, index) => (index === known.index ? [frame, frame] : [frame]));
    case "drop-frame":
      return frames((frame, index) => (index === known.index ? [] : [frame]));
    case "swap-frames":
      return frames(swap(known.index));
    case "rewrite":
      return known.rewrite;
    default:
      return undefined;
  }
}

/** Forwards a number of bytes, then runs `then`; a shorter body is unchanged. */
function upTo(bytes: number, then: () => void | Promise<void>): Rewrite {
  return async function* (chunks) {
    let left = bytes;
    if (left === 0) return then();
    for await (const chunk of chunks) {
      if (chunk.length < left) {
        left -= chunk.length;
        yield chunk;
        continue;
      }
      yield chunk.subarray(0, left);
      return then();
    }
  };
}

function split(size: number): Rewrite {
  return async function* (chunks) {
    for await (const chunk of chunks) {
      for (let start = 0; start < chunk.length; start += size) yield chunk.subarray(start, start + size);
    }
  };
}

function swap(index: number): (frame: string, at: number) => readonly string[] {
  let held = "";
  return (frame, at) => {
    if (at !== index) return at === index + 1 ? [frame, held] : [frame];
    held = frame;
    return [];
  };
}

/** Rewrites a body block by block, each with its blank line; a block without data is passed on and not counted. */
function frames(change: (frame: string, index: number) => readonly string[]): Rewrite {
  return async function* (chunks) {
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    let rest = "";
    let index = 0;
    for await (const chunk of chunks) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split(/(?<=\n\n)/);
      rest = blocks.at(-1)?.endsWith("\n\n") ? "" : (blocks.pop() ?? "");
      for (const block of blocks) {
        const out = /^data:/m.test(block) ? change(block, index++) : [block];
        for (const text of out) yield encoder.encode(text);
      }
    }
    if (rest !== "") yield encoder.encode(rest);
  };
}
