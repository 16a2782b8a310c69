/**
 * Delivers messages: one idempotency key from the first attempt to the last retry, sequentially in the order in which
 * they were sent.
 *
 * An attempt with an unknown outcome is repeated after a growing delay, when the network returns, or when the person asks,
 * for two minutes; then the message is shown as unknown, for the person to decide. A delay that the service asks for is kept,
 * except for a person's retry. A message in the log is delivered, whatever its request returned.
 */
import { createBackOff } from "../../foundation/back-off.js";
import type { Clock } from "../../foundation/clock.js";
import { delay } from "../../foundation/delay.js";
import { handled, refused } from "../../foundation/handled.js";
import { onAbort, whenAborted } from "../../foundation/on-abort.js";
import { personsWords } from "../../foundation/persons-words.js";
import { toError } from "../../foundation/to-error.js";
import {
  cut,
  cutAllOf,
  newControls,
  type Acceptance,
  type Controls,
  type Delivery,
  type SendReceipt,
} from "./delivery.js";
import type { MessageExtras, OutboxEntry } from "./outbox-entry.js";
import type { Outbox } from "./outbox.js";
import { judgeFailure, letGo, notThere, type JudgedFailure } from "./send-failure.js";

interface SenderOptions {
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

type SentMessage = Pick<OutboxEntry, "clientEventId" | "text" | "delivery" | "beforeTurnId" | keyof MessageExtras>;

/**
 * Promises reject with the error of the last attempt, or with code `aborted` or `message_unknown`. They need not be
 * handled.
 */
export interface Sender {
  readonly send: (message: SentMessage) => Promise<SendReceipt>;
  readonly retry: (clientEventId: string) => Promise<SendReceipt>;
  /** The pending receipt of a message in flight; undefined for any other. */
  readonly receipt: (clientEventId: string) => Promise<SendReceipt> | undefined;
  readonly discard: (clientEventId: string) => void;
  /** The log shows this message. Its entry stays, accepted, for the caller to remove. */
  readonly seen: (clientEventId: string, turnId?: string | null) => void;
  /** The network is back: tries that wait are made now. */
  readonly wake: () => void;
  /** Resumes pending messages after a reload. */
  readonly goOn: () => void;
}

/** How long (ms) an unknown outcome is cleared up, or a wait is kept, without asking the person. */
const longest = 120_000;

type Failed = Pick<JudgedFailure, "isUnknown" | "isRefused">;

export function createSender(options: SenderOptions): Sender {
  const { outbox, clock, random, signal } = options;
  const { accept, receiptOf } = bindAcceptance(options);
  const { deliveries } = outbox;
  onAbort(signal, () => cutAllOf(signal, deliveries()));

  function deliver(id: string): Promise<SendReceipt> {
    const known = deliveries().get(id);
    if (known) return known.receipt;
    const controls = newControls(signal, (acceptance) => void accept(id, acceptance));
    const before = [...deliveries().values()];
    const tries = () => tryUntilKnown(id, controls);
    const delivered = before.length > 0 ? allOver(before, controls.over.signal).then(tries) : tries();
    const isOurs = () => deliveries().get(id)?.over === controls.over;
    const receipt = handled(delivered.finally(() => isOurs() && deliveries().delete(id)));
    deliveries().set(id, Object.assign(controls, { receipt }));
    return receipt;
  }

  async function tryUntilKnown(id: string, controls: Controls): Promise<SendReceipt> {
    const backOff = createBackOff({ first: 2_000, most: 60_000, ...(random && { random }) });
    const began = clock.now();
    for (;;) {
      let wait = 0;
      if (controls.seen) return receiptOf(id, controls.seen);
      const entry = outbox.find(id);
      if (!entry || controls.over.signal.aborted || signal.aborted) throw letGo();
      if (entry.nextAttemptAt !== undefined) outbox.update(id, { nextAttemptAt: undefined });
      try {
        return accept(id, await options.post(entry, controls.over.signal));
      } catch (error) {
        if (controls.seen || controls.over.signal.aborted || !outbox.find(id)) continue;
        const { isWorthATry, asked, ...judged } = judgeFailure(error);
        const isLate = clock.now() - began + asked >= longest;
        if (!isWorthATry || isLate) throw fail(id, error, judged);
        controls.isAsked = asked > 0;
        wait = Math.max(backOff.next(), asked);
        outbox.update(id, { nextAttemptAt: clock.now() + wait });
      }
      await rest(wait, controls, options);
    }
  }

  function fail(id: string, cause: unknown, { isUnknown, isRefused }: Failed): Error {
    // First, so that a listener may retry at once.
    deliveries().delete(id);
    const error = toError(cause);
    outbox.update(id, { state: isUnknown ? "unknown" : "failed", error: personsWords(error), isRefused });
    options.onFailed?.(error);
    return error;
  }

  function retry(id: string): Promise<SendReceipt> {
    const entry = outbox.find(id);
    if (!entry) return refused(notThere(id));
    const isOver = entry.state === "failed" || entry.state === "unknown";
    if (isOver) outbox.update(id, { state: "sending", error: undefined, isRefused: undefined });
    // The messages before it are tried now too.
    for (const [other, { awake }] of deliveries()) {
      awake.abort();
      if (other === id) break;
    }
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
    receipt: (id) => deliveries().get(id)?.receipt,
    discard(id) {
      const delivery = deliveries().get(id);
      outbox.remove(id);
      deliveries().delete(id);
      cut(delivery);
    },
    seen(id, turnId = null) {
      const entry = outbox.find(id);
      if (!entry || entry.state === "accepted") return;
      const delivery = deliveries().get(id);
      if (!delivery) return void accept(id, { turnId });
      delivery.seen = { turnId };
      delivery.accept({ turnId });
      cut(delivery);
    },
    wake() {
      for (const { awake, isAsked } of deliveries().values()) if (!isAsked) awake.abort();
    },
    goOn() {
      for (const { state, clientEventId } of outbox.entries()) if (state === "sending") void deliver(clientEventId);
    },
  };
}

function bindAcceptance({ outbox, onAccepted }: SenderOptions) {
  const receiptOf = (clientEventId: string, { turnId }: Acceptance): SendReceipt => ({
    clientEventId,
    turnId: outbox.find(clientEventId)?.turnId ?? turnId,
  });
  return {
    accept: (id: string, acceptance: Acceptance): SendReceipt => {
      const { turnId } = acceptance;
      const nothing = { error: undefined, nextAttemptAt: undefined };
      outbox.update(id, { state: "accepted", ...nothing, ...(turnId !== null && { turnId }) });
      const entry = outbox.find(id);
      if (entry) onAccepted(entry, acceptance);
      return receiptOf(id, acceptance);
    },
    receiptOf,
  };
}

function newEntry(message: SentMessage, clock: Clock): OutboxEntry {
  return { ...message, state: "sending", turnId: null, createdAt: new Date(clock.now()).toISOString() };
}

/** Resolves when all earlier messages have arrived or were given up, or on abort. */
async function allOver(before: readonly Delivery[], signal: AbortSignal): Promise<void> {
  await Promise.race([Promise.allSettled(before.map(({ receipt }) => receipt)), whenAborted(signal)]);
}

async function rest(ms: number, controls: Controls, { wake, clock }: SenderOptions): Promise<void> {
  // Discards hints received during the attempt; they do not apply to the next delay.
  if (!controls.over.signal.aborted) controls.awake = new AbortController();
  const stopListening = wake?.(() => {
    if (!controls.isAsked) controls.awake.abort();
  });
  await delay(ms, clock, controls.awake.signal);
  stopListening?.();
}
