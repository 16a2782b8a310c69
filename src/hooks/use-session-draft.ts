import { useEffect } from "react";
import { extrasOf } from "../conversation/drafts/draft-extras.js";
import type { DraftKeeper, RemoteDraft } from "../conversation/drafts/draft-keeper.js";
import type { DraftVersion } from "../conversation/drafts/draft-state.js";
import { sendableFiles } from "./sendable-files.js";
import type { ComposerDraft } from "../wire/protocol/draft.js";
import { getComposerDraft, putComposerDraft } from "../api/routes/draft.js";
import type { ServiceConnection, SessionRef } from "../api/service-connection.js";
import { useServiceContext, type ServiceContextValue } from "./service-context.js";
import { isSessionId, shareClient, type SessionId } from "./session-source.js";
import { shareDraft } from "./use-draft.js";
import { useRestoredDraft } from "./use-restored-draft.js";
import { useHeir, useUnnamedDraft } from "./use-unnamed-draft.js";
import { givenOptions } from "./given-options.js";

/** Options of `useSessionDraft`. */
export interface SessionDraftOptions {
  /** The session's workspace. @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Whether the session carries a person's label; only then does the service keep the draft. @default false */
  readonly isLabelled?: boolean | undefined;
}

/**
 * The signed-in person's draft in a session: stored in this tab and, for a session with a person's label, on the service,
 * so that it is in every tab and on every device. Text that is typed before the session has an id is kept by this component, and
 * moves into the session's draft when the id arrives.
 */
export function useSessionDraft(sessionId: SessionId, options: SessionDraftOptions = {}): DraftKeeper {
  const { workspaceId, isLabelled = false } = givenOptions(options);
  const context = useServiceContext();
  const unnamed = useUnnamedDraft();
  const draft = useRestoredDraft(isSessionId(sessionId) ? shareSessionDraft(context, sessionId, workspaceId) : unnamed);
  useHeir(unnamed, draft);
  const isDurable = isLabelled && context.scope.identity !== null;
  useEffect(() => {
    if (isDurable && isSessionId(sessionId))
      draft.connect(remoteDraft(shareClient(context), { sessionId, workspaceId }));
  }, [draft, isDurable, context, sessionId, workspaceId]);
  return draft;
}

export function shareSessionDraft(
  context: ServiceContextValue,
  sessionId: string,
  workspaceId: string | undefined,
): DraftKeeper {
  return shareDraft(context, ["session-draft", context.baseUrl, workspaceId ?? "", sessionId]);
}

/** The service's draft of this session. */
export function remoteDraft(client: ServiceConnection, ref: SessionRef): RemoteDraft {
  return {
    read: async (signal) => versionOf(await getComposerDraft(client, ref, { signal })),
    async write({ text, extras }, expectedRevision, signal) {
      return versionOf(await putComposerDraft(client, ref, { ...extras, text, expectedRevision }, { signal }));
    },
  };
}

/** The service's draft as a composer takes it. */
export function versionOf({ revision, text, resources = [], ...draft }: ComposerDraft): DraftVersion {
  return { revision, text, extras: extrasOf({ ...draft, resources: sendableFiles(resources) }) };
}
