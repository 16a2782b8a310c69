import { useRef, useState } from "react";
import { createDraftKeeper, type DraftKeeper } from "../conversation/drafts/draft-keeper.js";
import { moveDraft } from "../conversation/drafts/move-draft.js";
import { storageOwner } from "../identity/identity.js";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.js";
import { useOptionalIdentity } from "./use-identity.js";

/**
 * The draft of this component, another one for each person; a new token of the same person keeps it. It is not stored.
 *
 * @param initial text, read when it is made
 */
export function useUnnamedDraft(initial?: string): DraftKeeper {
  const owner = storageOwner(useOptionalIdentity());
  const make = () => ({ owner, draft: createDraftKeeper({ initial }) });
  const [made, setMade] = useState(make);
  const own = made.owner === owner ? made : make();
  if (own !== made) setMade(own);
  const { draft } = own;
  const shown = useRef(draft);
  useBrowserLayoutEffect(() => {
    // The words of the person before leave the memory at once.
    if (shown.current !== draft) shown.current.dispose();
    shown.current = draft;
  }, [draft]);
  return draft;
}

interface Heir {
  readonly unnamed: DraftKeeper;
  /** Null until the session has its id. */
  readonly draft: DraftKeeper | null;
  readonly stop: () => void;
}

/**
 * Moves the words of an unnamed draft into the first draft that follows it, before the browser paints, and those that
 * return later: the message that created the session may be refused after the session has its id.
 */
export function useHeir(unnamed: DraftKeeper, draft: DraftKeeper): void {
  const heir = useRef<Heir | null>(null);
  useBrowserLayoutEffect(() => {
    const last = heir.current;
    if (draft === unnamed) {
      last?.stop();
      heir.current = { unnamed, draft: null, stop: () => undefined };
    } else if (last?.unnamed === unnamed && last.draft === null) {
      const move = () => moveDraft(unnamed, draft);
      for (const text of unnamed.setAside()) draft.putAside(text);
      move();
      heir.current = { unnamed, draft, stop: unnamed.subscribe(move) };
    }
  }, [unnamed, draft]);
}
