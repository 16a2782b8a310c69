/** The verbs of a conversation, through any door. */
import { isConflict } from "../foundation/is-conflict.js";
import { handled, refused } from "../foundation/handled.js";
import type { Parts } from "./conversation-parts.js";
import { stoppable, wanted } from "./conversation-state.js";
import { withdraw } from "./queued-turn.js";
import { markUnkept, sendable } from "./send-rules.js";
import type { SessionVerbs, SessionView } from "./view/session-view.js";

/** All functions keep their identity, and a rejection need not be handled: the state reports it too. */
export function bindVerbs<State extends Pick<SessionView, "isRunning" | "queue">>(parts: Parts<State>): SessionVerbs {
  const { store, sender, attendance } = parts;
  const { change, state } = store;
  const { move: _, ...paging } = parts.paging;
  const want = () => change(wanted);
  const { signal } = parts.end;
  const ended = () => (signal.aborted ? refused(signal.reason as Error) : undefined);

  const sendMessage: SessionVerbs["sendMessage"] = (message) => {
    try {
      parts.end.signal.throwIfAborted();
      const moment = { whenBusy: parts.whenBusy(), isRunning: store.current().isRunning };
      const { clientEventId = parts.newId(), ...send } = sendable(message, moment, parts.door.can);
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
    removeQueued: (id) => handled(withdraw(parts, id, parts.door.withdraw ?? ((turnId) => stopTurn(parts, turnId)))),
    clearError: () => change({ trouble: null }),
    reconnect() {
      const isLive = state().link.name === "live" && !parts.reach.isLost();
      attendance.retry();
      if (!isLive) parts.nudge();
    },
  };
}

export async function stopTurn({ door, store, end }: Parts<unknown>, turnId: string): Promise<void> {
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
