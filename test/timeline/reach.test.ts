import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/wire/protocol/session-event.js";
import type { ItemKind, TimelineItem } from "../../src/timeline/items.js";
import { createTimelineFold } from "../../src/timeline/timeline-fold.js";
import { arbitraryLog } from "../support/arbitrary-log.js";
import { ruleNumbers } from "./rule-fixtures.js";

/** Coverage of the drawn logs: a property proves nothing about a row or rule that they never contain. */

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

const turnIdOf = (event: SessionEvent) => event.turnId ?? payloadOf(event)["turnId"];
/** The events of each turn. */
function turns({ events }: Folded): readonly (readonly SessionEvent[])[] {
  const ids = new Set(events.map(turnIdOf).filter((id) => id !== undefined && id !== null));
  return [...ids].map((id) => events.filter((event) => turnIdOf(event) === id));
}
const turnsWhere = (holds: (types: readonly string[]) => boolean) => (folded: Folded) =>
  turns(folded).filter((events) => holds(events.map(({ type }) => type))).length;
const isEnd = (type: string) => type === "turn.cancelled" || type === "turn.superseded";
const callId = (event: SessionEvent) => payloadOf(event)["callId"] ?? payloadOf(event)["id"];
/** Calls, or answers to calls, of which the turn has seen another with the same id already, or has not. */
const answered = (isKnown: boolean) => (folded: Folded) =>
  turns(folded).flatMap((events) =>
    events.filter(
      (event, index) =>
        event.type === "agent.toolCall.output" &&
        isKnown ===
          events
            .slice(0, index)
            .some((call) => call.type === "agent.toolCall.created" && callId(call) === callId(event)),
    ),
  ).length;
const completed = (holds: (before: readonly string[]) => boolean) => (folded: Folded) =>
  turns(folded).flatMap((events) =>
    events.filter(
      ({ type }, index) =>
        type === "agent.message.completed" && holds(events.slice(0, index).map((event) => event.type)),
    ),
  ).length;
const isEarlySign = (type: string) => type.startsWith("turn.startup.");

/** How often a log needs each rule of `protocol.md` §11.6, and each of its cases where it has several. */
const reached: readonly (readonly [rule: number, of: string, count: (folded: Folded) => number])[] = [
  [1, "a message whose turn starts", turnsWhere((types) => types[0] === "turn.queued" && types[1] === "turn.started")],
  [
    1,
    "a message whose turn ends before it starts",
    turnsWhere((types) => types[0] === "turn.queued" && isEnd(types[1] ?? "")),
  ],
  [
    1,
    "a message whose turn is told of before it starts",
    turnsWhere((types) => types[0] === "turn.queued" && isEarlySign(types[1] ?? "") && types.includes("turn.started")),
  ],
  [2, "time in the queue", rows((item) => item.kind === "startup-phase" && item.phase === "queue")],
  [3, "a delta that extends a message", follows("agent.message.delta", "agent.message.delta")],
  [3, "a delta that extends reasoning", follows("agent.reasoning.delta", "agent.reasoning.delta")],
  [3, "a delta behind something else", follows("agent.message.delta", "agent.toolCall.created")],
  [4, "a completed message that streams", completed((before) => before.at(-1) === "agent.message.delta")],
  [4, "a completed message of its own", completed((before) => !before.at(-1)?.startsWith("agent.message."))],
  [
    4,
    "a completed message with something behind its words",
    completed((before) => before.includes("agent.message.delta") && before.at(-1) === "agent.toolCall.created"),
  ],
  [5, "the output of a call", answered(true)],
  [5, "the output of no call", answered(false)],
  [6, "a worker", rows(({ kind }) => kind === "worker")],
  [6, "a call without a row", of("agent.toolCall.created", (payload) => leaf(payload) === "memory_save")],
  [7, "a sandbox", either(of("sandbox.operation.started"), of("sandbox.command.output.delta"))],
  [8, "a failed turn", of("turn.failed")],
  [8, "a cancelled turn", of("turn.cancelled")],
  [8, "a turn that reached its limit", of("turn.completed", (payload) => "segmentLimit" in payload)],
  [9, "a request for a decision", of("session.requiresAction")],
  [10, "the status of a session", rows((item) => item.kind === "session-status")],
  [11, "a goal that is reached", of("goal.completed")],
  [11, "a goal that the agent set", of("goal.updated", ({ actor }) => actor === "agent")],
  [12, "an authorization that is needed", of("tool.auth_needed", (payload) => !("toolName" in payload))],
  [13, "a compaction", of("session.context.compacted")],
  [14, "a payload that does not fit", ({ faults }) => faults],
  [15, "a failure that is told", of("turn.failed")],
];

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
    const byCase = new Map<string, number>();
    const add = <K>(map: Map<K, number>, key: K, count: number) => map.set(key, (map.get(key) ?? 0) + count);
    fc.assert(
      fc.property(arbitraryLog({ minEvents: 40 }), (events) => {
        let faults = 0;
        const fold = createTimelineFold({ onFault: () => (faults += 1) });
        fold.push(events);
        const folded = { events, items: fold.getItems(), faults };
        for (const item of folded.items) add(byKind, item.kind, 1);
        for (const [rule, name, count] of reached) add(byCase, `${rule}: ${name}`, count(folded));
      }),
      { numRuns: logs },
    );
    console.info(
      `reached in ${logs} logs: ${JSON.stringify([Object.fromEntries(byKind), Object.fromEntries(byCase)])}`,
    );
    expect(Object.keys(kinds).filter((kind) => (byKind.get(kind) ?? 0) < least)).toEqual([]);
    expect([...byCase].filter(([, count]) => count < least)).toEqual([]);
    expect(ruleNumbers.filter((number) => !reached.some(([rule]) => rule === number))).toEqual([]);
  });
});
