/** The first messages of sessions that this page started: shown until the session's log is there. */
import type { Disposable } from "../identity/identity-scope.js";
import type { FirstMessage } from "../session/create-session.js";
import type { SessionControllerState } from "../session/session-types.js";
import type { SingleGroup } from "../timeline/groups.js";
import type { Session } from "../wire/protocol/session.js";
import type { ServiceContextValue } from "./service-context.js";

interface FirstMessages extends Disposable {
  readonly note: (session: Session, message: FirstMessage) => void;
  readonly of: (sessionId: string) => readonly SingleGroup[] | undefined;
}

/** Sessions whose log may not be there yet; the oldest is forgotten. */
const most = 5;

export function shareFirstMessages({ scope }: Pick<ServiceContextValue, "scope">): FirstMessages {
  return scope.share("first-messages", createFirstMessages);
}

function createFirstMessages(): FirstMessages {
  const rows = new Map<string, readonly SingleGroup[]>();
  return {
    note({ id: sessionId, createdAt: occurredAt }, { text, clientEventId: id }) {
      const item = { kind: "user-message", id, reconciliationKey: id, text, turnId: null, occurredAt } as const;
      rows.set(sessionId, [{ kind: "item", item: { ...item, resources: [] } }]);
      const [oldest] = rows.keys();
      if (rows.size > most && oldest !== undefined) rows.delete(oldest);
    },
    of: (sessionId) => rows.get(sessionId),
    dispose: () => rows.clear(),
  };
}

/** The state of a session with its first message, until the page has read the log. */
export function withFirstMessage(
  state: SessionControllerState,
  rows: readonly SingleGroup[] | undefined,
): SessionControllerState {
  if (!rows || state.created || state.isMissing) return state;
  return { ...state, live: [...rows, ...state.live] };
}
