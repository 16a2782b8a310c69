/** Sends a text that was typed before its session was there. */
import { joinTexts } from "../../foundation/join-texts.js";
import { toError } from "../../foundation/to-error.js";
import { isUnkept } from "../send-rules.js";
import type { Composer } from "./composer-types.js";
import type { DraftKeeper } from "./draft-keeper.js";

/** Never rejects: the session's rows keep a text that fails, and the draft one that is refused before that. */
export async function sendLater(
  session: Pick<Composer, "sendMessage">,
  draft: DraftKeeper,
  text: string,
): Promise<void> {
  try {
    await session.sendMessage(text);
  } catch (error) {
    if (isUnkept(toError(error))) writeBefore(draft, text);
  }
}

/** Puts a text before the words of a draft. */
export function writeBefore(draft: DraftKeeper, text: string): void {
  draft.restore();
  draft.type(joinTexts(text, draft.getState().text));
}
