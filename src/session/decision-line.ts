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
} from "../decisions/decision-book.js";
import type { Decision, DecisionResponse } from "../decisions/decision.js";
import { ServiceError } from "../foundation/base-error.js";
import type { Clock } from "../foundation/clock.js";
import { delay } from "../foundation/delay.js";
import type { ServiceApiError } from "../protocol/api-error.js";
import type { SessionEventInput } from "../protocol/session-bodies.js";

export interface DecisionLineOptions {
  readonly post: (event: SessionEventInput) => Promise<unknown>;
  readonly book: () => DecisionBook;
  readonly change: (book: DecisionBook) => void;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface DecisionLine {
  /** Resolves when accepted. */
  readonly respond: (id: string, response: DecisionResponse) => Promise<void>;
  /** The log asked anew, or the turn ended: another answer is taken, or none is wanted. */
  readonly announced: () => void;
}

/** How long (ms) an answer that was refused as too early waits for the log to move. */
const patience = 15_000;

export function createDecisionLine(options: DecisionLineOptions): DecisionLine {
  const { book, change, clock, signal } = options;
  let line: Promise<unknown> = Promise.resolve();
  let announcements = 0;
  /** Aborts with the next announcement. Undefined while an answer would be taken. */
  let closed: AbortController | undefined;

  function open(): void {
    closed?.abort();
    closed = undefined;
  }
  signal.addEventListener("abort", open);

  async function submit(id: string, response: DecisionResponse, key: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      if (closed) await untilOpen(closed.signal, tries === 1 ? undefined : patience);
      if (!isStillOurs(findDecision(book(), id), response)) throw isOver(id);
      const before = announcements;
      try {
        await options.post(toEvent(id, response, key));
        // An announcement may have overtaken the answer to our request.
        if (announcements === before) closed = new AbortController();
        return change(decisionAccepted(book(), id));
      } catch (error) {
        if (tries > 1 || !isTooEarly(error)) throw fail(id, error);
        if (announcements === before) closed = new AbortController();
      }
    }
  }

  async function untilOpen(opened: AbortSignal, limit: number | undefined): Promise<void> {
    if (limit !== undefined) return delay(limit, clock, opened).then(open);
    if (opened.aborted) return;
    await new Promise((resolve) => {
      opened.addEventListener("abort", resolve, { once: true });
    });
  }

  function fail(id: string, cause: unknown): Error {
    const error = cause instanceof Error ? cause : new ServiceError(String(cause), { code: "respond_failed", cause });
    const isUnknown = (error as Partial<ServiceApiError>).outcomeUnknown === true;
    change(isUnknown ? decisionUnknown(book(), id) : decisionFailed(book(), id, error));
    return error;
  }

  return {
    respond(id, response) {
      const decision = findDecision(book(), id);
      if (!decision || !["pending", "failed", "unknown"].includes(decision.state.name))
        return Promise.reject(isOver(id));
      // The same answer again goes under the same key; another answer is another write.
      const key = (isSameAnswer(decision, response) && decisionKey(book(), id)) || options.newId();
      change(submitDecision(book(), id, response, key));
      const sent = line.then(() => submit(id, response, key));
      line = sent.catch(() => {});
      return sent;
    },
    announced() {
      announcements += 1;
      open();
    },
  };
}

function isStillOurs(decision: Decision | undefined, response: DecisionResponse): boolean {
  return decision?.state.name === "submitting" && decision.state.response === response;
}

function isSameAnswer({ state }: Decision, response: DecisionResponse): boolean {
  return "response" in state && JSON.stringify(state.response) === JSON.stringify(response);
}

function isTooEarly(error: unknown): boolean {
  return (error as Partial<ServiceApiError>).status === 409 && (error as ServiceError).code !== "identity_changed";
}

function toEvent(id: string, response: DecisionResponse, clientEventId: string): SessionEventInput {
  if (response.kind === "question") {
    const payload = { requestId: id, response: response.submission };
    return { type: "user.humanInputResponse", clientEventId, payload };
  }
  const { decision, message } = response;
  const payload = { approvalId: id, decision, ...(message !== undefined && { message }) };
  return { type: "user.approvalDecision", clientEventId, payload };
}

function isOver(id: string): ServiceError {
  return new ServiceError(
    `Decision ${JSON.stringify(id)} waits for nobody: it is settled, over, or was never asked. Show what the log says of it.`,
    { code: "decision_closed" },
  );
}
