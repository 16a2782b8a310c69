/** Creates sessions for a page, with one idempotency key per message from the first try to the last. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { ServiceError } from "../foundation/base-error.js";
import { isBlank } from "../foundation/blank-text.js";
import { refused } from "../foundation/handled.js";
import { randomId } from "../foundation/random-id.js";
import { toError } from "../foundation/to-error.js";
import { retrying } from "../api/retrying.js";
import { createSession } from "../api/routes/sessions.js";
import type { ServiceConnection } from "../api/service-connection.js";
import type { Session } from "../wire/protocol/session.js";

export interface CreatingState {
  readonly isCreating: boolean;
  /** The error of the last creation; null after a successful one. */
  readonly error: Error | null;
}

/** The message that created a session. */
export interface FirstMessage {
  readonly text: string;
  readonly clientEventId: string;
}

export interface SessionCreator {
  readonly store: StoreApi<CreatingState>;
  /** @returns the id of the new session. */
  readonly create: (message: string) => Promise<string>;
  readonly clearError: () => void;
}

export function createSessionCreator(options: {
  readonly client: ServiceConnection;
  readonly workspaceId: string | undefined;
  /** Called before `create` resolves. */
  readonly onCreated: (session: Session, first: FirstMessage) => void;
}): SessionCreator {
  const { workspaceId, onCreated } = options;
  const client = retrying(options.client);
  const store = createStore<CreatingState>()(() => ({ isCreating: false, error: null }));
  /** The message that failed last. Sending it again reuses its key, so no second session is created. */
  let failed: { readonly message: string; readonly key: string } | null = null;
  let running = 0;

  async function create(message: string): Promise<string> {
    const key = failed?.message === message ? failed.key : randomId();
    running += 1;
    store.setState({ isCreating: true, error: null });
    let error: Error | null = null;
    try {
      const body = { initialMessage: message, idempotencyKey: key, clientEventId: key };
      const session = await createSession(client, { ...body, workspaceId });
      failed = null;
      onCreated(session, { text: message, clientEventId: key });
      return session.id;
    } catch (cause) {
      failed = { message, key };
      error = toError(cause);
      throw error;
    } finally {
      running -= 1;
      store.setState({ isCreating: running > 0, error });
    }
  }

  return {
    store,
    create(message) {
      if (!isBlank(message)) return create(message);
      return refused(new ServiceError("Write a message first.", { code: "message_required" }));
    },
    clearError: () => store.setState({ error: null }),
  };
}
