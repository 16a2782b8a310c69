/**
 * Delivers messages: one idempotency key from the first try to the last retry.
 *
 * A try whose outcome nobody knows is made again after a while or when the network is back, at most five times in two
 * minutes; then it is shown as unknown, for the person to decide. A message that the log shows is delivered, whatever
 * its request said.
 */
import { createBackOff } from "../foundation/back-off.js";
import { isServiceError, ServiceError } from "../foundation/base-error.js";
import type { Clock } from "../foundation/clock.js";
import { delay } from "../foundation/delay.js";
import type { Outbox, OutboxEntry } from "./outbox.js";

export interface SendReceipt {
  readonly clientEventId: string;
  readonly turnId: string | null;
}

/** What is told of a message when it is accepted. */
export interface Acceptance {
  /** Null where it is not told. */
  readonly turnId: string | null;
  /** The message's place in the log, where it is told. */
  readonly sequence?: number | undefined;
}

export interface SenderOptions {
  readonly outbox: Outbox;
  /** One try, under the entry's key. An error with `outcomeUnknown` makes another. */
  readonly post: (entry: OutboxEntry, signal: AbortSignal) => Promise<Acceptance>;
  /** Once a message: its request was answered, or the log shows it. */
  readonly onAccepted: (entry: OutboxEntry, acceptance: Acceptance) => void;
  /** It was refused, or its outcome stays unknown. */
  readonly onFailed?: ((error: Error) => void) | undefined;
  readonly clock: Clock;
  /** A number from 0 up to 1. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** Hints that the network may be back; heard only while a try waits. */
  readonly wake?: ((run: () => void) => () => void) | undefined;
  /** Aborts every try for good. */
  readonly signal: AbortSignal;
}

type SentMessage = Pick<OutboxEntry, "clientEventId" | "text" | "delivery" | "resources">;

/** Promises reject with what the last try threw, or with code `aborted` or `message_unknown`. Nobody need catch them. */
export interface Sender {
  readonly send: (message: SentMessage) => Promise<SendReceipt>;
  readonly retry: (clientEventId: string) => Promise<SendReceipt>;
  readonly discard: (clientEventId: string) => void;
  /** The log shows this message. Its entry stays, accepted, for the caller to remove. */
  readonly seen: (clientEventId: string, turnId?: string | null) => void;
  /** The network is back: tries that wait are made now. */
  readonly wake: () => void;
  /** Goes on with what was under way before the page was loaded anew. */
  readonly goOn: () => void;
}

const mostTries = 5;
/** How long (ms) an unknown outcome is cleared up without asking the person. */
const longest = 120_000;

interface Delivery {
  readonly receipt: Promise<SendReceipt>;
  /** Aborts with the delivery: its outcome is known, or nobody wants it any more. */
  readonly over: AbortController;
  /** Aborts to end the present wait. */
  awake: AbortController;
  /** Set as soon as the log shows the message, whatever the request says. */
  seen?: Acceptance;
}

