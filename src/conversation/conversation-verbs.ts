/** The verbs of a conversation, through any door. */
import { ServiceError } from "../foundation/base-error.js";
import { isConflict } from "../foundation/is-conflict.js";
import { handled, refused } from "../foundation/handled.js";
import type { Parts } from "./conversation-parts.js";
import { stoppable, wanted } from "./conversation-state.js";
import type { Door } from "./door.js";
import { droppedExtra, markUnkept, sendable } from "./send-rules.js";
import type { SendMessageInput, SessionVerbs } from "./view/session-view.js";

/** All functions keep their identity, and a rejection need not be handled: the state reports it too. */
export type ConversationVerbs = Omit<SessionVerbs, "removeQueued">;

export function bindVerbs<State extends { readonly isRunning: boolean }>(parts: Parts<State>): ConversationVerbs {
  const { store, sender, attendance } = parts;
  const { change, state } = store;
  const { move: _, ...paging } = parts.paging;
  const want = () => change(wanted);
  const { signal } = parts.end;
  const ended = () => (signal.aborted ? refused(signal.reason as Error) : undefined);

  const sendMessage: ConversationVerbs["sendMessage"] = (message) => {
    try {
      parts.end.signal.throwIfAborted();
      const moment = { whenBusy: parts.whenBusy(), isRunning: store.current().isRunning };
      const { clientEventId = parts.newId(), ...send } = withoutExtras(sendable(message, moment), parts.door);
      want();
      // A person's message is at the end of the log, so that is displayed.
      void paging.jumpToLatest();
      const beforeTurnId = parts.editedPlaces?.sent(state().log.sessionId, send.delivery);
      return sender.send({ ...send, clientEventId, ...(beforeTurnId !== undefined && { beforeTurnId }) });
    } catch (error) {
      return refused(markUnkept(error as Error));
    }
  };

  return {
    ...paging,
    sendMessage,
    steer: (text) => handled(sendMessage({ text, delivery: "steer" }).then(() => {})),
    stop() {
      const turnId = stoppable(state());
      if (turnId !== null) return handled(stopTurn(parts, turnId));
      // Kept until the turn that is about to start is known.
      change({ wantsStop: true });
      return Promise.resolve();
    },
    // Then reads the log: a server without a stream is polled only after such a change.
    respond: (id, response) => ended() ?? handled(parts.submitter.respond(id, response).then(attendance.retry)),
    retry(clientEventId) {
      want();
      return ended() ?? handled(sender.retry(clientEventId).then(() => {}));
    },
    discard: sender.discard,
    clearError: () => change({ trouble: null }),
    reconnect() {
      const isLive = state().link.name === "live" && !parts.reach.isLost();
      attendance.retry();
      if (!isLive) parts.nudge();
    },
  };
}

export async function stopTurn(
  { door, store, end }: Pick<Parts<unknown>, "door" | "store" | "end">,
  turnId: string,
): Promise<void> {
  try {
    end.signal.throwIfAborted();
    await door.stop(turnId);
    store.took();
  } catch (error) {
    // The turn has ended by itself meanwhile, so there is nothing to stop.
    if (isConflict(error) && !store.state().log.isTurnRunning) return;
    store.fail("stop", error as Error);
    throw error;
  }
}

/** @throws {ServiceError} `message_extras_unsupported` for an extra that this door would drop. */
function withoutExtras<Message extends SendMessageInput>(send: Message, { can }: Pick<Door, "can">): Message {
  const extra = droppedExtra(send, can);
  if (extra === undefined) return send;
  throw new ServiceError(`${can.name} takes no \`${extra}\`. Send it through the session API, or leave it out.`, {
    code: "message_extras_unsupported",
  });
}
