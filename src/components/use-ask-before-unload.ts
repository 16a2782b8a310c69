import { useEffect, type RefObject } from "react";
import { askBeforeUnload } from "../foundation/ask-before-unload.js";
import { useOptionalServiceContext } from "../hooks/service-context.js";
import { useLatest } from "../hooks/use-latest.js";
import { windowOf } from "./mount.js";

/**
 * While `isWatching`, the browser asks before the page around a node is closed or loaded again, unless the provider's
 * `askBeforeUnload` is false.
 *
 * @param isUnsafe read at that moment. @default always
 */
export function useAskBeforeUnload(
  node: RefObject<Node | null>,
  isWatching: boolean,
  isUnsafe: () => boolean = always,
): void {
  const latest = useLatest(isUnsafe);
  const asks = useOptionalServiceContext()?.asksBeforeUnload ?? true;
  useEffect(() => {
    if (!isWatching || !asks || node.current === null) return undefined;
    return askBeforeUnload(windowOf(node.current), () => latest.current());
  }, [node, isWatching, asks, latest]);
}

const always = () => true;
