import { useEffect, type RefObject } from "react";
import { listen } from "../foundation/listen.js";
import { useLatest } from "../hooks/use-latest.js";
import { windowOf } from "./mount.js";

/**
 * While `isWatching`, the browser asks before the page around a node is closed or loaded again. A page that listens may be
 * left out of the back/forward cache.
 *
 * @param isUnsafe read at that moment. @default always
 */
export function useAskBeforeUnload(
  node: RefObject<Node | null>,
  isWatching: boolean,
  isUnsafe: () => boolean = always,
): void {
  const latest = useLatest(isUnsafe);
  useEffect(() => {
    if (!isWatching || node.current === null) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault();
    };
    return listen([windowOf(node.current), "beforeunload", ask]);
  }, [node, isWatching, latest]);
}

const always = () => true;
