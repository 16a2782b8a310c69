/** Reads a body as it arrives, as a network does, and joins the pieces that arrived between two reads. */
import type { Source } from "./relay.js";

/** @param random decides whether waiting pieces are joined: one read in four returns the first one only. */
export function joined({ read }: Source, random: () => number): () => Promise<Uint8Array | null> {
  const waiting: Uint8Array[] = [];
  let end: (() => null) | null = null;
  let wake = () => {};
  const readAll = async () => {
    for (let piece = await read(); piece; piece = await read()) {
      if (piece.length > 0) waiting.push(piece);
      wake();
    }
  };
  const over = (how: () => null) => {
    end = how;
    wake();
  };
  const fail = (error: unknown) =>
    over(() => {
      throw error;
    });
  void readAll().then(() => over(() => null), fail);
  return async () => {
    while (waiting.length === 0) {
      if (end) return end();
      await new Promise<void>((resolve) => void (wake = resolve));
    }
    const isJoined = waiting.length > 1 && random() < 0.75;
    return isJoined ? Buffer.concat(waiting.splice(0)) : (waiting.shift() as Uint8Array);
  };
}
