import { forwardRef } from "react";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { useSessionById } from "../../hooks/use-session-by-id.js";
import { useStrings } from "../../hooks/use-strings.js";
import { ComposerView, type ComposerHandle, type ComposerViewProps } from "./composer-view.js";

export interface ChatComposerProps extends Omit<ComposerViewProps, "composer" | "closedReason"> {
  /** The session's id, from your backend or from a chat. */
  readonly sessionId: string;
  /** The session's workspace. @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
}

/** The composer of a session, anywhere under the provider. It shares one connection with its neighbours. */
export const ChatComposer = forwardRef<ComposerHandle, ChatComposerProps>(function ChatComposer(
  { sessionId, workspaceId, ...view },
  ref,
) {
  const session = useSessionById(sessionId, { workspaceId });
  const strings = useStrings().composer;
  const closedReason = session.status === "cancelled" ? strings.closed : undefined;
  // What was typed belongs to the person and the session: it goes when either changes.
  const key = `${useIdentityKey()} ${sessionId}`;
  return <ComposerView key={key} {...view} ref={ref} composer={session} closedReason={closedReason} />;
});
