/**
 * Submits decisions one at a time. The service takes one answer at each stop for a person and refuses the next until the
 * agent has gone on; so later answers wait here, shown as on their way, and nobody meets that refusal.
 */
import {
  decisionAccepted,
  decisionFailed,
  decisionKey,
  decisionUnknown,
  findDecision,
  submitDecision,
  type DecisionBook,
} from "../../decisions/decision-book.js";
import type { Decision, DecisionResponse } from "../../decisions/decision.js";
import { isServiceError, ServiceError } from "../../foundation/base-error.js";
import type { Clock } from "../../foundation/clock.js";
import { delay } from "../../foundation/delay.js";
import type { ChatRespondBody } from "../../protocol/chat-bodies.js";

export interface DecisionSubmitterOptions {
  readonly post: (body: ChatRespondBody, signal: AbortSignal) => Promise<void>;
  readonly book: () => DecisionBook;
  readonly change: (next: (book: DecisionBook) => DecisionBook) => void;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onError: (error: Error) => void;
}

export interface DecisionSubmitter {
  respond(id: string, response: DecisionResponse): Promise<void>;
  /** The log announced anew what waits, so it takes another answer. */
  announced(): void;
}

/** How long (ms) an answer that was refused as too early waits for the log to move. */
const patience = 15_000;

export function createDecisionSubmitter(options: DecisionSubmitterOptions): DecisionSubmitter {
  const { book, change, newId, clock, signal } = options;
  let line: Promise<void> = Promise.resolve();
  let gate = openGate();
  let announcements = 0;
  signal.addEventListener("abort", () => gate.open(), { once: true });

  async function submit(id: string, response: DecisionResponse, key: string): Promise<void> {
    for (let isAgain = false; ; isAgain = true) {
      await gate.opened;
      if (!isOurs(findDecision(book(), id), response)) throw closed(id);
      const before = announcements;
      // An announcement that overtook the answer to our request has opened the gate already.
      const close = () => {
        if (announcements === before) gate = closeGate();
      };
      try {
        await options.post(respondBody(id, response, key), signal);
        close();
        return change((known) => decisionAccepted(known, id));
      } catch (error) {
        if (signal.aborted) throw error;
        if (isAgain || !isTooEarly(error)) throw give(id, error);
        close();
        await Promise.race([gate.opened, delay(patience, clock, signal)]);
        gate.open();
      }
    }
  }

  function give(id: string, cause: unknown): Error {
    const error = cause instanceof Error ? cause : new ServiceError(String(cause), { code: "respond_failed", cause });
    const isUnknown = (error as { outcomeUnknown?: unknown }).outcomeUnknown === true;
    change((known) => (isUnknown ? decisionUnknown(known, id) : decisionFailed(known, id, error)));
    options.onError(error);
    return error;
  }

  return {
    respond(id, response) {
      const known = findDecision(book(), id);
      if (!known || !isOpen(known)) return Promise.reject(closed(id));
      // The same answer again goes under the same key; another answer is another write.
      const key = (isSameAnswer(known, response) && decisionKey(book(), id)) || newId();
      change((state) => submitDecision(state, id, response, key));
      const sent = line.then(() => submit(id, response, key));
      line = sent.catch(() => {});
      return sent;
    },
    announced() {
      announcements += 1;
      gate.open();
    },
  };
}

interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

function openGate(): Gate {
  return { opened: Promise.resolve(), open: () => {} };
}

function closeGate(): Gate {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

function isOpen({ state }: Decision): boolean {
  return state.name === "pending" || state.name === "failed" || state.name === "unknown";
}

function isOurs(decision: Decision | undefined, response: DecisionResponse): boolean {
  return decision?.state.name === "submitting" && decision.state.response === response;
}

function isSameAnswer({ state }: Decision, response: DecisionResponse): boolean {
  return "response" in state && JSON.stringify(state.response) === JSON.stringify(response);
}

function isTooEarly(error: unknown): boolean {
  return isServiceError(error) && (error as { status?: unknown }).status === 409 && error.code !== "identity_changed";
}

function respondBody(requestId: string, response: DecisionResponse, clientEventId: string): ChatRespondBody {
  if (response.kind === "approval") {
    const { decision, message } = response;
    return { requestId, decision, clientEventId, ...(message !== undefined && { message }) };
  }
  const { submission } = response;
  if (submission.outcome === "skipped") return { requestId, skip: true, clientEventId };
  return { requestId, answers: submission.answers, clientEventId };
}

function closed(id: string): ServiceError {
  return new ServiceError(
    `Decision ${JSON.stringify(id)} waits for nobody: it is settled, over, or was never asked. Show what the log says of it.`,
    { code: "decision_closed" },
  );
}
