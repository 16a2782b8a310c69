/** Moves the words and files of one draft into another, which keeps its own before them. */
import { joinTexts } from "../../foundation/join-texts.js";
import type { DraftKeeper } from "./draft-keeper.js";
import { isBlank } from "./draft-state.js";

/** Does nothing when nothing is written in `from`. */
export function moveDraft(from: DraftKeeper, to: DraftKeeper): void {
  if (isBlank(from.getState())) return;
  const { text, extras } = from.getState();
  from.clear();
  to.restore();
  const there = to.getState();
  to.type(joinTexts(there.text, text));
  const resources = [...(there.extras.resources ?? []), ...(extras.resources ?? [])];
  to.setExtras({ ...there.extras, ...extras, resources });
}
