import { useEffect, useReducer, useState, type RefObject } from "react";
import { useStore } from "zustand/react";
import type { DraftKeeper } from "../conversation/drafts/draft-keeper.js";
import { moveDraft } from "../conversation/drafts/move-draft.js";
import { sendLater, writeBefore } from "../conversation/drafts/send-later.js";
import { callHost } from "../foundation/call-host.js";
import { systemClock } from "../foundation/clock.js";
import { joinTexts } from "../foundation/join-texts.js";
import { createBeginning, type BeginningOptions, type BeginningState } from "../session/beginning.js";
import { shareLeftFocus } from "./left-focus.js";
import { useServiceContext } from "./service-context.js";
import { sessionOf } from "./session-source.js";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.js";
import { useCreateSession } from "./use-create-session.js";
import { useKeptValue } from "./use-kept-value.js";
import { useLatest } from "./use-latest.js";
import { shareSessionDraft } from "./use-session-draft.js";

interface ShownBeginning extends BeginningState {
  readonly send: (text: string) => Promise<void>;
}

/**
 * A new session from its first message on. Unsent words move into the created session's draft. A page that is left before the
 * session is created has its messages in the draft when it is shown again.
 *
 * @param draft the draft of the new session, which another component may use after this one
 */
export function useBeginning(
  draft: DraftKeeper,
  given: { readonly workspaceId: string | undefined; readonly onCreated: (sessionId: string) => void },
): ShownBeginning {
  const { workspaceId } = given;
  const context = useServiceContext();
  const { createSession } = useCreateSession({ workspaceId });
  const [kept, keep] = useKeptValue(`first message/${workspaceId ?? ""}`);
  const latest = useLatest({ ...given, context, createSession, draft, keep });
  const [beginning] = useState(() => createBeginning(boundTo(latest)));
  useBrowserLayoutEffect(() => void users.set(draft, latest), [draft, latest]);
  useEffect(() => {
    if (sending.has(draft) || typeof kept !== "string") return;
    writeBefore(draft, kept);
    keep(null);
  }, [draft, kept, keep]);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    // An `<Activity>` that is shown again is a new chat.
    const renew = () => void (beginning.renew() && drawAgain());
    renew();
    return renew;
  }, [beginning]);
  return { ...useStore(beginning.store), send: beginning.send };
}

/** Drafts whose text this page is sending: only another page has to bring it back. */
const sending = new WeakSet<DraftKeeper>();

/** The newest component with each draft: the words in it are for its session. */
const users = new WeakMap<DraftKeeper, object>();

interface Latest {
  readonly workspaceId: string | undefined;
  readonly onCreated: (sessionId: string) => void;
  readonly context: ReturnType<typeof useServiceContext>;
  readonly createSession: (message: string) => Promise<string>;
  readonly draft: DraftKeeper;
  readonly keep: (value: unknown) => void;
}

function boundTo(latest: Readonly<RefObject<Latest>>): BeginningOptions {
  const draftOf = (sessionId: string) => {
    const { context, workspaceId } = latest.current;
    return shareSessionDraft(context, sessionId, workspaceId);
  };
  return {
    clock: systemClock,
    async create(text) {
      const { draft, createSession } = latest.current;
      sending.add(draft);
      try {
        return await createSession(text);
      } finally {
        sending.delete(draft);
      }
    },
    forward(sessionId, text) {
      const { context, workspaceId } = latest.current;
      const session = sessionOf(context, sessionId, { workspaceId }).store.getState();
      void sendLater(session, draftOf(sessionId), text);
    },
    keep: (text) => latest.current.keep(text),
    giveBack: (texts) => writeBefore(latest.current.draft, joinTexts(...texts)),
    hasWords: () => latest.current.draft.getState().text !== "",
    passOn(sessionId) {
      const { context, draft } = latest.current;
      if (users.get(draft) !== latest) return;
      const next = draftOf(sessionId);
      moveDraft(draft, next);
      shareLeftFocus(context).passOn(draft, next);
    },
    onCreated: (sessionId) => callHost(latest.current.onCreated, sessionId),
  };
}
