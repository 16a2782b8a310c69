/**
 * The drafts of the composers on the page, by session: a prompt that is taken back from the queue is put into the one that
 * the person sees, whichever door its conversation has.
 */
import { useContext } from "react";
import type { DraftKeeper } from "../conversation/drafts/draft-keeper.js";
import { ServiceContext, type ServiceContextValue } from "./service-context.js";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.js";

interface ShownDraft {
  readonly sessionId: string;
  readonly draft: DraftKeeper;
}

function share({ scope }: Pick<ServiceContextValue, "scope">) {
  return scope.share("shown-drafts", () => {
    const shown = new Set<ShownDraft>();
    /** By session. */
    const awaited = new Map<string, (draft: DraftKeeper) => void>();
    const dispose = () => {
      shown.clear();
      awaited.clear();
    };
    return { shown, awaited, dispose };
  });
}

/** Names the session of a composer that is on the page. Nothing without a session or a provider. */
export function useShownDraft(sessionId: string | null | undefined, draft: DraftKeeper | null): void {
  const context = useContext(ServiceContext);
  useBrowserLayoutEffect(() => {
    if (!context || !sessionId || !draft) return undefined;
    const { shown, awaited } = share(context);
    const entry = { sessionId, draft };
    shown.add(entry);
    const take = awaited.get(sessionId);
    awaited.delete(sessionId);
    take?.(draft);
    return () => void shown.delete(entry);
  }, [context, sessionId, draft]);
}

/** The draft of the session's composer on the page, the newest of several. */
export function shownDraftOf(context: ServiceContextValue, sessionId: string): DraftKeeper | undefined {
  return [...share(context).shown].findLast((entry) => entry.sessionId === sessionId)?.draft;
}

/** Most sessions whose composer is awaited; the oldest is forgotten. */
const most = 20;

/**
 * Calls `take` with the draft that the person sees: now, or once a composer of the session is on the page, as a chat knows
 * its session after its first page. A later call for the session replaces an earlier one.
 */
export function whenShown(context: ServiceContextValue, sessionId: string, take: (draft: DraftKeeper) => void): void {
  const shown = shownDraftOf(context, sessionId);
  if (shown) return take(shown);
  const { awaited } = share(context);
  awaited.set(sessionId, take);
  const [oldest] = awaited.keys();
  if (awaited.size > most && oldest !== undefined) awaited.delete(oldest);
}
