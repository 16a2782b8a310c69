import { beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../src/store/store.js";
import { auditRecord, eventDraft, sessionRecord, turnRecord } from "./sql-records.js";

/** Contract of the SQL store on any database. `makeStore` returns an empty one. */
export function sqlContract(name: string, makeStore: () => Promise<Store>): void {
  describe(`${name} keeps what SQL makes hard`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await makeStore();
    });

    const claim = async (owner: string, now = "2026-01-01T00:00:00.000Z", expiresAt = "2026-01-01T00:00:30.000Z") =>
      (await store.claimSession({ owner, now, expiresAt })).claimed;

    it.each([
      ["NUL", "a\0b"],
      ["half a surrogate pair", "a\ud800b"],
      ["quotes and backslashes", `a"\\'b%_`],
      ["2,000 characters of four bytes", "💬".repeat(2000)],
    ])("stores text with %s unchanged, and finds it", async (_, text) => {
      const session = sessionRecord({
        title: text,
        initialMessage: text,
        endUser: { source: text, id: text },
        createIdempotencyKey: text,
      });
      const draft = eventDraft({
        type: text,
        payload: { text, n: [1.5, null, "1"] },
        turnId: text,
        clientEventId: text,
      });
      const { events } = await store.createSession(session, {
        events: [draft],
        turns: [turnRecord(session.id, { id: text, prompt: text })],
      });
      const found = { ...session, lastSequence: 1 };
      const { workspaceId } = session;
      expect(await store.listSessions({ workspaceId, limit: 9, search: text })).toEqual([found]);
      expect(await store.listSessions({ workspaceId, limit: 9, endUser: { source: text, id: text } })).toEqual([found]);
      expect((await store.createSession(sessionRecord({ createIdempotencyKey: text }), {})).session).toEqual(found);
      const page = { events: [{ ...draft, sequence: 1, sessionId: session.id, workspaceId }], hasMore: false };
      expect(events).toEqual(page.events);
      expect(await store.readEvents(session.id, { limit: 9, includeTypes: [text], turnId: text })).toEqual(page);
      expect((await store.getTurn(session.id, text))?.prompt).toBe(text);
      const { result } = await store.changeSession(session.id, { clientEventId: text }, ({ prior }) => ({
        change: null,
        result: prior,
      }));
      expect(result).toEqual(page.events[0]);
    });

    it("takes a cursor of any size", async () => {
      const session = sessionRecord();
      await store.createSession(session, { events: [eventDraft()] });
      const beyond = Number.MAX_VALUE;
      expect(await store.readEvents(session.id, { after: beyond, limit: 9 })).toEqual({ events: [], hasMore: false });
      expect((await store.readEvents(session.id, { before: beyond, limit: 9 })).events).toHaveLength(1);
      expect((await store.readEvents(session.id, { after: -beyond, limit: 9 })).events).toHaveLength(1);
    });

    it("keeps one log contiguous under many writers at once", async () => {
      const sessions = [sessionRecord(), sessionRecord()];
      for (const session of sessions) await store.createSession(session, {});
      const lease = (await claim("a"))!.lease;
      await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const { id } = sessions[index % 2]!;
          if (id === lease.sessionId && index % 4 === 0)
            return store.appendEvents(id, lease, [eventDraft(), eventDraft()]);
          return store.changeSession(id, {}, ({ session }) => ({
            change: { events: [eventDraft({ payload: { seen: session.lastSequence } })] },
            result: null,
          }));
        }),
      );
      for (const session of sessions) {
        const { events } = await store.readEvents(session.id, { limit: 100 });
        expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
        expect((await store.getSession(session.id))?.lastSequence).toBe(events.length);
        for (const event of events) {
          const seen = (event.payload as { seen?: number }).seen;
          expect(seen ?? event.sequence - 1).toBe(event.sequence - 1);
        }
      }
    });

    it("erases nothing when the audit cannot take the entry", async () => {
      const session = sessionRecord();
      await store.createSession(session, {});
      // The column takes no null.
      const entry = auditRecord({ createdAt: null as never });
      await expect(store.eraseData({ kind: "session", sessionId: session.id }, entry)).rejects.toThrow("created_at");
      expect(await store.getSession(session.id)).not.toBeNull();
    });

    it("writes nothing of a change that breaks in the middle", async () => {
      const session = sessionRecord();
      await store.createSession(session, { events: [eventDraft({ clientEventId: "once" })] });
      const again = store.changeSession(session.id, {}, () => ({
        change: {
          session: { title: "new" },
          turns: [turnRecord(session.id, { id: "t" })],
          events: [eventDraft(), eventDraft({ clientEventId: "once" })],
        },
        result: null,
      }));
      await expect(again).rejects.toMatchObject({ code: "client_event_id_taken" });
      expect(await store.getSession(session.id)).toMatchObject({ title: null, lastSequence: 1 });
      expect(await store.getTurn(session.id, "t")).toBeNull();
      expect((await store.readEvents(session.id, { limit: 9 })).events).toHaveLength(1);
    });

    it("exports a log that is too long for memory, and ends with an error when its session is erased meanwhile", async () => {
      const long = sessionRecord({ id: "long", runnable: false });
      await store.createSession(long, { events: Array.from({ length: 5_001 }, () => eventDraft()) });
      const read = async (eraseAt: number) => {
        let events = 0;
        for await (const { kind } of store.readData({ kind: "everything" })) {
          if (kind !== "events") continue;
          events += 1;
          if (events === eraseAt) await store.eraseData({ kind: "session", sessionId: "long" });
        }
        return events;
      };
      expect(await read(0)).toBe(5_001);
      await expect(read(1_000)).rejects.toMatchObject({ code: "export_interrupted", retryable: true });
    });

    it("stores a session of a person whose names have the length of a column", async () => {
      // No two characters alike, so that nothing is gained by packing them.
      const long = (first: number) =>
        Array.from({ length: 600 }, (_, n) => String.fromCharCode(first + n * 7)).join("");
      const endUser = { source: long(0x4e00), id: long(0x5e03) };
      await store.createSession(sessionRecord({ id: "long", endUser }), {});
      expect(await store.listSessions({ workspaceId: "w", endUser, limit: 9 })).toMatchObject([{ id: "long" }]);
    });
  });
}
