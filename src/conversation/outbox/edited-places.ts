/**
 * The places in the queue of messages that are edited in a composer of the page, one for each session. The session's next
 * message of this page takes its place, through whichever door.
 */
import type { OutboxEntry } from "./outbox-entry.js";
import type { SendReceipt } from "./delivery.js";

/** An accepted message. Its turn is null where the door does not name it. */
export interface PlacedMessage {
  readonly text: string;
  readonly turnId: string | null;
}

/** Moves a waiting message to where the edited one was. */
export type TakePlace = (message: PlacedMessage) => Promise<void>;

/** The words of the edited message, until they are sent. */
export interface EditedWords {
  readonly isEmpty: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

export interface EditedPlaces {
  /** Keeps the place of a message of this session until one is sent or the words are removed. */
  readonly keep: (sessionId: string, take: TakePlace, words: EditedWords) => void;
  /** A message of the session is being sent. It takes the place once it is accepted, unless it interrupts the turn. */
  readonly sent: (
    sessionId: string | null,
    message: Pick<OutboxEntry, "text" | "delivery">,
    receipt: Promise<SendReceipt>,
  ) => void;
  readonly dispose: () => void;
}

/** Most sessions whose place is kept; the oldest is forgotten. */
const most = 20;

export function createEditedPlaces(): EditedPlaces {
  const places = new Map<string, { readonly take: TakePlace; readonly unwatch: () => void }>();

  function forget(sessionId: string): void {
    places.get(sessionId)?.unwatch();
    places.delete(sessionId);
  }

  return {
    keep(sessionId, take, words) {
      forget(sessionId);
      const [oldest] = places.keys();
      if (places.size >= most && oldest !== undefined) forget(oldest);
      const unwatch = words.subscribe(() => {
        if (!words.isEmpty()) return;
        // The composer empties the draft before it sends: forgotten only when nothing was sent with it.
        queueMicrotask(() => {
          if (places.get(sessionId)?.take === take) forget(sessionId);
        });
      });
      places.set(sessionId, { take, unwatch });
    },
    sent(sessionId, { text, delivery }, receipt) {
      const place = sessionId === null ? undefined : places.get(sessionId);
      if (sessionId === null || !place) return;
      forget(sessionId);
      // It is the next one.
      if (delivery === "steer") return;
      // Without its place the message is last, as any other.
      void receipt.then(({ turnId }) => place.take({ text, turnId })).catch(() => undefined);
    },
    dispose() {
      for (const sessionId of places.keys()) forget(sessionId);
    },
  };
}
