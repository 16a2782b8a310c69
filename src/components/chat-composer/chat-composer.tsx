import { forwardRef } from "react";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { isSessionId } from "../../hooks/session-source.js";
import { useShownSession } from "../../hooks/use-shown-session.js";
import { useStrings } from "../../hooks/use-strings.js";
import type { ComposerHandle } from "./composer.js";
import { ComposerView, type ComposerViewProps } from "./composer-view.js";

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
}

/**
 * The composer of a session, anywhere under the provider. It shares one connection with its neighbours, and keeps what is
 * written: on this device, and on the service where the session carries a person's label. Nothing where there is no such
 * session.
 */
export const ChatComposer = forwardRef<ComposerHandle, ChatComposerProps>(function ChatComposer(
  { sessionId, workspaceId, attachments = true, ...view },
  ref,
) {
  const { session, draft, files } = useShownSession(sessionId, { workspaceId, attachments });
  const strings = useStrings();
  const closedReason = !isSessionId(sessionId) ? strings.timeline.loading : undefined;
  // What was typed belongs to the person and the session: it goes when either changes.
  const key = `${useIdentityKey()} ${sessionId}`;
  if (session.isMissing) return null;
  return (
    <ComposerView
      key={key}
      {...view}
      ref={ref}
      composer={session}
      draft={draft}
      attachments={files}
      closedReason={session.status === "cancelled" ? strings.composer.closed : closedReason}
    />
  );
});
