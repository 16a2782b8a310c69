import { forwardRef, useCallback, useImperativeHandle, useRef, type ReactNode, type RefObject } from "react";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { isSessionId, type SessionSource } from "../../hooks/session-source.js";
import type { DraftKeeper } from "../../hooks/use-composer.js";
import type { SessionView } from "../../hooks/session-view.js";
import { useShownSession } from "../../hooks/use-shown-session.js";
import { useStrings } from "../../hooks/use-strings.js";
import { NotedRoot, UnsentText, useUnsentMessage } from "../conversation/unsent-message.js";
import { OutletList } from "../decisions/decision-list.js";
import { isOpen } from "../decisions/decision-types.js";
import { Root } from "../root.js";
import type { ComposerHandle } from "./composer.js";
import { ComposerView, type ComposerViewProps } from "./composer-view.js";

/** Props of `ChatComposer`. */
export interface ChatComposerProps extends Omit<
  ComposerViewProps,
  "composer" | "draft" | "closedReason" | "attachments"
> {
  /** The session's id, from your backend or from a chat; null or undefined while it is not known yet. */
  readonly sessionId: string | null | undefined;
  /** The session's workspace. @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Whether users can attach files, if the host and the service accept them. @default true */
  readonly attachments?: boolean | undefined;
  /**
   * Whether pending decisions are shown above the field if no `DecisionList` or conversation on the page shows them.
   * Set it to false if you render decisions with `useApprovals` and `useQuestions`.
   *
   * @default true
   */
  readonly showDecisions?: boolean | undefined;
}

/**
 * The message field of a session, anywhere under the provider. It shares one connection with other components of the
 * session. Drafts are stored in this tab and, if the session is labelled with a user, on the service. Renders
 * nothing if the session does not exist, except words that were not sent when it was deleted.
 *
 * @example
 * <ChatComposer sessionId={sessionId} placeholder="Ask us" />
 */
export const ChatComposer = forwardRef<ComposerHandle, ChatComposerProps>(function ChatComposer(
  { sessionId, workspaceId, attachments = true, showDecisions = true, showQueue = true, ...view },
  ref,
) {
  const handle = useRef<ComposerHandle | null>(null);
  useImperativeHandle(ref, () => handle.current as ComposerHandle);
  const focus = useCallback(() => handle.current?.focus(), []);
  const { store, session, draft, files } = useShownSession(sessionId, { workspaceId, attachments });
  const strings = useStrings();
  const closedReason = !isSessionId(sessionId) ? strings.timeline.loading : undefined;
  const pending = showDecisions && session.sessionStatus !== "cancelled" ? session.pending : noDecisions;
  const isDeciding = pending.some(({ state }) => isOpen(state));
  // Typed text belongs to the person and the session: it is dropped when either changes.
  const key = `${useIdentityKey()} ${sessionId}`;
  const hadFocus = useRef(false);
  const noteFocus = useCallback((had: boolean) => {
    hadFocus.current = had;
  }, []);
  if (session.isMissing) return <Left key={`${key} missing`} {...{ store, draft }} hadFocus={hadFocus} />;
  return (
    <NotedRoot key={key} onGone={noteFocus} className="sv-chat-composer">
      {showDecisions && (
        <OutletList
          outlet="composer"
          keptAs={sessionId ?? undefined}
          isLoading={session.isRestoring}
          decisions={pending}
          onRespond={session.respond}
          onAllDecided={focus}
        />
      )}
      <ComposerView
        {...view}
        showQueue={isDeciding && showQueue ? "folded" : showQueue}
        ref={handle}
        composer={session}
        draft={draft}
        attachments={files}
        closedReason={session.sessionStatus === "cancelled" ? strings.composer.closed : closedReason}
      />
    </NotedRoot>
  );
});

const noDecisions: SessionView["pending"] = [];

interface LeftProps {
  readonly store: SessionSource["store"];
  readonly draft: DraftKeeper;
  readonly hadFocus: RefObject<boolean>;
}

/** In place of a composer whose session was deleted: words that were not sent. */
function Left({ store, draft, hadFocus }: LeftProps): ReactNode {
  const unsent = useUnsentMessage(store.getState, draft);
  if (unsent.text === "") return null;
  return (
    <Root className="sv-chat-composer">
      <UnsentText message={unsent} takesFocus={() => hadFocus.current} />
    </Root>
  );
}
