import type { SessionById } from "./use-session-by-id.js";
import { useSessionById } from "./use-session-by-id.js";
import { useComposer, type ComposerState, type UseComposerOptions } from "./use-composer.js";
import { useSessionDraft } from "./use-session-draft.js";
import type { SessionId } from "./session-source.js";
import { givenOptions } from "./given-options.js";

/** Options of `useComposerById`. */
export interface UseComposerByIdOptions extends Omit<UseComposerOptions, "draft"> {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
}

/**
 * The composer of a session by its id, with its durable draft, through the session API and the host's proxy. Nothing can
 * be sent to a session that was cancelled. Renders at each key and each change of the session: use it in a component of its
 * own.
 */
export function useComposerById(
  sessionId: SessionId,
  options: UseComposerByIdOptions = {},
): ComposerState & { readonly session: SessionById } {
  const { workspaceId, isClosed = false, ...rest } = givenOptions(options);
  const session = useSessionById(sessionId, { workspaceId });
  const draft = useSessionDraft(sessionId, { workspaceId, isLabelled: isLabelled(session) });
  const composer = useComposer(session, {
    ...rest,
    draft,
    isClosed: isClosed || session.sessionStatus === "cancelled",
  });
  return { ...composer, session };
}

/** Whether the session carries a person's label, as far as it is known. */
export function isLabelled({ record }: Pick<SessionById, "record">): boolean {
  return (record?.endUser ?? null) !== null;
}
