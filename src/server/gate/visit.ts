/**
 * One request at a door of the host's backend, from its coming to the end of its answer: the id under which it is found
 * in every log, what the host is told of it, and what it holds of its person's share until it is over.
 *
 * What a host's own function throws never becomes an answer.
 */
import type { Clock } from "../../foundation/clock.js";
import { isServiceError } from "../../foundation/base-error.js";
import { randomId } from "../../foundation/random-id.js";
import { ServiceApiError } from "../../wire/protocol/api-error.js";
import { readCorrelationId } from "../../wire/protocol/correlation-id.js";
import { header } from "../../wire/protocol/headers.js";
import { serviceErrorWords } from "../../wire/protocol/service-errors.js";
import { defaultLimiter } from "./default-limiter.js";
import { explainFault, remedyOf } from "./explain-fault.js";
import type { LimitedRequest, Limiter } from "./limiter.js";
import { faultLine, isNewAdvice } from "./log-fault.js";
import type { OriginOptions } from "./origin.js";
import { DoorRefusal } from "./refusal.js";
import type { RequestEvent, RequestOutcome, StreamOutcome } from "./request-event.js";

/** What both doors let a host set. */
export interface DoorOptions extends OriginOptions {
  /**
   * Whether a write that comes from the host's own pages may go on, judged by anything else, such as a token. Only `true`
   * lets it; a write from another origin is refused before. @default every one may
   */
  readonly authorizeMutation?: ((request: Request) => boolean | Promise<boolean>) | undefined;
  /** How long a body may take to arrive before it is answered 408, not counting `resolve`. @default 30_000 (ms) */
  readonly bodyTimeoutMs?: number | undefined;
  /**
   * Told of every request once it is answered, and once more when a streamed answer is over. Holds no text of anybody and
   * no key.
   */
  readonly onEvent?: ((event: RequestEvent) => void) | undefined;
  /**
   * How much a person may ask for; what is over it is answered 429 with `Retry-After`. `false`: no limit.
   *
   * @default 200 streams, 600 writes and 6,000 reads a minute, in this process, for each person that `resolve` names by
   *   `user` or `actor`; no limit where it names none
   */
  readonly limiter?: Limiter | false | undefined;
  /**
   * How often `resolve`, and at the proxy `authorizeSession`, is asked again for a stream that is followed without an end. It
   * ends when its person is gone, is somebody else by now, or may no longer read; a page that may go on connects again. `Infinity` never asks. @default 60_000 (ms)
   */
  readonly recheckMs?: number | undefined;
  /**
   * Whether answers name the resolved tenant and person, so that a page can report an `identity` that disagrees. Without
   * effect while `NODE_ENV` is "production". @default `NODE_ENV` is "development"
   */
  readonly development?: boolean | undefined;
  /**
   * Told of every error that became an answer or ended a stream; the caller sees only its code and words. What an operator
   * can put right (a key that is refused, an address where nothing answers) says so in `message`, and has the error as it
   * was in `cause`. @default one line to `console.error` for each fault that is not the caller's own: with the message of
   *   what your own functions threw, without anybody's text else
   */
  readonly onError?: ((error: unknown, request: Request) => void) | undefined;
}

type Facts = Pick<RequestEvent, "route" | "code" | "tenant" | "person" | "workspaceId" | "sessionId" | "turnId">;

const nothingYet: Facts = {
  route: null,
  code: null,
  tenant: null,
  person: null,
  workspaceId: null,
  sessionId: null,
  turnId: null,
};

export interface Visit {
  readonly correlationId: string;
  /** What every answer of the door's own carries. */
  readonly headers: Headers;
  /** What is known by now of who asks, and for what. */
  note(facts: Partial<Facts>): void;
  /** @throws {ServiceApiError} (429) with code `rate_limited` or `too_many_streams`, and when to come again. */
  admit(request: LimitedRequest): Promise<void>;
  /** The answer streams: it is over only when the returned function is called, once. */
  stream(): (outcome: StreamOutcome, code?: string) => void;
  /** @param status of the answer that the error became; none where it became no answer. */
  readonly report: (error: unknown, status?: number) => void;
  /** Calls a function of the host's; what it throws is reported. */
  readonly callHost: (run: () => unknown) => void;
  /** Tells the host, and gives the answer back as it is. */
  answered(answer: Response, code?: string): Response;
}

