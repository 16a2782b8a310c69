import { useSyncExternalStore } from "react";

// oxlint-disable no-restricted-globals -- the device has one answer for all windows

/** Whether the reader works mainly with a finger. */
export const useTouch = mediaHook("(pointer: coarse)");

/** Whether the page has room for a few lines: a phone on its side, or with large text. */
export const useLowPage = mediaHook("(max-height: 28rem)");

/** Whether a line of the page has a few words: a phone with large text. */
export const useNarrowPage = mediaHook("(max-width: 16rem)");

/** A hook that follows a media query; false on a server. */
function mediaHook(query: string): () => boolean {
  const list = () => (typeof matchMedia === "function" ? matchMedia(query) : undefined);
  const matches = () => list()?.matches ?? false;
  const subscribe = (listener: () => void) => {
    const watched = list();
    watched?.addEventListener("change", listener);
    return () => watched?.removeEventListener("change", listener);
  };
  return () => useSyncExternalStore(subscribe, matches, () => false);
}
