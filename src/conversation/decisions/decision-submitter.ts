/**
 * Submits decisions one at a time. The service accepts one answer at each stop for a person and refuses the next
 * until the agent has continued; so later answers wait here, shown as in flight, and are never refused for that.
 */
import { createBackOff } from "../../foundation/back-off.js";
import { isServiceError, ServiceError } from "../../foundation/base-error.js";
import { isConflict } from "../../foundation/is-conflict.js";
import type { Clock } from "../../foundation/clock.js";
import { delay } from "../../foundation/delay.js";
import { onAbort, whenAborted } from "../../foundation/on-abort.js";
import { toError } from "../../foundation/to-error.js";
import {
  decisionAccepted,
  decisionFailed,
  decisionUnknown,
  findDecision,
  submitDecision,
  type DecisionBook,
} from "./decision-book.js";
import { isAnswerable, outcomeOf } from "./decision-facts.js";
import type { Decision, DecisionResponse } from "./decision.js";
import { nothingToShorten } from "./nothing-to-shorten.js";

export interface DecisionSubmitterOptions {
  /** One try. */
  readonly post: (id: string, response: DecisionResponse, clientEventId: string) => Promise<unknown>;
  readonly book: () => DecisionBook;
  readonly change: (book: DecisionBook) => void;
  /** An answer was refused, or the log does not have it some time after the connection was there again. */
  readonly onFailed?: ((error: Error) => void) | undefined;
  /** The outcome of an answer is unknown. The log may have it. */
  readonly onUnsure?: ((error: Error) => void) | undefined;
  /** Whether the log is followed now, so that it would show a taken answer. @default always */
  readonly isLive?: (() => boolean) | undefined;
  readonly newId: () => string;
  readonly clock: Clock;
  /** The rule of messages: what a failed try means. */
  readonly judge: (error: unknown) => {
    readonly isUnknown: boolean;
    readonly isWorthATry: boolean;
    readonly asked: number;
  };
  /** Whether the browser has no network. @default never */
  readonly isOffline?: (() => boolean) | undefined;
  /** A number from 0 up to 1. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** Ends everything for good. */
  readonly signal: AbortSignal;
}

export interface DecisionSubmitter {
  /**
   * Resolves when accepted.
   *
   * @throws {ServiceError} with code `decision_closed` when it is not pending, else the error of the last attempt.
   */
  readonly respond: (id: string, response: DecisionResponse) => Promise<void>;
  /** The log asked again, or the turn ended: the next answer may be sent, or none is needed. */
  readonly announced: () => void;
  /** The log is followed again: answers that it does not have soon have failed. */
  readonly live: () => void;
}

/** How long an answer waits for the log if it was refused as too early, or its outcome is unknown (ms). */
const patience = 15_000;
const mostTries = 4;
/** How long (ms) an answer is tried again after a refusal such as 429, which proves that it was not taken. */
const longest = 60_000;

