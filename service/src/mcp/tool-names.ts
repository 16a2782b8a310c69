/** Names for the tools of one foreign source, unique among them. */
import { createHash } from "node:crypto";
import { plainToolName } from "../tools/tool-name.js";

export interface Wish {
  /** The tool's own name in its source, which is unique there. */
  readonly operationKey: string;
  readonly wish: string;
}

export interface NameRules {
  readonly longest: number;
  /** Whether a wish that is a short enough name already is never changed. @default false: a name has no double underscore */
  readonly keepsNames?: boolean;
}

/** The SHA-256 of a text, in lower-case hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Names the operations. Operations with equal names all get a part of their id, so names do not depend on the
 * document's order.
 */
export function uniqueNames(
  operations: readonly Wish[],
  { longest, keepsNames = false }: NameRules,
): Map<string, string> {
  const counts = new Map<string, number>();
  const plain = operations.map(({ operationKey, wish }) => {
    const isKept = keepsNames && wish.length <= longest && /^[\w-]*$/.test(wish);
    const name = isKept ? wish : plainToolName(wish) || "operation";
    counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
    return { operationKey, name, isKept };
  });
  return new Map(
    plain.map(({ operationKey, name, isKept }) => {
      const isShared = (counts.get(name.toLowerCase()) ?? 0) > 1;
      const isCut = name.length > longest;
      if (isKept || (!isShared && !isCut)) return [operationKey, name];
      const end = `_${sha256(operationKey).slice(0, 8)}`;
      return [operationKey, name.slice(0, longest - end.length) + end];
    }),
  );
}
