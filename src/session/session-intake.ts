/** What happens when the log has grown: the model takes the event, and messages, decisions and stale reads follow. */
import { forgetOver } from "../conversation/decisions/decision-book.js";
import type { DecisionSubmitter } from "../conversation/decisions/decision-submitter.js";
import type { Outbox } from "../conversation/outbox/outbox.js";
import type { Sender } from "../conversation/outbox/sender.js";
import type { EventType } from "../wire/protocol/event-types.js";
import type { SessionEvent } from "../wire/protocol/session-event.js";
import type { Session } from "../wire/protocol/session.js";
import type { MessageMove } from "./log-facts.js";
import type { Refresher } from "./refresher.js";
import type { LogPage } from "./session-log.js";
import type { SessionModel } from "./session-model.js";
import { staleAfter, type Stale } from "./stale.js";
import type { StopWish } from "./stop-wish.js";

export interface IntakeParts {
  readonly model: SessionModel;
  readonly outbox: Outbox;
  readonly sender: Sender;
  readonly submitter: DecisionSubmitter;
  readonly queue: Refresher;
  readonly record: Refresher;
  readonly stopWish: StopWish;
  /** Tells who reads something beside the log that it must be read again. */
  readonly tellStale: (stale: readonly Stale[]) => void;
}

/** After these the service takes another answer, or wants none any more. */
const announcing: ReadonlySet<string> = new Set<EventType>([
  "session.requiresAction",
  "session.humanInput.requested",
  "turn.completed",
  "turn.failed",
  "turn.cancelled",
  "turn.superseded",
]);

/** Takes the next event of the live log. */
export function takeEvent(parts: IntakeParts, event: SessionEvent): void {
  const { model, submitter, queue, record, stopWish } = parts;
  const move = model.take(event);
  // First, as the message that it began with is about to start no more.
  if (event.type === "turn.started") stopWish.turnStarted();
  moveMessage(parts, move);
  stopWish.changed();
  const isWaiting = event.type === "session.status.changed" && model.log.status === "requires_action";
  if (isWaiting || announcing.has(event.type)) submitter.announced();
  const stale = staleAfter(event.type);
  if (stale.includes("queue") && isQueueUnknown(model)) queue.refresh();
  if (stale.includes("record")) record.refresh();
  if (stale.length > 0) parts.tellStale(stale);
}

/** Takes the newest page of the log, and takes up what was on its way before the page was loaded anew. */
export function takeNewest(parts: IntakeParts, session: Session, page: LogPage): void {
  const { model, outbox, sender, queue } = parts;
  for (const event of page.events) moveMessage(parts, model.take(event));
  model.setBook(forgetOver(model.book()));
  model.window.expectPage();
  model.window.show({ events: page.events, hasOlder: page.hasMore, cursor: model.log.cursor });
  model.log.fill(session);
  const { workspaceId } = session;
  model.setSide({ workspaceId, created: true, isRestoring: false });
  const written = new Set(page.events.map(({ clientEventId }) => clientEventId));
  for (const { clientEventId } of outbox.restore()) if (written.has(clientEventId)) settleMessage(parts, clientEventId);
  sender.goOn();
  const mayHideSome = page.hasMore && session.status !== "idle";
  if (mayHideSome || isQueueUnknown(model)) queue.refresh();
}

/** The log has this message already: it waits for its turn, or that is past. */
export function settleMessage({ model, outbox, sender }: IntakeParts, clientEventId: string): void {
  sender.seen(clientEventId);
  const message = [...model.log.waiting.values()].find((waiting) => waiting.clientEventId === clientEventId);
  if (message) outbox.update(clientEventId, { turnId: message.turnId });
  else outbox.remove(clientEventId);
}

function moveMessage({ outbox, sender }: IntakeParts, move: MessageMove | undefined): void {
  if (move?.kind === "written") sender.seen(move.clientEventId);
  else if (move?.kind === "left") outbox.removeTurn(move.turnId);
  else if (move?.kind === "queued" && move.message.clientEventId !== null) {
    outbox.update(move.message.clientEventId, { turnId: move.message.turnId });
  }
}

/** One message that waits for nobody needs no order; what waits behind something does, and its version to withdraw it. */
function isQueueUnknown({ log, side }: SessionModel): boolean {
  const isBlocked = log.runningTurnId !== null || log.isPaused;
  if (log.waiting.size > (isBlocked ? 0 : 1)) return true;
  return side().queue.some(({ id }) => !log.knows(id));
}