export function createDecisionSubmitter(options: DecisionSubmitterOptions): DecisionSubmitter {
  const { book, change, newId, clock, signal, isOffline = () => false } = options;
  /** Keys of answers that may have arrived. */
  const uncertain = new Set<string>();
  let line: Promise<unknown> = Promise.resolve();
  let announcements = 0;
  /** Aborts when an answer would be taken again. Undefined while one would. */
  let closed: AbortController | undefined;

  function open(): void {
    closed?.abort();
    closed = undefined;
  }
  onAbort(signal, open);
  const unsure = createUnsure(options);

  /** One try, which fails with a known outcome where the browser had no network before and after it. */
  async function post(id: string, response: DecisionResponse, key: string): Promise<void> {
    const wasOffline = isOffline();
    try {
      await options.post(id, response, key);
    } catch (error) {
      const isUnsent = wasOffline && isOffline() && isServiceError(error) && error.code === "network_error";
      if (isUnsent && !uncertain.has(key)) throw notSent(error);
      if (options.judge(error).isUnknown) uncertain.add(key);
      throw error;
    }
  }

  async function submit(id: string, response: DecisionResponse, key: string): Promise<void> {
    const waitFor = boundedWait(options);
    for (let isAgain = false; ;) {
      if (closed) await (isAgain ? delay(patience, clock, closed.signal).then(open) : whenAborted(closed.signal));
      const decision = findDecision(book(), id);
      if (!decision || !isStillOurs(decision, response)) throw isOver(id);
      const before = announcements;
      // An announcement may have overtaken the answer to our request.
      const close = () => {
        if (announcements === before) closed = new AbortController();
      };
      try {
        book().given?.add(decision, { key, outcome: outcomeOf(response) });
        await post(id, response, key);
        close();
        return change(decisionAccepted(book(), id));
      } catch (error) {
        if (signal.aborted) throw error;
        const wait = waitFor(error);
        if (wait !== null) {
          await delay(wait, clock, signal);
          continue;
        }
        if (isAgain || !isConflict(error)) return fail(id, nothingToShorten(error, decision, response));
        close();
        isAgain = true;
      }
    }
  }

  /** @throws the cause, unless the log has the answer. */
  function fail(id: string, cause: unknown): void {
    const error = toError(cause);
    const isUnknown = (error as { outcomeUnknown?: unknown }).outcomeUnknown === true;
    change(isUnknown ? decisionUnknown(book(), id) : decisionFailed(book(), id, error));
    if (!isUnknown) {
      options.onFailed?.(error);
      throw error;
    }
    const state = findDecision(book(), id)?.state;
    if (state?.name === "settled" && state.here) return;
    if (state?.name !== "unknown") throw isOver(id);
    unsure.add(id, error);
    throw error;
  }

  return {
    respond(id, response) {
      const decision = findDecision(book(), id);
      if (!decision || !isAnswerable(decision)) return Promise.reject(isOver(id));
      // The same answer reuses its key; another answer is another write.
      const key = (isSameAnswer(decision, response) && book().keys.get(id)) || newId();
      change(submitDecision(book(), id, response, key));
      const sent = line.then(() => submit(id, response, key));
      line = sent.catch(() => {});
      return sent;
    },
    announced() {
      announcements += 1;
      open();
    },
    live: unsure.look,
  };
}

/** Answers whose outcome is unknown, and a look at the log some time later. */
function createUnsure({ book, clock, signal, isLive = () => true, onFailed, onUnsure }: DecisionSubmitterOptions) {
  const errors = new Map<string, Error>();
  let cancel: (() => void) | undefined;
  onAbort(signal, () => cancel?.());

  function look(): void {
    if (errors.size === 0 || !isLive()) return;
    cancel?.();
    cancel = clock.after(patience, report);
  }

  function report(): void {
    if (!isLive()) return;
    const ended = [...errors];
    errors.clear();
    for (const [id, error] of ended) {
      if (findDecision(book(), id)?.state.name === "unknown") onFailed?.(error);
    }
  }

  return {
    add(id: string, error: Error) {
      errors.set(id, error);
      onUnsure?.(error);
      look();
    },
    look,
  };
}

function isStillOurs(decision: Decision, response: DecisionResponse): boolean {
  return decision.state.name === "submitting" && decision.state.response === response;
}

function isSameAnswer({ state }: Decision, response: DecisionResponse): boolean {
  return "response" in state && JSON.stringify(state.response) === JSON.stringify(response);
}

function isOver(id: string): ServiceError {
  return new ServiceError(
    `Decision ${JSON.stringify(id)} is not pending: it is settled, over, or was never requested. Show the log's decision.`,
    { code: "decision_closed" },
  );
}

/** Returns the wait (ms) before the next try of an answer that was not taken; null without another try. */
function boundedWait({ clock, random, judge }: DecisionSubmitterOptions): (error: unknown) => number | null {
  const backOff = createBackOff({ first: 1_000, ...(random && { random }) });
  const began = clock.now();
  return (error) => {
    const { isUnknown, isWorthATry, asked } = judge(error);
    const isNoAnswer = (error as { readonly status?: unknown } | null)?.status === 0;
    if (isUnknown || isNoAnswer || !isWorthATry || backOff.tries >= mostTries - 1) return null;
    const wait = Math.max(backOff.next(), asked);
    return clock.now() - began + wait > longest ? null : wait;
  };
}

function notSent(cause: ServiceError): ServiceError {
  return new ServiceError(cause.message, { code: cause.code, retryable: true, cause });
}
