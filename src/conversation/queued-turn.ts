/** Withdraws a queued prompt, also one that the service has not listed yet. */
import { ServiceError } from "../foundation/base-error.js";
import type { Parts } from "./conversation-parts.js";
import { until } from "./conversation-store.js";
import { isHeldBack } from "./outbox/outbox-entry.js";
import type { SessionView } from "./view/session-view.js";

/**
 * Runs `remove` with the prompt's turn. A message in flight is named by its key: one that waits for the next attempt is
 * discarded, another is withdrawn once the service has accepted and listed it.
 *
 * @throws {ServiceError} `turn_not_waiting` when its turn began at once; the error of the send when that failed.
 */
export async function withdraw(
  { store, outbox, sender, end: { signal } }: Parts<Pick<SessionView, "queue">>,
  id: string,
  remove: (turnId: string) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  if (isHeldBack(outbox.entries(), id)) return sender.discard(id);
  const find = () => store.current().queue.find((prompt) => prompt.clientEventId === id);
  // A message that is not in flight has its turn's id. Its withdrawal leaves before the next message.
  if (!find()) return remove(id);
  const accepted = (await sender.receipt(id))?.turnId;
  if (accepted) return remove(accepted);
  await until(store.store, signal, () => !find()?.isSending);
  signal.throwIfAborted();
  const listed = find();
  if (!listed) throw notWaiting(id);
  return remove(listed.turnId);
}

export function notWaiting(id: string): ServiceError {
  return new ServiceError(`Turn ${id} does not wait in the queue: it started, or was withdrawn.`, {
    code: "turn_not_waiting",
  });
}
