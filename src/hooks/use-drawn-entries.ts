import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand/react";
import type { AttentionEntry } from "../session/attention.js";
import type { AttentionSource } from "./attention-source.js";
import type { OpenSessions } from "./open-sessions.js";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.js";

const none: readonly AttentionEntry[] = [];

/**
 * The entries to draw. Finds the sessions that only their entries show, as in an inbox with a panel for each: an open
 * panel would hide its entry, which would close the panel, which would restore the entry, and so on.
 *
 * A panel belongs to its entry when the commit that draws the entry opens it, or the commit that removes the entry closes
 * it. The first commit draws no entries, as it may open panels for other reasons.
 */
export function useDrawnEntries(source: AttentionSource, sessions: OpenSessions): readonly AttentionEntry[] {
  const { store, isShown } = sessions;
  const all = useStore(source.store).entries;
  const open = useStore(store);
  const [isMounted, setMounted] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- effects of the first commit open its panels before this update
  useBrowserLayoutEffect(() => setMounted(true), []);
  const entries = isMounted ? all : none;
  const [owner] = useState<object>(() => ({}));
  const last = useRef(none);
  const added = useRef<readonly string[]>([]);
  // Panels of the same commit are opened between its layout effects and this component's effects.
  useBrowserLayoutEffect(() => {
    added.current = entriesBeside(entries, last.current).filter((id) => !isShown(id));
  }, [entries, isShown]);
  useEffect(() => {
    const opened = store.getState();
    const removed = entriesBeside(last.current, entries).filter((id) => open.has(id) && !opened.has(id));
    for (const id of [...added.current.filter(isShown), ...removed]) source.entryPanels.set(id, owner);
    last.current = entries;
    added.current = [];
  }, [source, store, isShown, entries, open, owner]);
  useEffect(
    () => () => {
      for (const [id, by] of source.entryPanels) if (by === owner) source.entryPanels.delete(id);
    },
    [source, owner],
  );
  return entries;
}

/** Ids of the entries that the other list does not have. */
function entriesBeside(entries: readonly AttentionEntry[], others: readonly AttentionEntry[]): readonly string[] {
  const known = new Set(others.map(({ sessionId }) => sessionId));
  return entries.map(({ sessionId }) => sessionId).filter((id) => !known.has(id));
}
