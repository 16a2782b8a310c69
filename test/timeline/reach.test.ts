import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/protocol/session-event.js";
import type { ItemKind, TimelineItem } from "../../src/timeline/items.js";
import { createTimelineFold } from "../../src/timeline/timeline-fold.js";
import { arbitraryLog } from "../support/arbitrary-log.js";
import { ruleNumbers } from "./rule-fixtures.js";

/** What the drawn logs reach: no property says anything of a row or rule that they never make. */

const least = 100;
const logs = 1_400;

interface Folded {
  readonly events: readonly SessionEvent[];
  readonly items: readonly TimelineItem[];
  readonly faults: number;
}

type Payload = Readonly<Record<string, unknown>>;
const payloadOf = ({ payload }: SessionEvent) => payload as Payload;
const of = (type: string, holds: (payload: Payload, event: SessionEvent) => boolean = () => true) => {
  return ({ events }: Folded) => events.filter((event) => event.type === type && holds(payloadOf(event), event)).length;
};
const either =
  (...counts: readonly ((folded: Folded) => number)[]) =>
  (folded: Folded) =>
    counts.reduce((sum, count) => sum + count(folded), 0);
const follows = (type: string, before: string) => {
  return ({ events }: Folded) =>
    events.filter((event, index) => {
      const last = events[index - 1];
      return event.type === type && last?.type === before && last.turnId === event.turnId;
    }).length;
};
const rows = (holds: (item: TimelineItem) => boolean) => (folded: Folded) => folded.items.filter(holds).length;
const leaf = (payload: Payload) => String(payload["name"]).replace(/^.*__/, "");

/** How often a log needs each rule of `protocol.md` §11.6. */
const reached: Readonly<Record<number, (folded: Folded) => number>> = {
  1: of("turn.started"),
  2: rows((item) => item.kind === "startup-phase" && item.phase === "queue"),
  3: either(
    follows("agent.message.delta", "agent.message.delta"),
    follows("agent.reasoning.delta", "agent.reasoning.delta"),
  ),
  4: of("agent.message.completed"),
  5: of("agent.toolCall.output"),
  6: of("agent.toolCall.created", (payload) =>
    ["session_create", "session_send_message", "memory_save"].includes(leaf(payload)),
  ),
  7: either(of("sandbox.operation.started"), of("sandbox.command.output.delta")),
  8: either(
    of("turn.failed"),
    of("turn.cancelled"),
    of("turn.completed", (payload) => "segmentLimit" in payload),
  ),
  9: of("session.requiresAction"),
  10: rows((item) => item.kind === "session-status"),
  11: either(
    of("goal.completed"),
    of("goal.updated", ({ actor }) => actor === "agent"),
  ),
  12: of("tool.auth_needed", (payload) => !("toolName" in payload)),
  13: of("session.context.compacted"),
  14: ({ faults }) => faults,
  15: of("turn.failed"),
};

const kinds: Readonly<Record<ItemKind, true>> = {
  "user-message": true,
  "human-input": true,
  "agent-message": true,
  reasoning: true,
  "tool-call": true,
  worker: true,
  "worker-completion": true,
  sandbox: true,
  "startup-phase": true,
  "session-status": true,
  goal: true,
  notice: true,
  "context-compaction": true,
  "machine-input-batch": true,
  "auth-needed": true,
  memory: true,
  "turn-end": true,
};

describe("the logs that properties are tested with", () => {
  it(`reach every kind of row and every rule at least ${least} times`, () => {
    const byKind = new Map<string, number>();
    const byRule = new Map<number, number>();
    const add = <K>(map: Map<K, number>, key: K, count: number) => map.set(key, (map.get(key) ?? 0) + count);
    fc.assert(
      fc.property(arbitraryLog({ minEvents: 40 }), (events) => {
        let faults = 0;
        const fold = createTimelineFold({ onFault: () => (faults += 1) });
        fold.push(events);
        const folded = { events, items: fold.getItems(), faults };
        for (const item of folded.items) add(byKind, item.kind, 1);
        for (const rule of ruleNumbers) add(byRule, rule, reached[rule]?.(folded) ?? 0);
      }),
      { numRuns: logs },
    );
    console.info(
      `reached in ${logs} logs: ${JSON.stringify([Object.fromEntries(byKind), Object.fromEntries(byRule)])}`,
    );
    expect(Object.keys(kinds).filter((kind) => (byKind.get(kind) ?? 0) < least)).toEqual([]);
    expect(ruleNumbers.filter((rule) => (byRule.get(rule) ?? 0) < least)).toEqual([]);
  });
});
