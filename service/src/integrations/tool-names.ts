/** Names of tools as models take them: `^[a-zA-Z0-9_-]{1,64}$` with the integration's key before them. */
import { createHash } from "node:crypto";
import { maxInstanceKeyLength, separator } from "./instance-key.js";

const longest = 64 - maxInstanceKeyLength - separator.length;

/** The SHA-256 of a text, in lower-case hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** An id that is the same for the operation in every version of a source. */
export function toolId(operationKey: string): string {
  return `op_${sha256(operationKey).slice(0, 20)}`;
}

/**
 * Names the operations. Operations with equal names all get a part of their id, so names do not depend on the
 * document's order.
 */
export function uniqueNames(
  operations: readonly { readonly operationKey: string; readonly wish: string }[],
): Map<string, string> {
  const counts = new Map<string, number>();
  const plain = operations.map(({ operationKey, wish }) => {
    const name = plainName(wish) || "operation";
    counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
    return { operationKey, name };
  });
  return new Map(
    plain.map(({ operationKey, name }) => {
      const isShared = (counts.get(name.toLowerCase()) ?? 0) > 1;
      const isCut = name.length > longest;
      if (!isShared && !isCut) return [operationKey, name];
      const end = `_${sha256(operationKey).slice(0, 8)}`;
      return [operationKey, name.slice(0, longest - end.length) + end];
    }),
  );
}

function plainName(wish: string): string {
  return wish
    .slice(0, 200)
    .replaceAll(/[^a-zA-Z0-9_-]+/g, "_")
    .replaceAll(/_{2,}/g, "_")
    .replaceAll(/^[_-]+|[_-]+$/g, "");
}
