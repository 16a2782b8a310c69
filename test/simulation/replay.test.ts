import { expect, it } from "vitest";
import { drawPlan, hold, shrink } from "./support/bundled.js";
import type { Plan, PlannedStep } from "./support/plan.js";

it.each([3, 31, 112, 310, 318])("seed %i gives the same run each time, to the last event", async (seed) => {
  const plan = drawPlan(seed);
  const first = await hold(plan);
  const again = await hold(plan);
  expect(again.lines).toEqual(first.lines);
  expect(again.digest()).toBe(first.digest());
  expect(first.broken).toBeNull();
});

it("another seed gives another run", async () => {
  const [one, other] = [await hold(drawPlan(1)), await hold(drawPlan(2))];
  expect(one.digest()).not.toBe(other.digest());
});

it("a plan that breaks a rule is made smaller while it still does", async () => {
  const kinds = ["hide", "send", "wake", "kill", "stop", "show"] as const;
  const step = (kind: (typeof kinds)[number]): PlannedStep["step"] => {
    if (kind === "send") return { kind, tab: 0, script: "t1", steers: false };
    return kind === "kill" ? { kind, process: 0 } : { kind, tab: 0 };
  };
  const plan = { ...drawPlan(1), steps: kinds.map((kind) => ({ step: step(kind), pause: 0 })) };
  // In place of a flaw that shows whenever a message is sent and then stopped.
  const isBroken = async ({ steps }: Plan) => {
    const told = steps.map(({ step: { kind } }) => kind);
    return told.includes("send") && told.lastIndexOf("stop") > told.indexOf("send");
  };
  const least = await shrink(plan, isBroken);
  expect(least.steps.map(({ step: { kind } }) => kind)).toEqual(["send", "stop"]);
});
