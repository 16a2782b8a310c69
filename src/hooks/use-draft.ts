import { useCallback } from "react";
import { createDraftKeeper, type DraftKeeper } from "../conversation/drafts/draft-keeper.js";
import { createLocalDraft, draftPrefix } from "../conversation/drafts/local-draft.js";
import { dropPlace, placeOf } from "../conversation/outbox/session-places.js";
import type { Disposable } from "../identity/identity-scope.js";
import { browserLeave } from "./browser-leave.js";
import { browserWake } from "./browser-wake.js";
import { pageShared } from "./shared-controller.js";
import { useRestoredDraft } from "./use-restored-draft.js";
import { useServiceContext, type ServiceContextValue } from "./service-context.js";

/**
 * One draft of the signed-in person, stored in this tab by its name: shared by all components that use it, kept over a
 * reload, and removed with the person or the tab. Pass it to `useComposer` or a composer.
 */
export function useLocalDraft(name: string): DraftKeeper {
  return useRestoredDraft(shareDraft(useServiceContext(), ["draft", name]));
}

/** The draft of this identity under this key, created at the first call. */
export function shareDraft({ scope }: ServiceContextValue, name: readonly string[]): DraftKeeper {
  const key = JSON.stringify(name);
  return scope.lend<DraftKeeper & Disposable>(key, () => {
    const keeper = createDraftKeeper({
      local: scope.identity ? createLocalDraft(scope.storage, key) : undefined,
      wake: browserWake,
      leave: browserLeave,
    });
    const shared: DraftKeeper = {
      ...keeper,
      subscribe(listener) {
        const giveBack = scope.retain(key, shared);
        const unsubscribe = keeper.subscribe(listener);
        return () => {
          unsubscribe();
          giveBack();
        };
      },
    };
    return shared;
  });
}

/** Removes the drafts and unsent messages of a deleted session, also from mounted composers. */
export function forgetTyped(context: ServiceContextValue, sessionId: string): void {
  const { storage } = context.scope;
  // Matches the id as a whole entry of the key, so that longer ids do not match.
  const isOfSession = (key: string) => key.split(/[^\w-]+/).includes(sessionId);
  const place = placeOf(sessionId);
  pageShared(context).outbox(place).clear();
  dropPlace(storage, place);
  for (const key of storage.keys().filter(isOfSession)) {
    if (key.startsWith(draftPrefix)) shareDraft(context, JSON.parse(key.slice(draftPrefix.length)) as string[]).clear();
    storage.remove(key);
  }
}

/** Removes what this person typed in a session that is gone. Keeps its identity. */
export function useForgetTyped(): (sessionId: string) => void {
  const context = useServiceContext();
  return useCallback((sessionId) => forgetTyped(context, sessionId), [context]);
}
