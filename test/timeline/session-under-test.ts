import { buildTimeline } from "../../src/timeline/build-timeline.js";
import type { TimelineItem } from "../../src/timeline/items.js";
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
    /** The rows in a word each: their kind, with what tells them apart. */
    get rows() {
      return buildTimeline(log.events).map(inAWord);
    },
  };
}

export function inAWord(item: TimelineItem): string {
  switch (item.kind) {
    case "user-message":
    case "agent-message":
    case "reasoning":
    case "worker-completion":
      return `${item.kind} ${item.text}`;
    case "tool-call":
      return `tool ${item.name} ${item.status}`;
    case "worker":
      return `worker ${item.action} ${item.status}`;
    case "sandbox":
      return `sandbox ${item.name} ${item.status}`;
    case "startup-phase":
      return `phase ${item.phase} ${item.status}`;
    case "session-status":
      return `status ${item.status}`;
    case "notice":
      return `notice ${item.tone}`;
    case "turn-end":
      return `end ${item.outcome}`;
    case "goal":
      return `goal ${item.action}`;
    case "context-compaction":
      return `compaction ${item.phase}`;
    case "human-input":
    case "machine-input-batch":
    case "auth-needed":
    case "memory":
      return item.kind;
  }
}

export const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
