// budget: one life of a message from typed to accepted, with every way it may go; apart it would be harder to follow.
/**
 * Delivers what was typed here: one idempotency key from the first try to the last retry.
 *
 * A try whose outcome nobody knows is made again when the network is back, at most five times in two minutes; then it
 * is shown as unknown, for the person to decide. A message that the log shows is delivered, whatever its request said.
 */
import { createBackOff } from "../../foundation/back-off.js";
import { isServiceError, ServiceError } from "../../foundation/base-error.js";
import type { Clock } from "../../foundation/clock.js";
import { delay } from "../../foundation/delay.js";
import type { ChatReceipt } from "./chat-types.js";
import type { Outbox, OutboxEntry } from "./outbox.js";

export interface SenderOptions {
  readonly outbox: Outbox;
  /** One try. */
  readonly post: (entry: OutboxEntry, signal: AbortSignal) => Promise<{ readonly turnId: string | null }>;
  readonly onAccepted: (entry: OutboxEntry) => void;
  readonly onError: (error: Error) => void;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  /** Hints that the network may be back. */
  readonly wake?: ((run: () => void) => () => void) | undefined;
  readonly signal: AbortSignal;
}

export interface Sender {
  readonly send: (entry: Pick<OutboxEntry, "clientEventId" | "text" | "delivery">) => Promise<ChatReceipt>;
  readonly retry: (clientEventId: string) => Promise<ChatReceipt>;
  readonly discard: (clientEventId: string) => void;
  /** The log shows this message. */
  readonly seen: (clientEventId: string, turnId: string | null) => void;
  /** The network is back: tries that wait are made now. */
  readonly wake: () => void;
  /** Takes up what was under way before the page was loaded anew, save what the log has by now. */
  readonly restore: (isKnown: (clientEventId: string) => boolean) => void;
}

const mostTries = 5;
/** How long (ms) an unknown outcome is cleared up without asking the person. */
const longest = 120_000;

export function createSender(options: SenderOptions): Sender {
  const { outbox, clock, signal } = options;
  const deliveries = new Map<string, Delivery>();

  function deliver(id: string): Promise<ChatReceipt> {
    const underWay = deliveries.get(id);
    if (underWay) return underWay.promise;
    const delivery = newDelivery(signal);
    deliveries.set(id, delivery);
    void tryUntilKnown(id, delivery)
      .then(delivery.resolve, delivery.reject)
      .finally(() => {
        deliveries.delete(id);
        delivery.end();
      });
    return delivery.promise;
  }

  async function tryUntilKnown(id: string, delivery: Delivery): Promise<ChatReceipt> {
    const backOff = createBackOff({ first: 2_000, most: 60_000, ...(options.random && { random: options.random }) });
    const began = clock.now();
    for (let tries = 1; ; tries += 1) {
      const entry = outbox.find(id);
      if (!entry || delivery.signal.aborted) throw abandoned();
      try {
        const { turnId } = await options.post(entry, delivery.signal);
        return accept(id, turnId);
      } catch (error) {
        if (delivery.signal.aborted) throw abandoned();
        const unknown = isOutcomeUnknown(error);
        if (!unknown || tries >= mostTries || clock.now() - began >= longest) throw fail(id, error, unknown);
      }
      const waited = delivery.wait(backOff.next(), clock);
      const stopListening = options.wake?.(() => delivery.wake());
      await waited;
      stopListening?.();
    }
  }

  function accept(id: string, turnId: string | null): ChatReceipt {
    outbox.update(id, { state: "accepted", turnId });
    const entry = outbox.find(id);
    if (entry) options.onAccepted(entry);
    return { clientEventId: id, turnId };
  }

  function fail(id: string, cause: unknown, unknown: boolean): Error {
    const error = cause instanceof Error ? cause : new ServiceError(String(cause), { code: "send_failed", cause });
    outbox.update(id, { state: unknown ? "unknown" : "failed", error });
    options.onError(error);
    return error;
  }

  return {
    send({ clientEventId, text, delivery }) {
      // A key that is under way is the same message.
      if (!outbox.find(clientEventId)) {
        const createdAt = new Date(clock.now()).toISOString();
        outbox.add({ clientEventId, text, delivery, state: "sending", turnId: null, createdAt });
      }
      return deliver(clientEventId);
    },
    retry(clientEventId) {
      if (!outbox.find(clientEventId)) return Promise.reject(notThere(clientEventId));
      outbox.update(clientEventId, { state: "sending", error: undefined });
      return deliver(clientEventId);
    },
    discard(clientEventId) {
      deliveries.get(clientEventId)?.end();
      outbox.remove(clientEventId);
    },
    seen(clientEventId, turnId) {
      const entry = outbox.find(clientEventId);
      if (!entry) return;
      outbox.remove(clientEventId);
      const delivery = deliveries.get(clientEventId);
      delivery?.resolve({ clientEventId, turnId });
      delivery?.end();
      if (entry.state !== "accepted") options.onAccepted({ ...entry, state: "accepted", turnId });
    },
    wake() {
      for (const delivery of deliveries.values()) delivery.wake();
    },
    restore(isKnown) {
      outbox.restore(isKnown);
      for (const { state, clientEventId } of outbox.entries()) if (state === "sending") void deliver(clientEventId);
    },
  };
}

/** One message under way: its promise, its end, and the wait between two tries. */
interface Delivery {
  readonly promise: Promise<ChatReceipt>;
  readonly resolve: (receipt: ChatReceipt) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal;
  readonly wait: (ms: number, clock: Clock) => Promise<void>;
  readonly wake: () => void;
  /** Nothing more is tried. */
  readonly end: () => void;
}

function newDelivery(signal: AbortSignal): Delivery {
  let resolve!: Delivery["resolve"];
  let reject!: Delivery["reject"];
  const promise = new Promise<ChatReceipt>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // The state tells of a failure too, so a caller need not.
  promise.catch(() => {});
  const abort = new AbortController();
  let early = new AbortController();
  const end = () => {
    signal.removeEventListener("abort", end);
    abort.abort();
    early.abort();
  };
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  return {
    promise,
    resolve,
    reject,
    signal: abort.signal,
    end,
    wake: () => early.abort(),
    wait(ms, clock) {
      if (!abort.signal.aborted) early = new AbortController();
      return delay(ms, clock, early.signal);
    },
  };
}

function isOutcomeUnknown(error: unknown): boolean {
  return isServiceError(error) && (error as { outcomeUnknown?: unknown }).outcomeUnknown === true;
}

function abandoned(): ServiceError {
  return new ServiceError("The message was let go before it was accepted: it was discarded, or the person changed.", {
    code: "aborted",
  });
}

function notThere(id: string): ServiceError {
  return new ServiceError(`There is no unsent message ${JSON.stringify(id)} to try again. It may be sent by now.`, {
    code: "message_unknown",
  });
}
