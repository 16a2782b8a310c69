/** What the doctor is told, with the defaults filled in. */
import { systemClock, type Clock } from "../../foundation/clock.js";
import { randomId } from "../../foundation/random-id.js";
import { mountOf } from "./address.js";
import type { Finding } from "./finding.js";

/** How long the doctor waits for what should come at once (ms). */
export interface DoctorLimits {
  /** For an answer, or for a stream to begin. @default 12_000; this kit's clients wait 15 s */
  readonly answerMs: number;
  /** For the agent's whole answer; then the turn is stopped. @default 60_000 */
  readonly turnMs: number;
  /**
   * How far one stream may be behind another that tells the same. @default 20_000; a process of the host that did not take
   * a conversation's first message itself looks for it at each heartbeat, of which there is one each 15 s
   */
  readonly behindMs: number;
  /** How long a stream may be without a byte. @default 45_000, after which this kit's clients give a stream up */
  readonly silenceMs: number;
}

export interface VerifyOptions {
  /** What somebody who is signed in sends with each request: a cookie, a bearer token, what a page adds to writes. */
  readonly headers?: HeadersInit | undefined;
  /** The same of somebody else. Without them, nothing is known of whether two people are kept apart. */
  readonly otherHeaders?: HeadersInit | undefined;
  /** Where the session proxy is mounted. @default it is not looked at */
  readonly proxy?: string | undefined;
  /** Sends no message. What only an answer shows stays unknown: the key, and buffering as a rule. @default false */
  readonly readOnly?: boolean | undefined;
  /** How long a silent stream is held. @default 90_000 (ms) */
  readonly waitMs?: number | undefined;
  /** The one message that is sent. @default a request for a one-word answer */
  readonly message?: string | undefined;
  /** Told of each finding as it is made. */
  readonly onFinding?: ((finding: Finding) => void) | undefined;
  /** Told what is done next, where that takes long. */
  readonly onProgress?: ((text: string) => void) | undefined;
  readonly limits?: Partial<DoctorLimits> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** @default the global fetch */
  readonly fetch?: typeof fetch | undefined;
  readonly clock?: Clock | undefined;
  /** @default random UUIDs */
  readonly newId?: (() => string) | undefined;
}

export interface Settings {
  readonly headers: Headers;
  /** Whether somebody is signed in by `headers`. */
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
