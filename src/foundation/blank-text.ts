/** White space, and characters that are invisible alone: zero-width spaces, joiners, marks, fillers. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** Whether nothing of this text can be seen. A message of such text is refused. */
export function isBlank(text: string): boolean {
  // A caller without types may give none.
  return typeof text !== "string" || !visible.test(text);
}
