/**
 * The places in the queue of messages that are edited in a composer of the page, one for each session. The session's next
 * message of this page takes its place, through whichever door, and keeps it until it is accepted.
 */
import type { OutboxEntry } from "./outbox-entry.js";

/** An accepted message. Its turn is null where the door does not name it. */
export interface PlacedMessage {
  readonly text: string;
  readonly turnId: string | null;
}

/** Moves an accepted message that waits before another turn, if that one waits still. */
export type PutBefore = (message: PlacedMessage, beforeTurnId: string) => Promise<void>;

/** The words of the edited message, until they are sent. */
export interface EditedWords {
  readonly isEmpty: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

export type EditedPlaces = ReturnType<typeof createEditedPlaces>;

/** Most sessions that are known; the oldest is forgotten. */
const most = 20;

export function createEditedPlaces() {
  const places = new Map<string, { readonly beforeTurnId: string; readonly unwatch: () => void }>();
  const moves = new Map<string, PutBefore>();

  function forget(sessionId: string): void {
    places.get(sessionId)?.unwatch();
    places.delete(sessionId);
  }

  return {
    /** Moves the messages of a session with this function from now on. */
    connect(sessionId: string, putBefore: PutBefore): void {
      moves.delete(sessionId);
      moves.set(sessionId, putBefore);
      const [oldest] = moves.keys();
      if (moves.size > most && oldest !== undefined) moves.delete(oldest);
    },
    /** Keeps the place of a message of this session before a turn until one is sent or the words are removed. */
    keep(sessionId: string, beforeTurnId: string, words: EditedWords): void {
      forget(sessionId);
      const [oldest] = places.keys();
      if (places.size >= most && oldest !== undefined) forget(oldest);
      // A host's field may have the words a moment later.
      let hasWords = !words.isEmpty();
      const place = {
        beforeTurnId,
        unwatch: words.subscribe(() => {
          hasWords ||= !words.isEmpty();
          if (!hasWords || !words.isEmpty()) return;
          // The composer empties the draft before it sends: forgotten only when nothing was sent with it.
          queueMicrotask(() => {
            if (places.get(sessionId) === place) forget(sessionId);
          });
        }),
      };
      places.set(sessionId, place);
    },
    /** A message of the session is being sent. Returns the turn that it is put before, unless it interrupts the running one. */
    sent(sessionId: string | null, delivery: OutboxEntry["delivery"]): string | undefined {
      const place = sessionId === null ? undefined : places.get(sessionId);
      if (sessionId === null || !place) return undefined;
      forget(sessionId);
      // It is the next one.
      return delivery === "steer" ? undefined : place.beforeTurnId;
    },
    /** A message with a place was accepted. */
    accepted(sessionId: string | null, message: PlacedMessage, beforeTurnId: string): void {
      // Without its place the message is last, as any other.
      void moves
        .get(sessionId ?? "")?.(message, beforeTurnId)
        .catch(() => undefined);
    },
    dispose(): void {
      for (const sessionId of places.keys()) forget(sessionId);
      moves.clear();
    },
  };
}
