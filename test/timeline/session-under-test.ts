import { buildTimeline } from "../../src/timeline/build-timeline.js";
import type { ItemKind, ItemOf, TimelineItem } from "../../src/timeline/items.js";
import { eventLog } from "../../src/testing/events.js";
import { scriptTurns } from "../../src/testing/scripted-turn.js";

/** A log to write into and its timeline; one second from event to event. */
export function session() {
  const log = eventLog();
  return {
    ...scriptTurns(log),
    get items() {
      return buildTimeline(log.events);
    },
    /** The rows in a word each: their kind and a distinguishing value. */
    get rows() {
      return buildTimeline(log.events).map(inAWord);
    },
  };
}

const words: { readonly [K in ItemKind]: (item: ItemOf<K>) => string } = {
  "user-message": (item) => `user-message ${item.text}`,
  "agent-message": (item) => `agent-message ${item.text}`,
  reasoning: (item) => `reasoning ${item.text}`,
  "worker-completion": (item) => `worker-completion ${item.text}`,
  "tool-call": (item) => `tool ${item.name} ${item.status}`,
  worker: (item) => `worker ${item.action} ${item.status}`,
  sandbox: (item) => `sandbox ${item.name} ${item.status}`,
  "startup-phase": (item) => `phase ${item.phase} ${item.status}`,
  "session-status": (item) => `status ${item.status}`,
  notice: (item) => `notice ${item.tone}`,
  "turn-end": (item) => `end ${item.outcome}`,
  goal: (item) => `goal ${item.action}`,
  "context-compaction": (item) => `compaction ${item.phase}`,
  "human-input": (item) => item.kind,
  "machine-input-batch": (item) => item.kind,
  "auth-needed": (item) => item.kind,
  memory: (item) => item.kind,
};

export function inAWord(item: TimelineItem): string {
  return (words[item.kind] as (item: TimelineItem) => string)(item);
}

export const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
