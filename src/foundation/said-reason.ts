/** `no_progress`, `MAX_TURNS`, and the default reason of a pause. */
const code = /^(?:[a-z\d]+(?:_[a-z\d]+)+|paused)$/i;

/** A reason in a person's or an agent's words; empty for the code word of a machine. */
export function saidReason(reason: string | null | undefined): string {
  const text = reason?.trim() ?? "";
  return code.test(text) ? "" : text;
}
