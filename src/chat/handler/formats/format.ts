import type { TurnFrame } from "../fold-turn.js";

/** How a chat's answer is written. Reading the request and folding the turn are the same for all. */
export interface ChatFormat {
  /** What the format's answers carry beside the headers of every stream. */
  readonly headers: Readonly<Record<string, string>>;
  /** A frame as text; empty when the format has no word for it. */
  writeFrame(frame: TurnFrame): string;
  /** A failure that is no event of the log, as text: the stream ends with it. */
  writeError(error: { readonly code: string; readonly message: string; readonly retryable: boolean }): string;
}
