/**
 * One request at a door of the host's backend, from its arrival to the end of its response: its correlation id, the
 * host's events, and the person's share that it uses until it is over.
 *
 * An error of a host's own function never becomes a response.
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
import { traceHeaders } from "./trace-headers.js";
import type { RequestEvent, RequestOutcome, StreamOutcome } from "./request-event.js";

/** Options of both doors. */
export interface DoorOptions extends OriginOptions {
  /**
   * Whether a write from the host's own pages may continue, by a further check, such as a token. Only `true` permits
   * it; a write from another origin is refused before. @default permits every one
   */
  readonly authorizeMutation?: ((request: Request) => boolean | Promise<boolean>) | undefined;
  /** How long a body may take to arrive before it is answered 408, not counting `resolve`. @default 30_000 (ms) */
  readonly bodyTimeoutMs?: number | undefined;
  /**
   * Called for every request once it is answered, and once more when a streamed response is over. Contains no text of
   * a person and no key.
   */
  readonly onEvent?: ((event: RequestEvent) => void) | undefined;
  /**
   * Limits the requests of a person; beyond them the response is 429 with `Retry-After`. `false`: no limit.
   *
   * @default 200 streams, 600 writes and 6,000 reads a minute, in this process, for each person that `resolve` names
   *   by `user` or `actor`; no limit where it names none
   */
  readonly limiter?: Limiter | false | undefined;
  /**
   * How often `resolve`, and at the proxy `authorizeSession`, is called again for an endless stream. It ends when its
   * person has signed out, has changed, or may no longer read; a page that may continue reconnects. `Infinity` never
   * calls again.
   * @default 60_000 (ms)
   */
  readonly recheckMs?: number | undefined;
  /**
   * Whether answers name the resolved tenant and person, so that a page can report an `identity` that disagrees. Without
   * effect while `NODE_ENV` is "production". @default `NODE_ENV` is "development"
   */
  readonly development?: boolean | undefined;
  /**
   * Called with every error that became a response or ended a stream; the caller sees only its code and words. An
   * error with a remedy for the operator (a refused key, an address without a response) has it in `message`, and the
   * original error in `cause`. @default one line to `console.error` for each fault that is not the caller's own: with
   * the message of errors of your own functions, and without anybody's text otherwise
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
  /** Headers of the requests to the service that this request causes: its id and its trace. */
  readonly upstreamHeaders: Readonly<Record<string, string>>;
  /** Headers of every response that the door makes itself. */
  readonly headers: Headers;
  /** Adds facts about the caller and the request. */
  note(facts: Partial<Facts>): void;
  /** @throws {ServiceApiError} (429) with code `rate_limited` or `too_many_streams`, and a retry time. */
  admit(request: LimitedRequest): Promise<void>;
  /** The answer streams: it is over only when the returned function is called, once. */
  stream(): (outcome: StreamOutcome, code?: string) => void;
  /** @param status of the answer that the error became; none where it became no answer. */
  readonly report: (error: unknown, status?: number) => void;
  /** Calls a function of the host's; what it throws is reported. */
  readonly callHost: (run: () => unknown) => void;
  /** Reports to the host, and returns the response unchanged. */
  answered(answer: Response, code?: string): Response;
}

/** The service behind the door; its requests share one limit where the host gave no limiter. */
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
  const held: (() => void)[] = [];

  const report = (thrown: unknown, answeredWith?: number) => {
    const remedy = remedyOf(thrown, baseUrl);
    if (onError) return guarded(() => onError(explainFault(thrown, remedy), request));
    const isAdvice = thrown instanceof DoorRefusal && thrown.advice !== undefined;
    // A refusal is the caller's own, and a malformed event that failed no answer does not concern this deployment.
    if (isAdvice ? !isNewAdvice(options, thrown.advice) : (answeredWith ?? 500) < 500) return;
    if (answeredWith === undefined && isServiceError(thrown) && thrown.code === "event_malformed") return;
    const place = { door, method: request.method, route: facts.route, correlationId, headers: request.headers };
    // oxlint-disable-next-line no-console -- a backend without a logger of its own must hear of its faults.
    console.error(faultLine(thrown, remedy, place));
  };
  const release = () => {
    for (const give of held.splice(0)) guarded(give, report);
  };
  const tell = (kind: Kind, code: string | null = facts.code) => {
    const { method } = request;
    const durationMs = Math.max(0, clock.now() - began);
    const common = { door, method, ...facts, status, code, durationMs, correlationId };
    guarded(() => onEvent?.({ ...common, ...kind }), report);
  };

  return {
    correlationId,
    upstreamHeaders: { ...traceHeaders(request.headers), [header.correlationId]: correlationId },
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
        // While the limiter's store is unavailable, requests pass without a limit.
        return report(error);
      }
      if (admission.refused !== undefined) throw refusal(admission.refused, admission.retryAfterMs);
      if (admission.release) held.push(admission.release);
    },
    stream() {
      streams = true;
      return (outcome, code) => {
        release();
        ending = () => tell({ type: "ended", outcome }, code);
        // If the caller disconnects early, the stream ends before its status is known.
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
