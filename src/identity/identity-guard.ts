/**
 * Separates people on the wire: remembers the identity that the host's backend answered with, sends it with each
 * request, and discards a response to another identity. Hosts that send no identity work as before.
 */
import { ServiceError } from "../foundation/base-error.js";
import { resolvedHeader } from "./identity-report.js";

/** Read at each request, so that a new one applies at once. */
export type FetchSource = () => typeof globalThis.fetch | undefined;

/** How an identity ended: its sign-in is over (401), or the host answered as another person. */
export type IdentityEnd = "expired" | "changed";

export interface IdentityGuardOptions {
  readonly signal: AbortSignal;
  /** Token given to the page by its host; without one, the first response of each mount counts. */
  readonly token: string | undefined;
  /**
   * Asks these mounts again who is signed in; an answer as another person ends everything. Rejects without an answer.
   */
  readonly ask: (mounts: readonly string[]) => Promise<void>;
  /** Called once: at the first response with another identity, or at `refuse`. */
  readonly onMismatch: (end: IdentityEnd) => void;
  /** Called at `refuse` for a mount that has accepted nothing yet: true keeps the identity. @default never */
  readonly endures?: (() => boolean) | undefined;
  /** Called with the identity that `resolve` returned; the backend sends it in development only. */
  readonly onResolved?: ((resolved: string) => void) | undefined;
}

export interface IdentityGuard {
  readonly guardFetch: (mount: string, fetch: FetchSource) => typeof globalThis.fetch;
  /** The identity that a mount's answers are compared with; undefined before its first answer. */
  readonly expected: (mount: string) => string | undefined;
  /** Gives the identity of a mount that has not answered yet, as the host's server read it. */
  readonly expectIdentity: (mount: string, identity: string) => void;
  /** A mount answered 401 and did so again with new headers: ends everything as another identity does, unless it endures. */
  readonly refuse: (mount: string) => void;
}

/** Also defined in `protocol`, which this room may not import; a test compares the two. */
export const identityHeader = "x-service-identity";

/** Whether a status answers who is signed in, if only by what the answer carries; the others are no answer of the host's. */
export const isIdentityAnswer = (status: number): boolean =>
  status < 500 && ![401, 403, 408, 425, 429].includes(status);

export function createIdentityGuard(options: IdentityGuardOptions): IdentityGuard {
  const { signal, token, onMismatch, onResolved } = options;
  const known = new Map<string, string>();
  /** Mounts that have accepted a request. */
  const accepting = new Set<string>();
  let isOver = false;

  function finish(how: IdentityEnd): void {
    if (isOver || signal.aborted) return;
    isOver = true;
    onMismatch(how);
  }

  function changed(): ServiceError {
    finish("changed");
    return new ServiceError(
      "The host's backend answers for another person, or for no one, so a person signed in or out elsewhere. Set the provider's `identity` to the person who is signed in now.",
      { code: "identity_changed" },
    );
  }

  const believed = (mount: string) => token ?? known.get(mount);

  /**
   * Whether the response has the expected identity. The first response of a mount sets it, unless another mount answers by then
   * as another person. Mounts of one service answer alike, and those of two do not.
   */
  async function isOurs(mount: string, answered: string): Promise<boolean> {
    const others = [...known].filter(([, identity]) => identity !== answered).map(([other]) => other);
    if (believed(mount) === undefined && others.length > 0) {
      await options.ask(others).catch(() => {
        if (!isOver) throw new TypeError("The host could not be asked who is signed in.");
      });
    }
    if (believed(mount) === undefined && !isOver) known.set(mount, answered);
    return answered === believed(mount);
  }

  async function judge(mount: string, answered: string | null): Promise<void> {
    signal.throwIfAborted();
    if (isTorn(answered)) throw new TypeError("The connection broke in the head of the answer.");
    const isRight = answered === null || (await isOurs(mount, answered));
    signal.throwIfAborted();
    if (!isRight) throw changed();
  }

  function guardFetch(mount: string, source: FetchSource): typeof globalThis.fetch {
    return async function guarded(input, init): Promise<Response> {
      signal.throwIfAborted();
      if (isOver) throw changed();
      const fetch = source() ?? globalThis.fetch;
      const headers = headersOf(input, init);
      const expected = believed(mount);
      // With a likely identity, the host's backend refuses also the first write of a page whose person has changed.
      const sent = expected ?? [...known.values()].at(-1);
      if (sent !== undefined) headers.set(identityHeader, sent);
      const response = await fetch(input, { ...init, headers, signal: either(signal, init?.signal) });
      const answered = response.headers.get(identityHeader);
      const resolved = response.headers.get(resolvedHeader);
      if (resolved !== null && !signal.aborted) onResolved?.(resolved);
      const drop = () => void response.body?.cancel().catch(() => {});
      try {
        await judge(mount, answered);
        if (isIdentityAnswer(response.status)) accepting.add(mount);
      } catch (error) {
        drop();
        throw error;
      }
      const isOtherService = expected === undefined && answered !== null && answered !== sent;
      if (!isOtherService || response.status !== 409) return response;
      drop();
      return guarded(input, init);
    };
  }
  return {
    guardFetch,
    refuse(mount) {
      if (isOver || signal.aborted) return;
      if (accepting.has(mount) || !options.endures?.()) finish("expired");
    },
    expected: believed,
    expectIdentity(mount, identity) {
      if (believed(mount) === undefined) known.set(mount, identity);
    },
  };
}

/** A browser takes a head that a closed connection cut short for a whole one. Who is asking is 64 hex digits. */
function isTorn(answered: string | null): boolean {
  return answered !== null && /^[0-9a-f]{0,63}$/.test(answered);
}

function headersOf(input: RequestInfo | URL, init: RequestInit | undefined): Headers {
  return new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
}

function either(scope: AbortSignal, own: AbortSignal | null | undefined): AbortSignal {
  return own ? AbortSignal.any([scope, own]) : scope;
}
