/** The thrown value as an `Error`: a host's function may throw anything. */
export function toError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause), { cause });
}
