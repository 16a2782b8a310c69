import { isBlank } from "../conversation/drafts/draft-state.js";
import type { DraftKeeper } from "../conversation/drafts/draft-keeper.js";
import type { SessionVerbs } from "../conversation/view/session-view.js";
import type { Disposable } from "../identity/identity-scope.js";
import type { ServiceContextValue } from "./service-context.js";

type Send = SessionVerbs["sendMessage"];

/** Moves the newest waiting message with this text to where the edited one was. */
type TakePlace = (text: string) => Promise<void>;

/**
 * The place in the queue of a message that is edited in the composer: the next message of this page takes it. Forgotten
 * when the draft is emptied.
 */
export interface EditedPlace extends Disposable {
  readonly keep: (take: TakePlace, draft: DraftKeeper) => void;
  readonly sent: (message: Parameters<Send>[0], receipt: ReturnType<Send>) => void;
}

export function shareEditedPlace(
  { scope, baseUrl }: ServiceContextValue,
  sessionId: string,
  workspaceId: string | undefined,
): EditedPlace {
  const key = JSON.stringify(["edited-place", baseUrl, workspaceId ?? null, sessionId]);
  return scope.lend(key, createEditedPlace);
}

function createEditedPlace(): EditedPlace {
  let take: TakePlace | null = null;
  let unwatch = () => {};

  function forget(): void {
    take = null;
    unwatch();
  }

  return {
    keep(next, draft) {
      forget();
      take = next;
      unwatch = draft.subscribe(() => {
        if (!isBlank(draft.getState())) return;
        // The composer empties the draft before it sends: forgotten only when nothing was sent with it.
        queueMicrotask(() => {
          if (take === next) forget();
        });
      });
    },
    sent(message, receipt) {
      const placed = take;
      forget();
      if (!placed) return;
      // Without it the message is last, as any other.
      const text = typeof message === "string" ? message : message.text;
      void receipt.then(() => placed(text)).catch(() => undefined);
    },
    dispose: forget,
  };
}
