/** The messages of a new session, from the first send until the session's own conversation shows them. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Clock } from "../foundation/clock.js";
import { joinTexts } from "../foundation/join-texts.js";
import { randomId } from "../foundation/random-id.js";
import type { UserMessageItem } from "../timeline/items.js";

export interface BeginningState {
  /** Messages on their way; the first one creates the session. */
  readonly sent: readonly UserMessageItem[];
  /** Null until the session is created. */
  readonly sessionId: string | null;
}

export interface Beginning {
  readonly store: StoreApi<BeginningState>;
  /** Creates the session. While it is being created, further messages wait for it. Rejects when it could not be created. */
  readonly send: (text: string) => Promise<void>;
  /** Begins again after a session was created. Returns whether there was one. */
  readonly renew: () => boolean;
}

export interface BeginningOptions {
  /** Resolves with the id of the new session. */
  readonly create: (text: string) => Promise<string>;
  /** Sends a further message to the created session. */
  readonly forward: (sessionId: string, text: string) => void;
  /** Keeps texts that this page alone has, in case it is left; null for none. */
  readonly keep: (text: string | null) => void;
  /** Called when several messages could not be sent, or newer words were typed: puts the texts before those. */
  readonly giveBack: (texts: readonly string[]) => void;
  readonly hasWords: () => boolean;
  /** Called once the session is created and shown. */
  readonly onCreated: (sessionId: string) => void;
  /** Called before that, for unsent words that belong to the session. */
  readonly passOn: (sessionId: string) => void;
  readonly clock: Clock;
}

const nothing: BeginningState = { sent: [], sessionId: null };

export function createBeginning(options: BeginningOptions): Beginning {
  const { clock, keep } = options;
  const store = createStore<BeginningState>()(() => nothing);
  const texts = () => store.getState().sent.map(({ text }) => text);

  function add(text: string): void {
    store.setState(({ sent }) => ({ sent: [...sent, messageOf(text, clock)] }));
    keep(joinTexts(...texts()));
  }

  async function begin(text: string): Promise<void> {
    let sessionId;
    try {
      sessionId = await options.create(text);
    } catch (error) {
      const all = texts();
      store.setState(nothing);
      if (all.length > 1 || options.hasWords()) options.giveBack(all);
      throw error;
    } finally {
      keep(null);
    }
    for (const further of texts().slice(1)) options.forward(sessionId, further);
    options.passOn(sessionId);
    store.setState({ sent: [], sessionId });
    options.onCreated(sessionId);
  }

  return {
    store,
    async send(text) {
      const { sent, sessionId } = store.getState();
      if (sessionId !== null) return options.forward(sessionId, text);
      add(text);
      return sent.length === 0 ? begin(text) : undefined;
    },
    renew() {
      const had = store.getState().sessionId !== null;
      if (had) store.setState(nothing);
      return had;
    },
  };
}

function messageOf(text: string, clock: Clock): UserMessageItem {
  const id = randomId();
  const occurredAt = new Date(clock.now()).toISOString();
  const message = { kind: "user-message", id, reconciliationKey: id, text, turnId: null, resources: [] } as const;
  return { ...message, occurredAt, delivery: { state: "sending" } };
}
