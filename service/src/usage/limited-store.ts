/** A store that refuses writes beyond the limits of usage, from routes, schedules, automations and agents alike. */
import type { Change, Store } from "../store/store.js";
import { admitMessage, roomFor, type DefaultLimits } from "./limits.js";

export interface LimitedStoreOptions {
  readonly defaults: DefaultLimits;
  /** ISO time. */
  readonly now: () => string;
}

export function limitedStore(store: Store, { defaults, now }: LimitedStoreOptions): Store {
  const running = { workspace: defaults.workspace.runningTurns, person: defaults.person.runningTurns };

  function limited<T extends Change>(change: T): T {
    const isMessage = change.events?.some(({ type }) => type === "turn.queued") === true;
    return isMessage ? { ...change, admit: (counted) => admitMessage(counted, defaults, now()) } : change;
  }

  return {
    ...store,
    createSession: (record, change) => store.createSession(record, limited(change)),
    changeSession: (sessionId, options, decide) =>
      store.changeSession(sessionId, options, (state) => {
        const { change, result } = decide(state);
        return { change: change && limited(change), result };
      }),
    createFile: (record, _, sessionId) =>
      store.createFile(record, (quotas) => roomFor(record.sizeBytes, quotas, defaults), sessionId),
    claimSession: (claim) => store.claimSession({ ...claim, running }),
    nextDue: (owner) => store.nextDue(owner, running),
  };
}
