import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastSequenceOf, type SessionEvent } from "@service/sdk/protocol";
import { compactEvents } from "../../src/sessions/compact-events.js";

const types = ["agent.message.delta", "agent.reasoning.delta", "sandbox.command.output.delta", "turn.started"] as const;

/** A log of neighbours, some of which belong together. */
const log = fc
  .array(
    fc.record({
      type: fc.constantFrom(...types),
      turnId: fc.constantFrom("t1", "t2"),
      text: fc.string({ unit: "grapheme", maxLength: 6 }),
      stream: fc.constantFrom("stdout", "stderr"),
      isLegacy: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((rows) =>
    rows.map(({ text, stream, isLegacy, ...row }, index) => event(index + 1, row, text, stream, isLegacy)),
  );

function event(
  sequence: number,
  row: { type: string; turnId: string },
  text: string,
  stream: string,
  isLegacy: boolean,
): SessionEvent {
  const isSandbox = row.type === "sandbox.command.output.delta";
  const payload = isSandbox ? { [isLegacy ? "output" : "chunk"]: text, stream } : { text };
  return {
    ...row,
    sequence,
    payload,
    id: `e${sequence}`,
    workspaceId: "w",
    sessionId: "s",
    occurredAt: `at ${sequence}`,
  };
}

/** The result for a reader: each piece of text under its type, turn and stream. */
function told(events: readonly SessionEvent[]): string[] {
  const pieces: string[] = [];
  let last = "";
  for (const { type, turnId, payload } of events) {
    const { text = "", chunk = "", output = "", stream = "" } = payload as Record<string, string>;
    const key = `${type} ${turnId} ${stream} ${output === "" ? "" : "legacy"}`;
    if (key === last && type.endsWith(".delta") && output === "") pieces.push((pieces.pop() ?? "") + text + chunk);
    else pieces.push(`${key}: ${text}${chunk}${output}`);
    last = key;
  }
  return pieces;
}

describe("compactEvents", () => {
  it("keeps the text, covers every sequence once, and keeps the place of the first", () => {
    const runs = 300;
    console.info(`compactEvents: ${runs} logs`);
    fc.assert(
      fc.property(log, (events) => {
        const merged = compactEvents(events);
        expect(told(merged)).toEqual(told(events));
        const covered = merged.flatMap((entry) =>
          Array.from({ length: lastSequenceOf(entry) - entry.sequence + 1 }, (_, n) => entry.sequence + n),
        );
        expect(covered).toEqual(events.map((entry) => entry.sequence));
        for (const entry of merged) {
          expect(entry).toMatchObject({ id: `e${entry.sequence}`, occurredAt: `at ${entry.sequence}` });
        }
      }),
      { numRuns: runs },
    );
  });

  it("merges nothing over a gap, and ends a run at 48 KiB", () => {
    const row = { type: "agent.message.delta", turnId: "t" };
    const apart = [event(1, row, "a", "", false), event(3, row, "b", "", false)];
    expect(compactEvents(apart)).toEqual(apart);
    const long = Array.from({ length: 100 }, (_, n) => event(n + 1, row, "ä".repeat(500), "", false));
    const sizes = compactEvents(long).map(
      (entry) => new TextEncoder().encode((entry.payload as { text: string }).text).length,
    );
    expect(sizes).toEqual([49_000, 49_000, 2_000]);
  });

  it("ignores events that are no deltas of the current shape", () => {
    const row = { type: "agent.reasoning.delta", turnId: "t" };
    const odd = [null, "text", 7, { item: {} }, { text: 1 }, { text: "merged", coalescedUntil: 9 }];
    const events = odd.map((payload, n) => ({ ...event(n + 1, row, "", "", false), payload }));
    expect(compactEvents(events)).toEqual(events);
  });
});
