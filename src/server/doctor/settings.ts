/** The doctor's options, with defaults filled in. */
import { systemClock, type Clock } from "../../foundation/clock.js";
import { randomId } from "../../foundation/random-id.js";
import { mountOf } from "./address.js";
import type { Finding } from "./finding.js";

/** Time limits for responses that should be immediate (ms). */
export interface DoctorLimits {
  /** For an answer, or for a stream to begin. @default 12_000; this kit's clients wait 15 s */
  readonly answerMs: number;
  /** For the agent's whole answer; then the turn is stopped. @default 60_000 */
  readonly turnMs: number;
  /**
   * How far one stream may lag behind another of the same turn. @default 20_000; a process that did not receive a
   * conversation's first message looks for it at each heartbeat, every 15 s
   */
  readonly behindMs: number;
  /** How long a stream may be without a byte. @default 45_000, after which this kit's clients give a stream up */
  readonly silenceMs: number;
}

/** Options of `verifyChatEndpoint`. */
export interface VerifyOptions {
  /** Headers of a signed-in person, sent with each request: a cookie, a bearer token, a CSRF header. @default none */
  readonly headers?: HeadersInit | undefined;
  /** Headers of a second person. Without them, the separation of two people is not checked. @default none */
  readonly otherHeaders?: HeadersInit | undefined;
  /** Where the session proxy is mounted. @default the proxy is not checked */
  readonly proxy?: string | undefined;
  /** Sends no message. Facts that only a reply shows stay unknown: the key, and usually buffering. @default false */
  readonly readOnly?: boolean | undefined;
  /** How long a silent stream is kept open. @default 90_000 (ms) */
  readonly waitMs?: number | undefined;
  /** The one message that is sent. @default a request for a one-word answer */
  readonly message?: string | undefined;
  /** Called with each finding at once. */
  readonly onFinding?: ((finding: Finding) => void) | undefined;
  /** Called before each step that takes long. */
  readonly onProgress?: ((text: string) => void) | undefined;
  /** Time limits of the checks (ms). @default those of the command `doctor` */
  readonly limits?: Partial<DoctorLimits> | undefined;
  /** Ends the examination early. @default none */
  readonly signal?: AbortSignal | undefined;
  /** @default the global fetch */
  readonly fetch?: typeof fetch | undefined;
  /** Clock for waits. @default the platform's */
  readonly clock?: Clock | undefined;
  /** @default random UUIDs */
  readonly newId?: (() => string) | undefined;
}

export interface Settings {
  readonly headers: Headers;
  /** Whether `headers` are those of a signed-in person. */
  readonly signsIn: boolean;
  readonly otherHeaders: Headers | null;
  readonly proxy: string | null;
  readonly readOnly: boolean;
  readonly waitMs: number;
  readonly message: string;
  readonly progress: (text: string) => void;
  readonly limits: DoctorLimits;
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly newId: () => string;
}

const defaultLimits: DoctorLimits = { answerMs: 12_000, turnMs: 60_000, behindMs: 20_000, silenceMs: 45_000 };

/** @throws {ServiceError} `url_invalid` for a `proxy` that is no address. */
export function withDefaults(options: VerifyOptions): Settings {
  const headers = new Headers(options.headers);
  return {
    headers,
    signsIn: [...headers].length > 0,
    otherHeaders: options.otherHeaders === undefined ? null : new Headers(options.otherHeaders),
    proxy: options.proxy === undefined ? null : mountOf(options.proxy),
    readOnly: options.readOnly ?? false,
    waitMs: options.waitMs ?? 90_000,
    message: options.message ?? 'Reply with the one word "ok".',
    progress: options.onProgress ?? (() => {}),
    limits: { ...defaultLimits, ...options.limits },
    signal: options.signal ?? new AbortController().signal,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    clock: options.clock ?? systemClock,
    newId: options.newId ?? randomId,
  };
}
