/**
 * Delivers messages: one idempotency key from the first try to the last retry.
 *
 * A try whose outcome nobody knows is made again after a while or when the network is back, at most five times in two
 * minutes; then it is shown as unknown, for the person to decide. A message that the log shows is delivered, whatever
 * its request said.
 */
import { createBackOff } from "../foundation/back-off.js";
import { ServiceError } from "../foundation/base-error.js";
import type { Clock } from "../foundation/clock.js";
import { delay } from "../foundation/delay.js";
import type { ServiceApiError } from "../protocol/api-error.js";
import type { SessionEvent } from "../protocol/session-event.js";
import type { Outbox, OutboxEntry } from "./outbox.js";
import type { SessionReceipt } from "./session-state.js";

export interface MessageSenderOptions {
  readonly outbox: Outbox;
  /** One try. */
  readonly post: (entry: OutboxEntry, signal: AbortSignal) => Promise<SessionEvent>;
  readonly onAccepted: (entry: OutboxEntry, event: SessionEvent) => void;
  readonly clock: Clock;
  readonly random: () => number;
  /** Aborts every try for good. */
  readonly signal: AbortSignal;
}

export interface MessageSender {
  readonly send: (entry: Pick<OutboxEntry, "clientEventId" | "text" | "delivery">) => Promise<SessionReceipt>;
  readonly retry: (clientEventId: string) => Promise<SessionReceipt>;
  readonly discard: (clientEventId: string) => void;
  /** The log shows this message. */
  readonly seen: (clientEventId: string) => void;
  /** The network is back: tries that wait are made now. */
  readonly wake: () => void;
  /** Goes on with what was under way before the page was loaded anew. */
  readonly goOn: () => void;
}

const mostTries = 5;
/** How long (ms) an unknown outcome is cleared up without asking the person. */
const longest = 120_000;

interface Delivery {
  readonly receipt: Promise<SessionReceipt>;
  /** Aborts with the delivery: its outcome is known, or nobody wants it any more. */
  readonly over: AbortController;
  /** Aborts to end the present wait. */
  awake: AbortController;
  /** Set as soon as the log shows the message, whatever the request says. */
  delivered: boolean;
}

export function createMessageSender(options: MessageSenderOptions): MessageSender {
  const { outbox, clock, random, signal } = options;
  const deliveries = new Map<string, Delivery>();
  signal.addEventListener("abort", () => {
    for (const { over, awake } of deliveries.values()) {
      over.abort();
      awake.abort();
    }
  });

  function deliver(id: string): Promise<SessionReceipt> {
    const known = deliveries.get(id);
    if (known) return known.receipt;
    const controls = { over: new AbortController(), awake: new AbortController(), delivered: false };
    const receipt = tryUntilKnown(id, controls).finally(() => deliveries.delete(id));
    // The state tells of a failure too, so a caller need not.
    receipt.catch(() => {});
    deliveries.set(id, Object.assign(controls, { receipt }));
    return receipt;
  }

  async function tryUntilKnown(id: string, controls: Omit<Delivery, "receipt">): Promise<SessionReceipt> {
    const backOff = createBackOff({ first: 2_000, most: 60_000, random });
    const began = clock.now();
    for (let tries = 1; ; tries += 1) {
      const entry = outbox.find(id);
      if (controls.delivered) return { clientEventId: id, turnId: entry?.turnId ?? null };
      if (!entry || signal.aborted) throw letGo();
      try {
        const event = await options.post(entry, controls.over.signal);
        return accept(id, entry, event);
      } catch (error) {
        if (controls.delivered || signal.aborted || !outbox.find(id)) continue;
        const isUnknown = isOutcomeUnknown(error);
        if (!isUnknown || tries >= mostTries || clock.now() - began >= longest) throw fail(id, error, isUnknown);
      }
      await delay(backOff.next(), clock, controls.awake.signal);
      if (!signal.aborted) controls.awake = new AbortController();
    }
  }

  function accept(id: string, entry: OutboxEntry, event: SessionEvent): SessionReceipt {
    outbox.update(id, { state: "accepted", error: undefined });
    options.onAccepted(outbox.find(id) ?? entry, event);
    return receiptOf(outbox.find(id) ?? entry);
  }

  function fail(id: string, cause: unknown, isUnknown: boolean): Error {
    const error = cause instanceof Error ? cause : new ServiceError(String(cause), { code: "send_failed", cause });
    outbox.update(id, { state: isUnknown ? "unknown" : "failed", error: error.message });
    return error;
  }

  /** Ends the present request or wait, after the entry says why. */
  function cut(id: string): void {
    deliveries.get(id)?.over.abort();
    deliveries.get(id)?.awake.abort();
  }

  return {
    send({ clientEventId, text, delivery }) {
      if (signal.aborted) return Promise.reject(letGo());
      // A key that is under way is the same message.
      if (!outbox.find(clientEventId)) {
        const createdAt = new Date(clock.now()).toISOString();
        outbox.add({ clientEventId, text, delivery, state: "sending", turnId: null, createdAt });
      }
      return deliver(clientEventId);
    },
    retry(id) {
      const entry = outbox.find(id);
      if (!entry) return Promise.reject(notThere(id));
      if (entry.state !== "accepted") outbox.update(id, { state: "sending", error: undefined });
      return deliver(id);
    },
    discard(id) {
      outbox.remove(id);
      cut(id);
    },
    seen(id) {
      const entry = outbox.find(id);
      if (!entry || entry.state === "accepted") return;
      outbox.update(id, { state: "accepted", error: undefined });
      const delivery = deliveries.get(id);
      if (delivery) delivery.delivered = true;
      cut(id);
    },
    wake() {
      for (const { awake } of deliveries.values()) awake.abort();
    },
    goOn() {
      for (const { state, clientEventId } of outbox.entries()) if (state === "sending") void deliver(clientEventId);
    },
  };
}

function receiptOf({ clientEventId, turnId }: OutboxEntry): SessionReceipt {
  return { clientEventId, turnId };
}

function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof Error && (error as Partial<ServiceApiError>).outcomeUnknown === true;
}

function letGo(): ServiceError {
  return new ServiceError("The message was let go before it was accepted: it was discarded, or the person changed.", {
    code: "aborted",
  });
}

function notThere(id: string): ServiceError {
  return new ServiceError(`There is no unsent message ${JSON.stringify(id)} to try again. It may be sent by now.`, {
    code: "message_unknown",
  });
}
