/** A server that may die: then every pending response breaks off, and the next request is refused. */
import { setMaxListeners } from "node:events";
import { inProcessFetch } from "../../../src/testing/in-process-fetch.js";

export type Handle = (request: Request) => Promise<Response>;

export interface Mortal {
  readonly fetch: typeof fetch;
  readonly isDead: () => boolean;
  readonly kill: () => void;
}

export function mortal(handle: Handle, origin: string): Mortal {
  const life = new AbortController();
  const { signal } = life;
  setMaxListeners(0, signal);
  const reach = inProcessFetch(handle, { origin });
  return {
    isDead: () => signal.aborted,
    kill: () => life.abort(new TypeError("terminated")),
    fetch(input, init) {
      if (signal.aborted) return Promise.reject(new TypeError("fetch failed"));
      const own = init?.signal ?? (input instanceof Request ? input.signal : undefined);
      return reach(input, { ...init, signal: own ? AbortSignal.any([signal, own]) : signal });
    },
  };
}
