import { describe, expect, it } from "vitest";
import type { Lease } from "../../../src/store/store.js";
import { eventDraft } from "../sql-records.js";
import { nothingDue, time, workspaceRecord, type Contract } from "./fixtures.js";

/** The writers of a session's turn, and the watchers of changes. */
export function workContract(the: Contract): void {
  const { session, claim, write, sequences } = the;

  describe("leases", () => {
    it("gives one worker a session, and another only when the time is over", async () => {
      const { id } = await session({}, { runnable: true });
      const first = await claim(0, 30);
      expect(first?.session.id).toBe(id);
      expect(await claim(29)).toBeNull();
      const second = await claim(30, 59);
      expect(second?.lease.fence).toBeGreaterThan(first?.lease.fence ?? Infinity);
    });

    it("never gives two workers the same session", async () => {
      for (let n = 0; n < 3; n += 1) await session({}, { runnable: true });
      const claims = await Promise.all(Array.from({ length: 6 }, () => claim(0)));
      const ids = claims.flatMap((entry) => entry?.session.id ?? []);
      expect(ids).toHaveLength(3);
      expect(new Set(ids).size).toBe(3);
    });

    it("gives the instructions of the workspace with the session", async () => {
      const instructions = async () => (await claim(30, 31))?.agentInstructions;
      await session({}, { id: "b", workspaceId: "unknown", runnable: true, updatedAt: time(1) });
      await the.store.ensureWorkspace(workspaceRecord({ id: "w" }));
      await session({}, { id: "a", workspaceId: "w", runnable: true, updatedAt: time(0) });
      expect(await instructions()).toBeNull();
      await the.store.updateWorkspace("w", { agentInstructions: 'Be "kind".' });
      const { claimed } = await the.store.claimSession({ owner: "w", now: time(40), expiresAt: time(99) });
      expect([claimed?.session.id, claimed?.agentInstructions]).toEqual(["a", 'Be "kind".']);
      expect(await instructions()).toBeNull();
    });

    it("gives a session whose workspace has a NUL or half a surrogate pair in its texts", async () => {
      const text = "Be \0kind\ud800.";
      await the.store.ensureWorkspace(workspaceRecord({ id: "w", name: text }));
      await the.store.updateWorkspace("w", { slug: text, agentInstructions: text });
      await session({}, { id: "a", workspaceId: "w", runnable: true, updatedAt: time(0) });
      const claimed = await claim(30);
      expect([claimed?.session.id, claimed?.agentInstructions]).toEqual(["a", text]);
    });

    it("skips sessions that are not runnable, and claims the one that waited longest", async () => {
      await session({}, { runnable: false });
      await session({}, { runnable: true, updatedAt: time(5) });
      const old = await session({}, { runnable: true, updatedAt: time(4) });
      expect((await claim(10))?.session.id).toBe(old.id);
    });

    it("refuses every write of a worker that lost its lease, before it decides", async () => {
      const { id } = await session({}, { runnable: true });
      const lost = (await claim(0, 1))?.lease as Lease;
      await claim(2);
      let hasDecided = false;
      const changed = the.store.changeSession(id, { lease: lost }, () => {
        hasDecided = true;
        return { change: { events: [eventDraft()] }, result: null };
      });
      await expect(changed).rejects.toMatchObject({ code: "lease_lost" });
      await expect(the.store.appendEvents(id, lost, [eventDraft()])).rejects.toMatchObject({ code: "lease_lost" });
      expect(await the.store.renewLease(lost, time(50))).toBe(false);
      expect(hasDecided).toBe(false);
      expect(await sequences(id)).toEqual([]);
    });

    it("lets its worker write after it expired, until another claims it", async () => {
      const { id } = await session({}, { runnable: true });
      const { lease } = (await claim(0, 1)) as { lease: Lease };
      await the.store.appendEvents(id, lease, [eventDraft(), eventDraft()]);
      await write(id, { events: [eventDraft()] }, lease);
      expect(await sequences(id)).toEqual([1, 2, 3]);
    });

    it("lets others write without a lease while a worker has it", async () => {
      const { id } = await session({}, { runnable: true });
      const { lease } = (await claim(0)) as { lease: Lease };
      await write(id, { events: [eventDraft()] });
      await the.store.appendEvents(id, lease, [eventDraft()]);
      expect(await sequences(id)).toEqual([1, 2]);
    });

    it("ends a lease with a change, for good", async () => {
      const { id } = await session({}, { runnable: true });
      const { lease } = (await claim(0)) as { lease: Lease };
      await write(id, { endLease: true });
      await expect(the.store.appendEvents(id, lease, [eventDraft()])).rejects.toMatchObject({ code: "lease_lost" });
      const next = await claim(0);
      expect(next?.lease.fence).not.toBe(lease.fence);
      await expect(the.store.appendEvents(id, lease, [eventDraft()])).rejects.toMatchObject({ code: "lease_lost" });
    });

    it("renews and releases a lease", async () => {
      await session({}, { runnable: true });
      const { lease } = (await claim(0, 10)) as { lease: Lease };
      expect(await the.store.renewLease(lease, time(40))).toBe(true);
      expect(await claim(20)).toBeNull();
      await the.store.releaseLease(lease);
      expect(await claim(20)).not.toBeNull();
    });

    it("returns the rest of the work with a claim, without the leases of its owner", async () => {
      const claimBy = (owner: string, second: number) =>
        the.store.claimSession({ owner, now: time(second), expiresAt: time(second + 30) });
      expect(await claimBy("a", 0)).toEqual({ claimed: null, due: await the.store.nextDue() });
      const first = await session({}, { runnable: true, updatedAt: time(1) });
      const second = await session({}, { runnable: true, updatedAt: time(2) });
      await session({}, { wakeAt: time(50) });
      expect(await claimBy("a", 3)).toMatchObject({
        claimed: { session: { id: first.id } },
        due: { session: time(50), turn: time(2), leased: null },
      });
      expect(await claimBy("b", 4)).toMatchObject({
        claimed: { session: { id: second.id } },
        due: { turn: time(33), leased: first.id },
      });
      expect(await claimBy("b", 5)).toMatchObject({ claimed: null, due: { turn: time(33), leased: first.id } });
      expect(await claimBy("a", 5)).toMatchObject({ claimed: null, due: { turn: time(34), leased: second.id } });
      expect(await the.store.nextDue("b")).toMatchObject({ turn: time(33), leased: first.id });
      // An expired lease of another worker is claimed, and is no longer due.
      const taken = await claimBy("b", 33);
      expect(taken).toMatchObject({ claimed: { session: { id: first.id } }, due: { turn: null, leased: null } });
    });

    it("reports due work, and the next due time", async () => {
      expect(await the.store.nextDue()).toEqual(nothingDue);
      const late = await session({}, { wakeAt: time(20) });
      const soon = await session({}, { wakeAt: time(10) });
      expect(await the.store.nextDue()).toMatchObject({ session: time(10), turn: null });
      await session({}, { runnable: true, updatedAt: time(3) });
      expect(await the.store.nextDue()).toMatchObject({ session: time(10), turn: time(3) });
      await claim(4, 5);
      expect(await the.store.nextDue()).toMatchObject({ session: time(10), turn: time(5) });
      expect(await the.store.listDueSessions(time(9), 9)).toEqual([]);
      const due = async (second: number) => (await the.store.listDueSessions(time(second), 9)).map((entry) => entry.id);
      expect(await due(10)).toEqual([soon.id]);
      expect(await due(20)).toEqual([soon.id, late.id]);
    });
  });

  describe("hints", () => {
    const hinted = (watch: (listener: () => void) => () => void) => {
      let end = (): void => undefined;
      const promise = new Promise<void>((resolve) => {
        end = watch(resolve);
      });
      return { promise, end };
    };

    it("hints at events appended to a session, by a change and under a lease", async () => {
      const { id } = await session({}, { runnable: true });
      const { lease } = (await claim(0)) as { lease: Lease };
      const writes = [
        () => write(id, { events: [eventDraft()] }),
        () => the.store.appendEvents(id, lease, [eventDraft()]),
      ];
      for (const act of writes) {
        const { promise, end } = hinted((listener) => the.store.watchSession(id, () => listener()));
        await act();
        await expect(promise).resolves.toBeUndefined();
        end();
      }
    });

    it("hints at work when a session gives a worker something to do", async () => {
      const hints = () => expect(hinted((listener) => the.store.watchWork(listener)).promise).resolves.toBeUndefined();
      const made = hints();
      const { id } = await session({}, { runnable: true });
      await made;
      await claim(4, 5);
      const woken = hints();
      await write(id, { session: { wakeAt: time(9) } });
      await woken;
      const ended = hints();
      await write(id, { endLease: true });
      await ended;
      const freed = hints();
      const lease = (await claim(6, 7))!.lease;
      await the.store.releaseLease(lease);
      await freed;
    });

    it("hints at no work when there is nothing to do, or when another worker has the lease", async () => {
      let heard = 0;
      const end = the.store.watchWork(() => (heard += 1));
      const idle = await session();
      await write(idle.id, { events: [eventDraft()], session: { title: "t" } });
      const held = await session({}, { runnable: true });
      const { lease } = (await claim(4, 5))!;
      heard = 0;
      await write(held.id, { events: [eventDraft()] });
      await write(held.id, { session: { runnable: false } });
      await the.store.releaseLease(lease);
      const last = hinted((listener) => the.store.watchSession(idle.id, () => listener()));
      await write(idle.id, { events: [eventDraft()] });
      await last.promise;
      expect(heard).toBe(0);
      end();
    });

    it("hints at no other session, and no more when ended", async () => {
      const [mine, other] = [await session(), await session()];
      let hints = 0;
      const end = the.store.watchSession(mine.id, () => (hints += 1));
      const { promise } = hinted((listener) => the.store.watchSession(other.id, () => listener()));
      await write(other.id, { events: [eventDraft()] });
      await promise;
      expect(hints).toBe(0);
      end();
      const again = hinted((listener) => the.store.watchSession(mine.id, () => listener()));
      await write(mine.id, { events: [eventDraft()] });
      await again.promise;
      expect(hints).toBe(0);
    });
  });
}
