import { describe, expect, it } from "vitest";
import type { Lease } from "../../../src/store/store.js";
import type { LogNews } from "../../../src/store/watchers.js";
import { eventDraft } from "../sql-records.js";
import { anyNumber, keyRecord, time, type Contract } from "./fixtures.js";

/** How a process learns of changes: of its own with their events, of others by one read. */
export function watchContract(the: Contract): void {
  const { session, claim, write } = the;

  describe("the events of a hint", () => {
    it("are those that were appended, behind the id of the event before them", async () => {
      const first = eventDraft();
      const { id } = await session({ events: [first] }, { runnable: true });
      const heard: (LogNews | null)[] = [];
      const end = the.store.watchSession(id, (news) => heard.push(news));
      const { lease } = (await claim(0)) as { lease: Lease };
      const { events } = await write(id, { events: [eventDraft(), eventDraft()] });
      const appended = await the.store.appendEvents(id, lease, [eventDraft({ payload: { none: undefined } })]);
      await expect.poll(() => heard).toHaveLength(2);
      expect(heard).toEqual([
        { afterId: first.id, events },
        { afterId: events[1]?.id, events: appended },
      ]);
      expect(heard[1]?.events).toEqual((await the.store.readEvents(id, { after: 3, limit: 9 })).events);
      end();
    });

    it("are missing where the session was removed", async () => {
      const { id } = await session({ events: [eventDraft()] });
      const heard = new Promise((resolve) => void the.store.watchSession(id, resolve));
      await the.store.eraseData({ kind: "session", sessionId: id });
      expect(await heard).toBeNull();
    });
  });

  describe("a read of logs and keys", () => {
    it("returns where logs end, and keys", async () => {
      const [last, odd] = [eventDraft(), "a b/ü 💬'\"\\"];
      const [full, empty, named] = [
        await session({ events: [eventDraft(), last] }),
        await session(),
        await session({ events: [eventDraft({ id: "\0" })] }, { id: odd }),
      ];
      const [key, ofWorkspace, revoked] = [
        keyRecord(),
        keyRecord({ workspaceId: "w" }),
        keyRecord({ revokedAt: time(1) }),
      ];
      for (const record of [key, ofWorkspace, revoked]) await the.store.createApiKey(record, anyNumber);
      const { logs, keys } = await the.store.readWatched({
        sessionIds: [full.id, empty.id, named.id, "none"],
        keyHashes: [key.hash, ofWorkspace.hash, revoked.hash, "none"],
      });
      expect(Object.fromEntries(logs)).toEqual({
        [full.id]: { sequence: 2, eventId: last.id },
        [empty.id]: { sequence: 0, eventId: null },
        [odd]: { sequence: 1, eventId: "\0" },
      });
      expect([...keys.keys()].toSorted()).toEqual([key.hash, ofWorkspace.hash, revoked.hash].toSorted());
      expect(keys.get(revoked.hash)).toEqual(revoked);
    });

    it("may be nothing", async () => {
      const { logs, keys } = await the.store.readWatched({ sessionIds: [], keyHashes: [] });
      expect([logs.size, keys.size]).toEqual([0, 0]);
    });
  });
}