/** What a visit needs of the service behind its door; its requests are limited together, where the host gave no limiter. */
interface VisitedService {
  readonly clock: Clock;
  readonly baseUrl: string;
}

export function createVisit(
  door: RequestEvent["door"],
  request: Request,
  service: VisitedService,
  options: DoorOptions,
): Visit {
  const { clock, baseUrl } = service;
  const { onEvent, onError } = options;
  const began = clock.now();
  const correlationId = readCorrelationId(request.headers) ?? randomId();
  let facts = nothingYet;
  let status = 0;
  let streams = false;
  let ending: (() => void) | undefined;
  let held: (() => void) | undefined;

  const report = (thrown: unknown, answeredWith = 500) => {
    const remedy = remedyOf(thrown, baseUrl);
    if (onError) return guarded(() => onError(explainFault(thrown, remedy), request));
    const isAdvice = thrown instanceof DoorRefusal && thrown.advice !== undefined;
    // A refusal is the caller's own, and an event that does not fit says nothing of this deployment.
    if (isAdvice ? !isNewAdvice(options, thrown.advice) : answeredWith < 500) return;
    if (isServiceError(thrown) && thrown.code === "event_malformed") return;
    const place = { door, method: request.method, route: facts.route, correlationId, headers: request.headers };
    // oxlint-disable-next-line no-console -- a backend without a logger of its own must hear of its faults.
    console.error(faultLine(thrown, remedy, place));
  };
  const release = () => {
    const give = held;
    held = undefined;
    guarded(() => give?.(), report);
  };
  const tell = (kind: Kind, code: string | null = facts.code) => {
    const { method } = request;
    const durationMs = Math.max(0, clock.now() - began);
    const common = { door, method, ...facts, status, code, durationMs, correlationId };
    guarded(() => onEvent?.({ ...common, ...kind }), report);
  };

  return {
    correlationId,
    headers: new Headers({ [header.correlationId]: correlationId, "x-content-type-options": "nosniff" }),
    note(more) {
      facts = { ...facts, ...more };
    },
    async admit(asked) {
      const named = facts.person === null ? false : defaultLimiter(service, clock);
      const limiter = options.limiter ?? named;
      if (!limiter) return;
      let admission;
      try {
        admission = await limiter.admit(asked);
      } catch (error) {
        // Chat that goes on without a limit is better than none while the limiter's store is away.
        return report(error);
      }
      if (admission.refused !== undefined) throw refusal(admission.refused, admission.retryAfterMs);
      held ??= admission.release;
    },
    stream() {
      streams = true;
      return (outcome, code) => {
        release();
        ending = () => tell({ type: "ended", outcome }, code);
        // Of a caller that left while the answer was made, the end is known first.
        if (status !== 0) ending();
      };
    },
    report,
    callHost: (run) => guarded(run, report),
    answered(answer, code) {
      ({ status } = answer);
      if (!streams) release();
      tell({ type: "answered", outcome: outcomeOf(status), streams }, code);
      ending?.();
      return answer;
    },
  };
}

type Kind =
  | { readonly type: "answered"; readonly outcome: RequestOutcome; readonly streams: boolean }
  | { readonly type: "ended"; readonly outcome: StreamOutcome };

function outcomeOf(status: number): RequestOutcome {
  if (status === 499) return "left";
  if (status >= 500) return "failed";
  return status >= 400 ? "refused" : "ok";
}

function refusal(code: "rate_limited" | "too_many_streams", retryAfterMs: number): ServiceApiError {
  return new ServiceApiError(serviceErrorWords(code), { status: 429, code, retryable: true, retryAfterMs });
}

/** Runs a function of the host's. An async one may fail later, which would otherwise end the process. */
function guarded(run: () => unknown, onFailure: (error: unknown) => void = () => {}): void {
  try {
    Promise.resolve(run()).catch(onFailure);
  } catch (error) {
    onFailure(error);
  }
}
