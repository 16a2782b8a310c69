import type { GivenAnswers } from "../decisions/given-answers.js";
import type { EditedPlaces } from "../outbox/edited-places.js";
import type { ShareOutbox } from "../outbox/outbox.js";

/** Shared by the conversations of one person on one page; two of them may show the same session. */
export interface PageShared {
  /** Answers to decisions. */
  readonly given: GivenAnswers;
  /** Messages under way. */
  readonly outbox: ShareOutbox;
  /** Places in the queue of messages that are edited in a composer. */
  readonly editedPlaces: EditedPlaces;
}
