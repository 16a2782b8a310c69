/**
 * Classifies the effect of a call by stated rules; a document's own claims never make a call safer (`protocol.md`
 * §9.5).
 */
import type { ToolSafety } from "@service/sdk/protocol";

const destructiveWords: ReadonlySet<string> = new Set([
  ..."delete deletes remove removes destroy destroys purge drop erase wipe clear truncate".split(" "),
  ..."terminate revoke cancel reset uninstall unpublish deactivate disable ban kill".split(" "),
]);

/** The words of a name such as `deleteUser`, `orders.remove-all` or `DELETE_ME`, in lower case. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/**
 * The safety of a call that is a `read` or a `write` by its kind. A write is destructive when a word of its names is; a
 * read when a name begins with such a word, as `GET /users/{id}/delete` does.
 */
export function safetyOf(kind: "read" | "write", names: readonly string[]): ToolSafety {
  const isDestructive = names.some((name) => {
    const words = wordsOf(name);
    return (kind === "read" ? words.slice(0, 1) : words).some((word) => destructiveWords.has(word));
  });
  return isDestructive ? "destructive" : kind;
}

/** By the method of HTTP. A path's last fixed segment is a name, too. */
export function httpSafety(method: string, path: string, operationId: string): ToolSafety {
  if (method === "DELETE") return "destructive";
  const isRead = method === "GET" || method === "HEAD";
  const fixed = path.split("/").findLast((segment) => segment !== "" && !segment.includes("{"));
  return safetyOf(isRead ? "read" : "write", [operationId, fixed ?? ""]);
}
