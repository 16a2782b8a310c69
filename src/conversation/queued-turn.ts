/** Withdraws a queued prompt, also one that the service has not listed yet. */
import { ServiceError } from "../foundation/base-error.js";
import { onAbort } from "../foundation/on-abort.js";
import type { Parts } from "./conversation-parts.js";
import { isHeldBack } from "./outbox/outbox-entry.js";
import type { QueuedPrompt, SessionView } from "./view/session-view.js";

type Queueing = Pick<Parts<Pick<SessionView, "queue">>, "store" | "outbox" | "sender" | "end">;

/**
 * Runs `remove` with the prompt's turn. A message in flight is named by its key: one that waits for the next attempt is
 * discarded, another is withdrawn once the service has accepted and listed it.
 *
 * @throws {ServiceError} `turn_not_waiting` when its turn began at once; the error of the send when that failed.
 */
export async function withdraw(parts: Queueing, id: string, remove: (turnId: string) => Promise<void>): Promise<void> {
  parts.end.signal.throwIfAborted();
  if (isHeldBack(parts.outbox.entries(), id)) return parts.sender.discard(id);
  // A message that is not in flight has its turn's id. Its withdrawal leaves before the next message.
  return remove(findInFlight(parts, id) ? await queuedTurn(parts, id) : id);
}

function findInFlight({ store }: Pick<Queueing, "store">, id: string): QueuedPrompt | undefined {
  return store.current().queue.find((prompt) => prompt.clientEventId === id);
}

async function queuedTurn({ store, sender, end: { signal } }: Queueing, id: string): Promise<string> {
  const find = () => findInFlight({ store }, id);
  const turnId = (await sender.receipt(id))?.turnId;
  if (turnId) return turnId;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (find()?.isSending && !signal.aborted) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.store.subscribe(look);
    onAbort(signal, look);
    look();
  });
  signal.throwIfAborted();
  const listed = find();
  if (!listed) throw notWaiting(id);
  return listed.turnId;
}

export function notWaiting(id: string): ServiceError {
  return new ServiceError(`Turn ${id} does not wait in the queue: it started, or was withdrawn.`, {
    code: "turn_not_waiting",
  });
}
