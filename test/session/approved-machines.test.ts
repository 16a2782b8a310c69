import { beforeEach, describe, expect, it } from "vitest";
import { createApprovedMachines, type ApprovedMachines } from "../../src/session/approved-machines.js";
import { machine } from "../../stories/machine-fixtures.js";

const { folder } = machine("m0", "laptop");
const facts = { name: "laptop", folder, abilities: ["read"] } as const;
let approved: ApprovedMachines;
const states = () => approved.store.getState().map(({ code, state }) => [code, state]);
beforeEach(() => {
  approved = createApprovedMachines();
  approved.add("A", facts, [machine("m1", "laptop")], 0);
});

describe("an approved machine", () => {
  it("is the listed machine of its name and folder that was not there before", () => {
    approved.settle([machine("m1", "laptop"), machine("m2", "server")], 1_000);
    expect(approved.store.getState()).toMatchObject([{ state: "connecting", id: null }]);
    approved.settle([machine("m1", "laptop"), machine("m3", "laptop", { state: "away", lastSeenAt: null })], 2_000);
    expect(approved.store.getState()).toMatchObject([{ state: "connecting", id: "m3" }]);
    approved.settle([machine("m1", "laptop"), machine("m3", "laptop")], 3_000);
    expect(states()).toEqual([["A", "connected"]]);
    approved.settle([machine("m3", "laptop", { state: "away" })], 700_000);
    expect(states()).toEqual([["A", "connected"]]);
  });

  it("is late after half a minute, and dropped when its code has expired", () => {
    approved.settle([machine("m1", "laptop")], 30_000);
    expect(states()).toEqual([["A", "late"]]);
    approved.settle([machine("m1", "laptop")], 600_000);
    expect(states()).toEqual([]);
  });

  it("is dropped when it is removed from the list", () => {
    approved.settle([machine("m3", "laptop", { state: "away", lastSeenAt: null })], 1_000);
    approved.settle([], 2_000);
    expect(states()).toEqual([]);
  });

  it("does not notify its readers when a list changes nothing", () => {
    let count = 0;
    approved.store.subscribe(() => (count += 1));
    approved.settle([machine("m1", "laptop")], 1_000);
    expect(count).toBe(0);
  });

  it("is none of those in the first list that is read, where the list before could not be read", () => {
    approved.add("A", facts, null, 0);
    approved.settle([machine("m1", "laptop")], 1_000);
    expect(states()).toEqual([["A", "connecting"]]);
    approved.settle([machine("m1", "laptop"), machine("m3", "laptop")], 2_000);
    expect(states()).toEqual([["A", "connected"]]);
  });

  it("replaces an earlier approval of the same code", () => {
    approved.add("B", { ...facts, name: "server" }, [], 1_000);
    approved.add("A", facts, [], 2_000);
    expect(states()).toEqual([
      ["A", "connecting"],
      ["B", "connecting"],
    ]);
  });
});
