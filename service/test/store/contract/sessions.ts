import { expect, describe, it } from "vitest";
import { eventDraft, sessionRecord, turnRecord } from "../sql-records.js";
import { requestRecord, time, type Contract } from "./fixtures.js";

/** How sessions are made and changed. */
export function sessionContract(the: Contract): void {
  const { session, write, sequences } = the;

  describe("creating a session", () => {
    it("writes the record, its turn and its first events together", async () => {
      const record = sessionRecord();
      const turn = turnRecord(record.id);
      const drafts = [eventDraft({ type: "user.message", clientEventId: "c1" }), eventDraft({ type: "turn.queued" })];
      const made = await the.store.createSession(record, { events: drafts, turns: [turn], session: { title: "T" } });
      expect(made).toMatchObject({ created: true, session: { title: "T", lastSequence: 2 } });
      expect(made.events.map(({ id, sequence }) => [id, sequence])).toEqual(drafts.map(({ id }, n) => [id, n + 1]));
      expect(await the.store.getSession(record.id)).toEqual(made.session);
      expect(await the.store.getTurn(record.id, turn.id)).toEqual(turn);
      expect(await sequences(record.id)).toEqual([1, 2]);
    });

    it("gives the first one back for a repeated key or id, untouched", async () => {
      const first = sessionRecord({ createIdempotencyKey: "k" });
      await the.store.createSession(first, { events: [eventDraft()] });
      for (const again of [sessionRecord({ createIdempotencyKey: "k" }), sessionRecord({ id: first.id })]) {
        const made = await the.store.createSession(again, { events: [eventDraft()] });
        expect(made).toMatchObject({ created: false, events: [], session: { id: first.id, lastSequence: 1 } });
      }
    });

    it("creates one session for two concurrent calls with one key", async () => {
      const records = Array.from({ length: 5 }, () => sessionRecord({ createIdempotencyKey: "k" }));
      const made = await Promise.all(
        records.map((record) => the.store.createSession(record, { events: [eventDraft()] })),
      );
      expect(made.filter((answer) => answer.created)).toHaveLength(1);
      expect(new Set(made.map((answer) => answer.session.id)).size).toBe(1);
    });

    it("takes the same key in another workspace", async () => {
      await session({}, { createIdempotencyKey: "k" });
      const other = sessionRecord({ createIdempotencyKey: "k", workspaceId: "other" });
      expect((await the.store.createSession(other, {})).created).toBe(true);
    });
  });

  describe("changing a session", () => {
    it("gives events the next sequences in order", async () => {
      const { id } = await session({ events: [eventDraft()] });
      const drafts = [eventDraft(), eventDraft(), eventDraft()];
      const { events, session: after } = await write(id, { events: drafts });
      expect(events.map((event) => [event.id, event.sequence])).toEqual(
        drafts.map(({ id: eventId }, n) => [eventId, n + 2]),
      );
      expect(after.lastSequence).toBe(4);
    });

    it("keeps the log contiguous under many writers at once", async () => {
      const { id } = await session();
      const writers = Array.from({ length: 30 }, (_, n) =>
        write(id, { events: Array.from({ length: (n % 3) + 1 }, () => eventDraft()) }),
      );
      await Promise.all(writers);
      expect(await sequences(id)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    });

    it("shows the decision the open turns by position and the pending requests, oldest first", async () => {
      const record = sessionRecord();
      const turns = [turnRecord(record.id, { position: 5 }), turnRecord(record.id, { position: -1 })];
      const over = turnRecord(record.id, { status: "completed", position: 0 });
      const requests = [2, 1].map((second) => requestRecord(record.id, { createdAt: time(second) }));
      const settled = requestRecord(record.id, { status: "answered" });
      await the.store.createSession(record, { turns: [...turns, over], requests: [...requests, settled] });
      const { result } = await the.store.changeSession(record.id, {}, (state) => ({ change: null, result: state }));
      expect(result.openTurns).toEqual(turns.toReversed());
      expect(result.pendingRequests).toEqual(requests.toReversed());
      expect(result.prior).toBeNull();
    });

    it("shows the event that carries the asked id, of this session only", async () => {
      const mine = await session({ events: [eventDraft({ clientEventId: "c" })] });
      const other = await session();
      const prior = async (id: string) =>
        (await the.store.changeSession(id, { clientEventId: "c" }, (state) => ({ change: null, result: state.prior })))
          .result;
      expect(await prior(mine.id)).toMatchObject({ sequence: 1, clientEventId: "c" });
      expect(await prior(other.id)).toBeNull();
    });

    it("writes nothing when the decision throws, and gives its error out", async () => {
      const { id } = await session({ events: [eventDraft()] });
      const fault = new Error("no");
      const changed = the.store.changeSession(id, {}, () => {
        throw fault;
      });
      await expect(changed).rejects.toBe(fault);
      expect(await sequences(id)).toEqual([1]);
    });

    it("writes nothing of a change whose clientEventId is taken", async () => {
      const { id } = await session({ events: [eventDraft({ clientEventId: "c" })] });
      await expect(write(id, { events: [eventDraft(), eventDraft({ clientEventId: "c" })] })).rejects.toThrow(/./);
      expect(await sequences(id)).toEqual([1]);
      expect((await write(id, { events: [eventDraft()] })).events[0]?.sequence).toBe(2);
    });

    it("puts turns and requests whole by their id", async () => {
      const record = await session();
      const turn = turnRecord(record.id, { metadata: { a: 1 }, modelContext: "m" });
      const request = requestRecord(record.id, { questions: [{ id: "q", kind: "text", prompt: "?" }] });
      await write(record.id, { turns: [turn], requests: [request] });
      const moved = { ...turn, status: "cancelled", metadata: {}, finishedAt: time(3), version: 2 } as const;
      const answered = {
        ...request,
        status: "skipped",
        response: { outcome: "skipped" },
        respondedBy: { id: "u" },
      } as const;
      await write(record.id, { turns: [moved], requests: [answered] });
      expect(await the.store.getTurn(record.id, turn.id)).toEqual(moved);
      expect(await the.store.getRequest(record.id, request.id)).toEqual(answered);
    });

    it("reports a missing session", async () => {
      await expect(write("nobody", {})).rejects.toMatchObject({ code: "session_missing" });
      expect(await the.store.getSession("nobody")).toBeNull();
      expect(await the.store.readEvents("nobody", { limit: 1 })).toEqual({ events: [], hasMore: false });
    });

    it.each([
      ["a NUL", "a\0b"],
      ["half a pair", "\ud83d"],
      ["an emoji", "👩‍👩‍👧"],
      ["deep", { a: [{ b: null }], n: 1e21 }],
    ])("keeps a payload with %s as JSON has it", async (_, value) => {
      const { id } = await session({ events: [eventDraft({ payload: { value, gone: undefined } })] });
      expect((await the.store.readEvents(id, { limit: 1 })).events[0]?.payload).toEqual({ value });
    });
  });
}
