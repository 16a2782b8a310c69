import type { ItemKind, ItemOf, TimelineItem } from "../../timeline/items.js";

/** Whether rows of a kind are parts of an answer, or end it. */
const answerRows = {
  "agent-message": true,
  "tool-call": true,
  worker: true,
  "human-input": true,
  "turn-end": true,
  "user-message": false,
  reasoning: false,
  "worker-completion": false,
  sandbox: false,
  "startup-phase": false,
  "session-status": false,
  goal: false,
  notice: false,
  "context-compaction": false,
  "machine-input-batch": false,
  "auth-needed": false,
  memory: false,
} as const satisfies Record<ItemKind, boolean>;

type AnswerKind = { [Kind in ItemKind]: (typeof answerRows)[Kind] extends true ? Kind : never }[ItemKind];

/** A row that is a part of an answer, or ends it. */
export type AnswerItem = ItemOf<AnswerKind>;

export function isOfAnswer(item: TimelineItem): item is AnswerItem {
  return answerRows[item.kind];
}
