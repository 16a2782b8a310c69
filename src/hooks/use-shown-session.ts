import type { AttachmentsState } from "../conversation/attachments/attachment.js";
import type { DraftKeeper } from "../conversation/drafts/draft-keeper.js";
import { useAttachments } from "./use-attachments.js";
import { isLabelled } from "./use-composer-by-id.js";
import { useQuiet } from "./use-quiet.js";
import { useRecordOf } from "./use-session-by-id.js";
import { useSessionDraft } from "./use-session-draft.js";
import { isSessionId, useSessionSource, type SessionId, type SessionSource } from "./session-source.js";

export interface ShownSessionOptions {
  readonly workspaceId?: string | undefined;
  /** Whether files can be attached. */
  readonly attachments: boolean;
}

export interface ShownSession {
  readonly store: SessionSource["store"];
  /** Changes with anything besides its live groups. */
  readonly session: ReturnType<SessionSource["store"]["getState"]>;
  readonly draft: DraftKeeper;
  readonly files: AttachmentsState;
}

/** The surroundings of a session's timeline: the session itself, its draft, and the draft's files. */
export function useShownSession(sessionId: SessionId, { workspaceId, attachments }: ShownSessionOptions): ShownSession {
  const { store } = useSessionSource(sessionId, { workspaceId });
  const session = useQuiet(store);
  const record = useRecordOf(session, { workspaceId });
  const draft = useSessionDraft(sessionId, { workspaceId, isLabelled: isLabelled({ record }) });
  const files = useAttachments({ sessionId, workspaceId, enabled: attachments && isSessionId(sessionId) });
  return { store, session, draft, files };
}
