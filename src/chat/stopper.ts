/**
 * Stops turns on the service. Stop pressed before the turn's id is known is remembered and sent with the id at once; a
 * turn that was stopped is over here from the moment the service says so, whatever still arrives.
 */
import type { ChatStopResult } from "../wire/protocol/chat-bodies.js";
import type { ChatLog } from "./chat-log.js";
import type { OutboxEntry } from "../conversation/outbox/outbox.js";

export interface StopperOptions {
  readonly post: (turnId: string) => Promise<ChatStopResult>;
  readonly log: () => ChatLog;
  readonly outbox: () => readonly OutboxEntry[];
  readonly onStopped: (turnId: string) => void;
  readonly onError: (error: Error) => void;
}

export interface Stopper {
  /** Stops what runs, else what is about to; resolves at once when there is neither. */
  readonly stop: () => Promise<void>;
  readonly stopTurn: (turnId: string) => Promise<void>;
  /** A message was accepted, so its turn is known now. */
  readonly accepted: (entry: OutboxEntry) => void;
  /** A message is wanted after all, or no more: it is not to be stopped once it is accepted. */
  readonly forget: (clientEventId: string) => void;
}

export function createStopper({ post, log, outbox, onStopped, onError }: StopperOptions): Stopper {
  /** Messages to stop as soon as their turn is known. */
  const remembered = new Set<string>();

  async function stopTurn(turnId: string): Promise<void> {
    try {
      const { stopped } = await post(turnId);
      if (stopped) onStopped(turnId);
    } catch (error) {
      onError(error as Error);
      throw error;
    }
  }

  return {
    stopTurn,
    async stop() {
      const { running, waiting } = log();
      const known = running ?? waiting[0] ?? outbox().find((entry) => entry.state === "accepted");
      if (known?.turnId) return stopTurn(known.turnId);
      const leaving = outbox().find((entry) => entry.state === "sending");
      if (leaving) remembered.add(leaving.clientEventId);
    },
    accepted({ clientEventId, turnId }) {
      if (!remembered.delete(clientEventId) || turnId === null) return;
      stopTurn(turnId).catch(() => {});
    },
    forget: (clientEventId) => void remembered.delete(clientEventId),
  };
}
