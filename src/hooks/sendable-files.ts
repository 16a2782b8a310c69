/** The files of a message's extras. Drops resources that are not files; browsers may not send them. */
export function sendableFiles(resources: readonly unknown[]): readonly unknown[] {
  return resources.filter((resource) => (resource as { kind?: unknown } | null)?.kind === "file");
}
