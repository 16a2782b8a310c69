import { forwardRef } from "react";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { useShownSession } from "../../hooks/use-shown-session.js";
import { useStrings } from "../../hooks/use-strings.js";
import type { ComposerHandle } from "./composer.js";
import { ComposerView, type ComposerViewProps } from "./composer-view.js";

export interface ChatComposerProps extends Omit<
  ComposerViewProps,
  "composer" | "draft" | "closedReason" | "attachments"
> {
  /** The session's id, from your backend or from a chat. */
  readonly sessionId: string;
  /** The session's workspace. @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Whether files can be attached, as far as the host and the service take them. @default true */
  readonly attachments?: boolean | undefined;
}

/**
 * The composer of a session, anywhere under the provider. It shares one connection with its neighbours, and keeps what is
 * written: on this device, and on the service where the session carries a person's label.
 */
export const ChatComposer = forwardRef<ComposerHandle, ChatComposerProps>(function ChatComposer(
  { sessionId, workspaceId, attachments = true, ...view },
  ref,
) {
  const { session, draft, files } = useShownSession(sessionId, { workspaceId, attachments });
  const strings = useStrings().composer;
  const closedReason = session.status === "cancelled" ? strings.closed : undefined;
  // What was typed belongs to the person and the session: it goes when either changes.
  const key = `${useIdentityKey()} ${sessionId}`;
  return (
    <ComposerView
      key={key}
      {...view}
      ref={ref}
      composer={session}
      draft={draft}
      attachments={files}
      closedReason={closedReason}
    />
  );
});
