import { describe, expect, it } from "vitest";
import { createTurnWriter } from "../../src/engine/turn-writer.js";
import type { EventDraft } from "../../src/store/records.js";
import { manualClock } from "../manual-clock.js";

/** A writer whose writes a test ends one by one. */
function slowWriter(bytes = 1_000) {
  const clock = manualClock();
  const written: string[] = [];
  const ends: (() => void)[] = [];
  const faults: unknown[] = [];
  const writer = createTurnWriter({
    clock,
    limits: { ms: 50, bytes },
    draft: (type, payload) => ({ type, payload }) as EventDraft,
    write(drafts) {
      written.push(drafts.map(({ type, payload }) => (payload as { text?: string } | null)?.text ?? type).join(" | "));
      return new Promise((resolve) => ends.push(resolve));
    },
    onFault: (error) => faults.push(error),
  });
  /** Ends the write under way. */
  const end = async () => {
    ends.shift()!();
    await clock.advance(0);
  };
  const text = (value: string) => void writer.delta("agent.message.delta", value);
  return { clock, writer, written, end, text };
}

describe("a turn whose store is slow", () => {
  it("merges the text that arrives during a write into the next one", async () => {
    const { clock, written, end, text } = slowWriter();
    for (const word of ["a", "b", "c", "d"]) {
      text(word);
      await clock.advance(50);
    }
    expect(written).toEqual(["a"]);
    await end();
    expect(written).toEqual(["a", "bcd"]);
    text("e");
    await end();
    expect(written).toHaveLength(2);
    await clock.advance(50);
    expect(written).toEqual(["a", "bcd", "e"]);
  });

  it("writes an event behind the text before it, and later text behind the event", async () => {
    const { clock, writer, written, end, text } = slowWriter();
    text("a");
    await clock.advance(50);
    text("b");
    await clock.advance(50);
    void writer.events([{ type: "tool", payload: null } as EventDraft]);
    text("c");
    await clock.advance(50);
    for (let n = 0; n < 3; n += 1) await end();
    expect(written).toEqual(["a", "b | ab | tool", "c"]);
    text("d");
    const rest = writer.takeRest();
    expect((await rest).map(({ payload }) => payload)).toEqual([{ text: "d" }, { text: "cd" }]);
  });

  it("still waits for the store when a delta's worth of text has gathered", async () => {
    const { clock, writer, written, end } = slowWriter(4);
    let isDone = false;
    void writer.delta("agent.message.delta", "1234").then(() => (isDone = true));
    await clock.advance(1_000);
    expect([written, isDone]).toEqual([["1234"], false]);
    await end();
    expect(isDone).toBe(true);
  });
});
