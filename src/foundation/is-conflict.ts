/**
 * Whether the service refused a write with 409 because another change was faster, so that the data behind the write is
 * outdated. False for `identity_changed`, which refuses every write of the page.
 */
export function isConflict(error: unknown): boolean {
  const { status, code } = (error ?? {}) as { readonly status?: unknown; readonly code?: unknown };
  return status === 409 && code !== "identity_changed";
}
