import { useState } from "react";
import type { DraftKeeper } from "../conversation/drafts/draft-keeper.js";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.js";

/** Restores a draft from this device once it is mounted, and draws again before the browser paints. */
export function useRestoredDraft(draft: DraftKeeper): DraftKeeper {
  const [, drawAgain] = useState<DraftKeeper | null>(null);
  useBrowserLayoutEffect(() => {
    if (draft.restore()) drawAgain(draft);
  }, [draft]);
  return draft;
}
