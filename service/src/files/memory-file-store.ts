import { readPieces, streamOf, type FilePlace, type FileStore } from "./file-store.js";
import { toHex } from "../hex.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** Keeps bytes until the process ends: for tests, demonstrations and the service inside a page. */
export function createMemoryFileStore(): FileStore {
  const files = new Map<string, Map<string, Bytes>>();

  return {
    async write({ fileId, contentId }: FilePlace, stream, sizeLimit) {
      const pieces: Uint8Array[] = [];
      const sizeBytes = await readPieces(stream, sizeLimit, (piece) => void pieces.push(piece.slice()));
      const bytes = joined(pieces, sizeBytes);
      const sha256 = await digest(bytes);
      const contents = files.get(fileId) ?? new Map<string, Bytes>();
      files.set(fileId, contents.set(contentId, bytes));
      return { sizeBytes, sha256 };
    },
    async read({ fileId, contentId }) {
      const bytes = files.get(fileId)?.get(contentId);
      return bytes === undefined ? null : streamOf(bytes.slice());
    },
    async remove({ fileId, contentId }) {
      files.get(fileId)?.delete(contentId);
    },
    async keepOnly(fileId, contentId) {
      const kept = contentId === null ? undefined : files.get(fileId)?.get(contentId);
      if (kept === undefined || contentId === null) files.delete(fileId);
      else files.set(fileId, new Map([[contentId, kept]]));
    },
  };
}

function joined(pieces: readonly Uint8Array[], size: number): Bytes {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

async function digest(bytes: Bytes): Promise<string | null> {
  // Absent on a page without https.
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  return toHex(await subtle.digest("SHA-256", bytes));
}
