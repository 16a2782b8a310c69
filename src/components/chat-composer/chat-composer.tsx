import { forwardRef, useCallback, useImperativeHandle, useRef } from "react";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { isSessionId } from "../../hooks/session-source.js";
import { useShownSession } from "../../hooks/use-shown-session.js";
import { useStrings } from "../../hooks/use-strings.js";
import { OutletList } from "../decisions/decision-list.js";
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
  /** Whether files can be attached, as far as the host and the service take them. @default true */
  readonly attachments?: boolean | undefined;
  /**
   * Whether what waits for a person is shown above the field, where no `DecisionList` and no whole conversation on the
   * page shows it. Set it to false where you draw decisions with `useApprovals` and `useQuestions`.
   *
   * @default true
   */
  readonly showDecisions?: boolean | undefined;
}

/**
 * The composer of a session, anywhere under the provider. It shares one connection with its neighbours, and keeps the
 * draft: on this device, and on the service where the session has a person's label. Renders nothing for a missing
 * session.
 *
 * @example
 * <ChatComposer sessionId={sessionId} placeholder="Ask us" />
 */
export const ChatComposer = forwardRef<ComposerHandle, ChatComposerProps>(function ChatComposer(
  { sessionId, workspaceId, attachments = true, showDecisions = true, ...view },
  ref,
) {
  const handle = useRef<ComposerHandle | null>(null);
  useImperativeHandle(ref, () => handle.current as ComposerHandle);
  const focus = useCallback(() => handle.current?.focus(), []);
  const { session, draft, files } = useShownSession(sessionId, { workspaceId, attachments });
  const strings = useStrings();
  const closedReason = !isSessionId(sessionId) ? strings.timeline.loading : undefined;
  // Typed text belongs to the person and the session: it is dropped when either changes.
  const key = `${useIdentityKey()} ${sessionId}`;
  if (session.isMissing) return null;
  return (
    <Root key={key} className="sv-chat-composer">
      {showDecisions && (
        <OutletList
          outlet="composer"
          keptAs={sessionId ?? undefined}
          isLoading={session.isRestoring}
          decisions={session.sessionStatus === "cancelled" ? noDecisions : session.pending}
          onRespond={session.respond}
          onAllDecided={focus}
        />
      )}
      <ComposerView
        {...view}
        ref={handle}
        composer={session}
        draft={draft}
        attachments={files}
        closedReason={session.sessionStatus === "cancelled" ? strings.composer.closed : closedReason}
      />
    </Root>
  );
});

const noDecisions: readonly never[] = [];
