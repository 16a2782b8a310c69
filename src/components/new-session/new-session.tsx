import { forwardRef, useCallback, useEffect, useMemo } from "react";
import type { DraftKeeper } from "../../hooks/use-composer.js";
import { useCreateSession } from "../../hooks/use-create-session.js";
import { useLocalDraft } from "../../hooks/use-draft.js";
import { useIdentity, useIdentityKey } from "../../hooks/use-identity.js";
import { useKeptValue } from "../../hooks/use-kept-value.js";
import { useStrings } from "../../hooks/use-strings.js";
import { callHost } from "../../foundation/call-host.js";
import { ComposerView, type ComposerViewProps } from "../chat-composer/composer-view.js";
import { joinClasses } from "../class-names.js";
import { SignedOut } from "../conversation/signed-out.js";
import { Root, type RootProps } from "../root.js";
import { EmptyState } from "../states/states.js";

/** Props of `NewSession`. */
export interface NewSessionProps
  extends RootProps, Pick<ComposerViewProps, "placeholder" | "sendKey" | "suggestions" | "maxLength"> {
  /** Called with the id of the session that the first message created: show that session from now on. */
  readonly onCreated: (sessionId: string) => void;
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
}

/**
 * An empty conversation, usually beside a `SessionList`. The first message creates the session. The draft is stored on
 * this device. A message that could not be sent returns to the field.
 *
 * @example
 * <NewSession onCreated={(id) => open(`/chats/${id}`)} />
 */
export const NewSession = forwardRef<HTMLElement, NewSessionProps>(function NewSession(
  { onCreated, workspaceId, placeholder, sendKey, suggestions, maxLength, className, ...dom },
  ref,
) {
  const strings = useStrings();
  const identity = useIdentity();
  const key = useIdentityKey();
  const { createSession, isCreating } = useCreateSession({ workspaceId });
  const draft = useLocalDraft(`new session ${workspaceId ?? ""}`);
  const send = useKeptUntilCreated(draft, workspaceId);
  const composer = useMemo(
    () => ({
      async sendMessage(message: string | { readonly text: string }) {
        const id = await send(typeof message === "string" ? message : message.text, createSession);
        callHost(onCreated, id);
      },
    }),
    [send, createSession, onCreated],
  );
  if (!identity) return <SignedOut ref={ref} className={className} />;
  return (
    <Root {...dom} ref={ref} className={joinClasses("sv-conversation", className)} aria-busy={isCreating}>
      <EmptyState />
      <div className="sv-conversation-foot">
        <ComposerView
          key={key}
          composer={composer}
          draft={draft}
          closedReason={isCreating ? strings.timeline.loading : undefined}
          {...{ placeholder, sendKey, suggestions, maxLength }}
        />
      </div>
    </Root>
  );
});

/**
 * Keeps a text until its session is there: the composer empties the field at once, and a page that goes before has no
 * other place for it. The next page has it in the field.
 */
function useKeptUntilCreated(draft: DraftKeeper, workspaceId: string | undefined) {
  const [kept, keep] = useKeptValue(`first message/${workspaceId ?? ""}`);
  useEffect(() => {
    if (sending.has(draft) || typeof kept !== "string") return;
    if (draft.getState().text === "") draft.type(kept);
    keep(null);
  }, [draft, kept, keep]);
  return useCallback(
    async (text: string, create: (text: string) => Promise<string>) => {
      sending.add(draft);
      keep(text);
      try {
        return await create(text);
      } finally {
        sending.delete(draft);
        keep(null);
      }
    },
    [draft, keep],
  );
}

/** Drafts whose text this page is sending: only another page has to bring it back. */
const sending = new WeakSet<DraftKeeper>();
