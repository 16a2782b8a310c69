/** The entries of a stored list that this page understands. Nothing for a text that is not ours. */
export function readStoredList<T>(
  stored: string | null | undefined,
  isEntry: (value: unknown) => value is T,
): readonly T[] {
  try {
    const value: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}
