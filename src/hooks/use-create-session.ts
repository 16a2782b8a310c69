import { useStore } from "zustand/react";
import { createSessionCreator } from "../session/create-session.js";
import { useServiceContext } from "./service-context.js";
import { shareFirstMessages } from "./first-messages.js";
import { listNewSession } from "./session-list-cache.js";
import { shareClient } from "./session-source.js";
import { givenOptions } from "./given-options.js";

/** Options of `useCreateSession`. */
export interface UseCreateSessionOptions {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
}

/** Starts sessions, as `useCreateSession` returns it. */
export interface CreateSession {
  /**
   * Starts a session with its first message and resolves with its id. Lists of sessions on the page have it before that.
   * Keeps its identity. The same message after a failure uses the same idempotency key, so it starts no second session.
   *
   * @throws {ServiceApiError} when the proxy or the service refused it, or could not be reached.
   * @throws {ServiceError} with code `message_required` without visible text.
   */
  readonly createSession: (message: string) => Promise<string>;
  readonly isCreating: boolean;
  /** Why the last session was not started; null once another one is. */
  readonly error: Error | null;
  readonly clearError: () => void;
}

/**
 * Starts sessions through the session proxy, whose option `createSession` allows it.
 *
 * @example
 * const { createSession, isCreating } = useCreateSession();
 * const start = async () => open(await createSession("Where is order 1042?"));
 */
export function useCreateSession(options: UseCreateSessionOptions = {}): CreateSession {
  const { workspaceId } = givenOptions(options);
  const context = useServiceContext();
  const { creator } = context.scope.share(
    JSON.stringify(["create-session", context.baseUrl, workspaceId ?? null]),
    () => ({
      creator: createSessionCreator({
        client: shareClient(context),
        workspaceId,
        onCreated(session, first) {
          shareFirstMessages(context).note(session, first);
          listNewSession(context, workspaceId, session);
        },
      }),
      dispose() {},
    }),
  );
  const { isCreating, error } = useStore(creator.store);
  return { createSession: creator.create, isCreating, error, clearError: creator.clearError };
}
