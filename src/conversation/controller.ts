/**
 * One live conversation, through any door: restores, follows, sends, decides and stops, and notifies listeners at
 * most once a frame.
 *
 * Stays connected while it has listeners and a short time longer; the turn on the service continues without it.
 * `conversation-state` is its state; this file runs the effects that changes of it request.
 */
import { handled } from "../foundation/handled.js";
import { assemble, type ConversationOptions, type Parts } from "./conversation-parts.js";
import { firstState, linked, type Effect, type LogFacts } from "./conversation-state.js";
import { bindVerbs, stopTurn } from "./conversation-verbs.js";
import type { Door } from "./door.js";
import type { Outbox } from "./outbox/outbox.js";
import { letGo } from "./outbox/send-failure.js";
import type { SessionView } from "./view/session-view.js";

export function createConversation<State extends Pick<SessionView, "isRunning" | "queue">, OwnDoor extends Door>(
  options: ConversationOptions<State, OwnDoor>,
) {
  const parts = assemble(options);
  const { store, attendance, link, end } = parts;
  store.runEffects((effect) => runEffect(effect, parts, options.onError));
  if (options.refusal) {
    end.abort(options.refusal);
    store.end();
  }
  return {
    ...parts,
    /**
     * The first listener connects; soon after the last one, or after the page was hidden, the stream is closed. While
     * the page is hidden it polls for a listener with `whileHidden`.
     */
    subscribe: (listener: () => void, { whileHidden }: { readonly whileHidden?: () => boolean } = {}): (() => void) => {
      if (end.signal.aborted) return () => {};
      const unsubscribe = store.store.subscribe(listener);
      const leave = attendance.join(whileHidden);
      return () => {
        unsubscribe();
        leave();
      };
    },
    verbs: bindVerbs(parts),
    /** Closes the stream until it is wanted again. */
    letGo: (): void => {
      store.change({ wanted: "let go" });
      link.stop();
    },
    /**
     * Ends everything for good, and drops the log: code that still refers to the conversation has nothing private.
     * Unsent messages stay stored.
     */
    dispose(): void {
      if (end.signal.aborted) return;
      end.abort(letGo());
      parts.reach.forget();
      parts.outbox.end();
      attendance.end();
      link.stop();
      options.fold.clear();
      store.change({ ...firstState(options.fold.facts(), false), ...linked(store.state(), "closed", 0, 0) });
      store.flush();
      store.end();
    },
  };
}

function runEffect(effect: Effect, parts: Parts<unknown>, onError: (error: Error) => void): void {
  const { sender, outbox, submitter, link, store } = parts;
  switch (effect.kind) {
    case "message":
      sender.seen(effect.clientEventId, effect.turnId);
      return effect.isShown ? outbox.shown(effect.clientEventId) : undefined;
    case "announced":
      return submitter.announced();
    case "look":
      return link.start();
    case "restoring":
      join(outbox, store.state().log);
      return outbox.restore();
    case "restored":
      return sender.goOn();
    case "named":
      join(outbox, effect);
      return sender.goOn();
    case "accepted":
      takeUp(parts);
      if (parts.door.hasTold(effect.entry, effect.acceptance)) outbox.shown(effect.entry.clientEventId);
      link.begun();
      return parts.attendance.retry();
    case "live":
      submitter.live();
      return sender.wake();
    case "closed":
      return takeUp(parts);
    case "stop":
      return void handled(stopTurn(parts, effect.turnId));
    case "failed":
      return onError(effect.error);
  }
}

/** Resumes pending messages after a reload, also when no first page is available. */
function takeUp({ outbox, sender }: Pick<Parts<unknown>, "outbox" | "sender">): void {
  outbox.restore();
  sender.goOn();
}

/**
 * Joins the session's shared outbox before the first page is applied: a message of that page may be in another
 * conversation's outbox.
 */
function join(outbox: Outbox, { sessionId }: Pick<LogFacts, "sessionId">): void {
  if (sessionId !== null) outbox.join(sessionId);
}
