/** The files among what goes along with a message. What is no file is left to hosts: a browser may send none of it. */
export function sendableFiles(resources: readonly unknown[]): readonly unknown[] {
  return resources.filter((resource) => (resource as { kind?: unknown } | null)?.kind === "file");
}
