import { useEffect, useMemo } from "react";
import { useStore } from "zustand/react";
import type { SessionRef } from "../api/service-connection.js";
import { noExtras } from "../conversation/drafts/draft-extras.js";
import { moveDraft } from "../conversation/drafts/move-draft.js";
import { isBlank } from "../conversation/drafts/draft-state.js";
import { joinTexts } from "../foundation/join-texts.js";
import type { DraftKeeper } from "../conversation/drafts/draft-keeper.js";
import type { Disposable } from "../identity/identity-scope.js";
import type { ComposerDraft } from "../wire/protocol/draft.js";
import type { QueueSnapshot } from "../wire/protocol/session.js";
import { mergeMessages } from "../strings/messages.js";
import { createQueueActions, type QueueAction, type QueueActions } from "../session/queue-actions.js";
import type { RefusedWrite } from "../session/tracked-writes.js";
import { shareEditedPlaces } from "./shared-controller.js";
import { shownDraftOf, whenShown } from "./shown-drafts.js";
import { useServiceContext, type ServiceContextValue } from "./service-context.js";
import type { SessionHookOptions } from "./session-query.js";
import { sessionOf, shareClient, type SessionId } from "./session-source.js";
import type { SessionView } from "./session-view.js";
import { shareSessionDraft, versionOf } from "./use-session-draft.js";
import { givenOptions } from "./given-options.js";

/** Result of `useQueue`. */
export interface Queue extends Omit<QueueActions, "writes" | "putBefore"> {
  /** Prompts that wait behind the running turn, in the service's order. */
  readonly queue: SessionView["queue"];
  /** Whether the session is paused: then no prompt starts, and none can be sent now. */
  readonly isPaused: boolean;
  /** The latest queue of the service; null until a message waits. */
  readonly snapshot: QueueSnapshot | null;
  /** Pending writes, by turn. */
  readonly pendingByTurn: ReadonlyMap<string, QueueAction>;
  /** Error of the last refused write; after a conflict the queue has been read again. */
  readonly refused: RefusedWrite<QueueAction> | null;
  /** The last refused write of each prompt, oldest first. */
  readonly refusals: readonly RefusedWrite<QueueAction>[];
  /** Forgets the refused writes of this prompt; without it, all of them. */
  readonly clearRefused: (turnId?: string) => void;
  readonly refresh: () => void;
}

/**
 * The waiting prompts of a session and their verbs. The order is the service's: a move is shown once the service has
 * made it. Shares the session's connection with its neighbours, such as `useSessionById`; `useChat` and `useSession` have
 * another one, so beside them the session has two streams.
 *
 * @example
 * const { queue, move, pendingByTurn } = useQueue(sessionId);
 */
export function useQueue(id: SessionId, options: SessionHookOptions = {}): Queue {
  const { workspaceId, enabled = true } = givenOptions(options);
  const context = useServiceContext();
  const sessionId = id ?? "";
  const source = sessionOf(context, id, { workspaceId, enabled });
  const queue = useStore(source.store, (session) => session.queue);
  const snapshot = useStore(source.store, (session) => session.queueSnapshot);
  const isPaused = useStore(source.store, (session) => session.isPaused);
  const refresh = useStore(source.store, (session) => session.refreshQueue);
  const actions = shareQueueActions(context, { sessionId, workspaceId, enabled });
  // From the first moment, as a message of before a reload may be accepted soon.
  useEffect(() => {
    if (enabled && sessionId !== "") shareEditedPlaces(context).connect(sessionId, actions.verbs.putBefore);
  }, [context, sessionId, enabled, actions]);
  const { pending: pendingByTurn, refused, refusals } = useStore(actions.verbs.writes.store);
  return useMemo(() => {
    const { writes: _, putBefore: __, ...verbs } = actions.verbs;
    return {
      queue,
      isPaused,
      snapshot,
      pendingByTurn,
      refused,
      refusals,
      ...verbs,
      clearRefused: actions.clearRefused,
      refresh,
    };
  }, [queue, isPaused, snapshot, pendingByTurn, refused, refusals, actions, refresh]);
}

/** One for each session, and another that refuses where it is not enabled. */
function shareQueueActions(
  context: ServiceContextValue,
  { sessionId, workspaceId, enabled }: SessionRef & { readonly enabled: boolean },
): Disposable & { readonly verbs: QueueActions } & Pick<Queue, "clearRefused"> {
  const { scope, baseUrl } = context;
  const key = JSON.stringify(["queue", baseUrl, workspaceId ?? null, sessionId, enabled]);
  return scope.lend(key, () => {
    const session = () => sessionOf(context, sessionId, { workspaceId }).store.getState();
    const draft = () => {
      const shown = shownDraftOf(context, sessionId) ?? shareSessionDraft(context, sessionId, workspaceId);
      // One that no composer shows may not have been read yet.
      shown.restore();
      return shown;
    };
    /** The turn behind the prompt that was taken last. */
    let successor: string | null = null;
    const keepPlace = ({ getState, subscribe }: DraftKeeper, beforeTurnId: string) =>
      shareEditedPlaces(context).keep(sessionId, beforeTurnId, { isEmpty: () => isBlank(getState()), subscribe });
    const actions = createQueueActions({
      client: shareClient(context, enabled),
      ref: { sessionId, workspaceId },
      draft: {
        isEmpty: () => isBlank(draft().getState()),
        isDurable: () => draft().isDurable(),
        prepare() {
          const place = draft();
          const receive = receiverOf(place, mergeMessages(context.messages).composer.filesOnly);
          return (withdrawn) => {
            successor = null;
            receive(withdrawn);
            whenShown(context, sessionId, (shown) => {
              if (shown === place) return;
              moveDraft(place, shown);
              if (successor !== null) keepPlace(shown, successor);
            });
          };
        },
      },
      snapshot: () => session().queueSnapshot,
      take: (snapshot) => session().takeQueue(snapshot),
      refresh: () => session().refreshQueue(),
      onTaken(beforeTurnId) {
        successor = beforeTurnId;
        keepPlace(draft(), beforeTurnId);
      },
    });
    const { writes } = actions;
    // A button may give it an event.
    const clearRefused = (turnId?: unknown) => (typeof turnId === "string" ? writes.clearOf(turnId) : writes.clear());
    return { verbs: actions, clearRefused, dispose() {} };
  });
}

/** Puts a prompt from the queue in place of the draft's present words. With words typed since, the person chooses. */
function receiverOf(draft: DraftKeeper, filesOnly: string): (withdrawn: ComposerDraft) => void {
  const { text: replaced } = draft.getState();
  return (withdrawn) => {
    const { text, extras = noExtras, ...version } = versionOf(withdrawn);
    const prompt = extras.resources && text === filesOnly ? "" : text;
    const { text: typed } = draft.getState();
    const isUnchanged = typed === replaced;
    if (draft.isDurable()) draft.receive({ ...version, text, extras });
    else {
      draft.type(isUnchanged ? prompt : joinTexts(prompt, typed));
      draft.setExtras(extras);
    }
    const { conflict } = draft.getState();
    if (conflict && isUnchanged) draft.takeOther();
    // The other is kept whichever the person chooses.
    else if (conflict) draft.putAside(conflict.text);
    if (prompt !== text && draft.getState().text === text) draft.type("");
  };
}
