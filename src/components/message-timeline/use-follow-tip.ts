import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { initialFollow, reduceFollow, type FollowEvent } from "./follow-tip.js";

export interface FollowTip {
  readonly viewport: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly following: boolean;
  readonly onScroll: () => void;
  readonly jumpToLatest: () => void;
}

// On a server there is no layout to wait for, and React says so.
const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;

/**
 * Keeps the newest line in view while the reader is at the end, and what is read in its place when earlier rows are put
 * before it. @param firstKey the key of the first group
 */
export function useFollowTip(firstKey: string | undefined): FollowTip {
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const state = useRef(initialFollow);
  const [following, setFollowing] = useState(true);

  const tell = useCallback((event: FollowEvent) => {
    state.current = reduceFollow(state.current, event);
    setFollowing(state.current.following);
  }, []);
  const stand = useCallback(() => {
    const element = viewport.current;
    if (!element || !state.current.following) return;
    element.scrollTop = element.scrollHeight;
    state.current = reduceFollow(state.current, { type: "stood", top: element.scrollTop });
  }, []);
  const onScroll = useCallback(() => {
    if (viewport.current) tell({ type: "scrolled", extent: viewport.current });
  }, [tell]);
  const jumpToLatest = useCallback(() => {
    tell({ type: "jumped" });
    stand();
  }, [tell, stand]);

  useEffect(() => {
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(stand);
    for (const { current } of [viewport, content]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, [stand]);
  const before = useRef({ key: firstKey, height: 0 });
  useBrowserLayoutEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const { key, height } = before.current;
    if (state.current.following) stand();
    else if (key !== firstKey && height > 0) scrollDown(element, element.scrollHeight - height);
    before.current = { key: firstKey, height: element.scrollHeight };
  });
  return { viewport, content, following, onScroll, jumpToLatest };
}

/** Keeps what is read in its place when something was put above it. */
function scrollDown(element: HTMLElement, by: number): void {
  element.scrollTop += by;
}
