import { forwardRef } from "react";
import { useSessionById } from "../../hooks/use-session-by-id.js";
import { useStrings } from "../../hooks/use-strings.js";
import { ComposerView, type ComposerHandle, type ComposerViewProps } from "./composer-view.js";

export interface ChatComposerProps extends Omit<ComposerViewProps, "composer" | "closedReason"> {
  readonly sessionId: string;
  /** @default the workspace of the signed-in tenant */
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
  return <ComposerView {...view} ref={ref} composer={session} closedReason={closedReason} />;
});
