import { expect, it } from "vitest";
import { databaseTime } from "../../src/store/lease-time.js";

it("measures again every 30 seconds, and at once after the clock of the process was changed", async () => {
  let [wall, up, asked] = [1_000_000, 0, 0];
  const pass = (ms: number) => void ((wall += ms), (up += ms));
  const database = () => 5_000 + 1_000_000 + up;
  const time = databaseTime({
    ask: async () => ((asked += 1), database()),
    clock: { now: () => wall },
    uptime: () => up,
  });
  expect([await time.offsetMs(), asked]).toEqual([5_000, 1]);
  pass(29_000);
  expect([await time.offsetMs(), asked]).toEqual([5_000, 1]);
  pass(2_000);
  expect([await time.offsetMs(), asked]).toEqual([5_000, 2]);
  wall += 3_600_000;
  expect([await time.offsetMs(), asked]).toEqual([5_000 - 3_600_000, 3]);
});

it("takes a difference that a slow answer explains for none", async () => {
  let up = 0;
  const time = databaseTime({
    ask: async () => ((up += 8_000), 4_000),
    clock: { now: () => up },
    uptime: () => up,
  });
  expect(await time.offsetMs()).toBe(0);
});