export function createSender(options: SenderOptions): Sender {
  const { outbox, clock, random, signal } = options;
  const deliveries = new Map<string, Delivery>();
  signal.addEventListener("abort", () => deliveries.forEach(cut), { once: true });

  function deliver(id: string): Promise<SendReceipt> {
    const known = deliveries.get(id);
    if (known) return known.receipt;
    const controls = { over: new AbortController(), awake: new AbortController() };
    const receipt = tryUntilKnown(id, controls).finally(() => {
      if (deliveries.get(id)?.over === controls.over) deliveries.delete(id);
    });
    // The state tells of a failure too, so a caller need not.
    receipt.catch(() => {});
    deliveries.set(id, Object.assign(controls, { receipt }));
    return receipt;
  }

  async function tryUntilKnown(id: string, controls: Omit<Delivery, "receipt">): Promise<SendReceipt> {
    const backOff = createBackOff({ first: 2_000, most: 60_000, ...(random && { random }) });
    const began = clock.now();
    for (let tries = 1; ; tries += 1) {
      if (controls.seen) return receiptOf(id, controls.seen);
      const entry = outbox.find(id);
      if (!entry || controls.over.signal.aborted || signal.aborted) throw letGo();
      try {
        const acceptance = await options.post(entry, controls.over.signal);
        accept(id, acceptance);
        return receiptOf(id, acceptance);
      } catch (error) {
        if (controls.seen || controls.over.signal.aborted || !outbox.find(id)) continue;
        const isUnknown = isOutcomeUnknown(error);
        const isWorthATry = isUnknown || isOutage(error);
        if (!isWorthATry || tries >= mostTries || clock.now() - began >= longest) throw fail(id, error, isUnknown);
      }
      await rest(backOff.next(), controls, options);
    }
  }

  function accept(id: string, acceptance: Acceptance): void {
    const { turnId } = acceptance;
    outbox.update(id, { state: "accepted", error: undefined, ...(turnId !== null && { turnId }) });
    const entry = outbox.find(id);
    if (entry) options.onAccepted(entry, acceptance);
  }

  function receiptOf(clientEventId: string, { turnId }: Acceptance): SendReceipt {
    return { clientEventId, turnId: outbox.find(clientEventId)?.turnId ?? turnId };
  }

  function fail(id: string, cause: unknown, isUnknown: boolean): Error {
    const error = toError(cause);
    // First, so that whoever hears of it may try again at once.
    deliveries.delete(id);
    outbox.update(id, { state: isUnknown ? "unknown" : "failed", error: error.message });
    options.onFailed?.(error);
    return error;
  }

  function retry(id: string): Promise<SendReceipt> {
    const entry = outbox.find(id);
    if (!entry) return refused(notThere(id));
    const isOver = entry.state === "failed" || entry.state === "unknown";
    if (isOver) outbox.update(id, { state: "sending", error: undefined });
    return deliver(id);
  }

  return {
    send(message) {
      const { clientEventId } = message;
      if (signal.aborted) return refused(letGo());
      // A key that is under way, or failed, is the same message.
      if (outbox.find(clientEventId)) return retry(clientEventId);
      outbox.add(newEntry(message, clock));
      return deliver(clientEventId);
    },
    retry,
    discard(id) {
      const delivery = deliveries.get(id);
      outbox.remove(id);
      deliveries.delete(id);
      cut(delivery);
    },
    seen(id, turnId = null) {
      const entry = outbox.find(id);
      if (!entry || entry.state === "accepted") return;
      const delivery = deliveries.get(id);
      if (delivery) delivery.seen = { turnId };
      accept(id, { turnId });
      cut(delivery);
    },
    wake() {
      for (const { awake } of deliveries.values()) awake.abort();
    },
    goOn() {
      for (const { state, clientEventId } of outbox.entries()) if (state === "sending") void deliver(clientEventId);
    },
  };
}

function newEntry({ clientEventId, text, delivery, resources }: SentMessage, clock: Clock): OutboxEntry {
  const createdAt = new Date(clock.now()).toISOString();
  return {
    clientEventId,
    text,
    delivery,
    ...(resources && { resources }),
    state: "sending",
    turnId: null,
    createdAt,
  };
}

async function rest(ms: number, controls: Omit<Delivery, "receipt">, { wake, clock }: SenderOptions): Promise<void> {
  const stopListening = wake?.(() => controls.awake.abort());
  await delay(ms, clock, controls.awake.signal);
  stopListening?.();
  if (!controls.over.signal.aborted) controls.awake = new AbortController();
}

/** Ends the present request or wait, after the entry says why. */
function cut(delivery: Delivery | undefined): void {
  delivery?.over.abort();
  delivery?.awake.abort();
}

function toError(cause: unknown): Error {
  return cause instanceof Error ? cause : new ServiceError(String(cause), { code: "send_failed", cause });
}

/** Nobody need catch it. */
function refused(error: Error): Promise<never> {
  const promise: Promise<never> = Promise.reject(error);
  promise.catch(() => {});
  return promise;
}

function isOutcomeUnknown(error: unknown): boolean {
  return isServiceError(error) && (error as { outcomeUnknown?: unknown }).outcomeUnknown === true;
}

/** The service, or what stands before it, is not there now; a refusal is an answer, and is not tried again by itself. */
function isOutage(error: unknown): boolean {
  const { status } = error as { status?: unknown };
  return isServiceError(error) && error.retryable && typeof status === "number" && (status === 0 || status >= 502);
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
