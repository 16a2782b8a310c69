/** The time that a turn waits for persons: from its first open decision to the end of its last. */
export interface Waited {
  /** ISO time since when it waits; null while it does not. */
  readonly since: string | null;
  /** How long it waited before that (ms). */
  readonly ms: number;
}

export const notWaited: Waited = { since: null, ms: 0 };

/** After a moment from which on the turn waits, or does not. @param at ISO time */
export function waitedUntil(waited: Waited, isWaiting: boolean, at: string): Waited {
  if (isWaiting) return waited.since === null ? { ...waited, since: at } : waited;
  if (waited.since === null) return waited;
  const ms = Date.parse(at) - Date.parse(waited.since);
  // NaN for a time that cannot be read.
  return { since: null, ms: ms > 0 ? waited.ms + ms : waited.ms };
}

/** The field of a turn that has ended. */
export function waitedField({ ms }: Waited): { readonly waitedMs?: number } {
  return ms > 0 ? { waitedMs: ms } : {};
}
