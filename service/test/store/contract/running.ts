import { describe, expect, it } from "vitest";
import type { Quotas } from "@service/sdk/protocol";
import type { SessionRecord } from "../../../src/store/records.js";
import type { RunningLimits } from "../../../src/store/usage.js";
import { time, workspaceRecord, type Contract } from "./fixtures.js";

const ana = { source: "app", id: "ana" };
const ben = { source: "app", id: "ben" };

export function runningContract(the: Contract): void {
  describe("turns that run at once", () => {
    const limit = (quotas: Quotas | null) => the.store.ensureWorkspace(workspaceRecord({ id: "w", quotas }));
    const waiting = (id: string, second: number, fields: Partial<SessionRecord> = {}) =>
      the.session({}, { id, runnable: true, updatedAt: time(second), ...fields });
    const claim = (running?: RunningLimits) =>
      the.store.claimSession({ owner: "w", now: time(10), expiresAt: time(40), running });
    const claimedId = async (running?: RunningLimits) => (await claim(running)).claimed?.session.id ?? null;

    it("are as many as the workspace may have; the others wait, and other workspaces do not", async () => {
      await limit({ workspace: { runningTurns: 2 } });
      for (const [at, id] of ["a", "b", "c"].entries()) await waiting(id, at);
      await waiting("elsewhere", 5, { workspaceId: "another" });
      expect([await claimedId(), await claimedId()]).toEqual(["a", "b"]);
      expect(await the.store.nextDue()).toMatchObject({ turn: time(5), isLimitReached: true });
      expect([await claimedId(), await claimedId()]).toEqual(["elsewhere", null]);
      expect(await the.store.nextDue()).toMatchObject({ turn: time(40) });
      expect(await the.store.getUsage({ workspaceId: "w", endUser: null, month: "2026-01" })).toMatchObject({
        runningTurns: 2,
      });
      await the.write("a", { session: { runnable: false }, endLease: true });
      expect(await the.store.nextDue()).toMatchObject({ turn: time(2), isLimitReached: false });
      expect(await claimedId()).toBe("c");
    });

    it("are as many as a person may have", async () => {
      await limit({ person: { runningTurns: 1 } });
      for (const [at, id] of ["a", "b"].entries()) await waiting(id, at, { endUser: ana });
      await waiting("c", 2, { endUser: ben });
      for (const [at, id] of ["d", "e"].entries()) await waiting(id, at + 3);
      expect([await claimedId(), await claimedId(), await claimedId(), await claimedId()]).toEqual([
        "a",
        "c",
        "d",
        "e",
      ]);
      expect(await claimedId()).toBeNull();
      expect(await the.store.getUsage({ workspaceId: "w", endUser: ana, month: "2026-01" })).toMatchObject({
        runningTurns: 1,
      });
    });

    it("are those of one person, also where another's label and id make the same text", async () => {
      await limit({ person: { runningTurns: 1 } });
      await waiting("a", 0, { endUser: { source: "app", id: "x y" } });
      await waiting("b", 1, { endUser: { source: "app x", id: "y" } });
      await waiting("c", 2, { endUser: { source: 'app"x', id: "y" } });
      await waiting("d", 3, { endUser: { source: "app", id: 'x"y' } });
      expect([await claimedId(), await claimedId(), await claimedId(), await claimedId()]).toEqual([
        "a",
        "b",
        "c",
        "d",
      ]);
      expect(await the.store.nextDue()).toMatchObject({ isLimitReached: true });
    });

    it("follow the given limits where the workspace has none, and its own where it has, also none at all", async () => {
      const one = { workspace: 1, person: null };
      await waiting("a", 0);
      await waiting("b", 1);
      expect([await claimedId(one), await claimedId(one)]).toEqual(["a", null]);
      expect(await the.store.nextDue(undefined, one)).toMatchObject({ turn: time(40) });
      await limit(null);
      expect(await claimedId(one)).toBeNull();
      const hint = new Promise<void>((resolve) => void the.store.watchWork(resolve));
      await the.store.updateWorkspace("w", { quotas: { workspace: { runningTurns: null } } });
      await hint;
      expect(await claimedId(one)).toBe("b");
    });

    it("include one that lost its worker, which another worker may claim", async () => {
      await limit({ workspace: { runningTurns: 1 } });
      await waiting("a", 0);
      await waiting("b", 1);
      expect(await claimedId()).toBe("a");
      const later = { owner: "v", now: time(50), expiresAt: time(59) };
      expect((await the.store.claimSession(later)).claimed?.session.id).toBe("a");
      expect((await the.store.claimSession(later)).claimed).toBeNull();
    });

    it("are never more of many claims at once", async () => {
      await limit({ workspace: { runningTurns: 3 } });
      for (let at = 0; at < 8; at += 1) await waiting(`s${at}`, at);
      let claimed = 0;
      // A worker that gives up the last place finds it free at its next look.
      for (let looks = 0; looks < 8 && claimed < 3; looks += 1) {
        const found = await Promise.all(Array.from({ length: 6 }, () => claim()));
        claimed += found.filter((each) => each.claimed !== null).length;
      }
      expect(claimed).toBe(3);
      expect(await claimedId()).toBeNull();
    });
  });
}
