/** About how long a piece is (characters); it ends with a line. */
const chunkLength = 2_000;

/**
 * Cuts a growing code into pieces of whole lines. Pieces that are full stay as they are, so each further text costs only
 * the last one.
 */
export function createChunkReader(): (code: string) => readonly string[] {
  let last = "";
  let chunks: readonly string[] = [""];
  return (code) => {
    if (code === last) return chunks;
    const next = code.startsWith(last) ? chunks.slice(0, -1) : [];
    let at = next.reduce((sum, { length }) => sum + length, 0);
    for (;;) {
      const end = code.indexOf("\n", at + chunkLength);
      if (end < 0) break;
      next.push(code.slice(at, end + 1));
      at = end + 1;
    }
    last = code;
    chunks = [...next, code.slice(at)];
    return chunks;
  };
}
