/**
 * Whether a header `If-None-Match` names this tag: one of a list, weak or not, or `*` (RFC 9110 §13.1.2).
 *
 * @param tag a strong tag, in quotation marks
 */
export function namesTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  return header.trim() === "*" || (header.match(/"[^"]*"/g) ?? []).some((named) => named === tag);
}
