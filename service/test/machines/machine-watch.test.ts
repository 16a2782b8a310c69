import { expect, it } from "vitest";
import { createMemoryStore } from "../../src/app.js";
import { createMachineWatch, machineCheckMs } from "../../src/machines/machine-watch.js";
import { manualClock } from "../manual-clock.js";

it("checks with one timer when the last watch ends and another begins during a check", async () => {
  const clock = manualClock();
  const checked: string[][] = [];
  let during = () => undefined as void;
  const revokedMachines = async (machineIds: readonly string[]) => {
    checked.push([...machineIds]);
    during();
    during = () => undefined;
    return [];
  };
  const onError = (error: unknown) => expect.unreachable(String(error));
  const watch = createMachineWatch({ store: { ...createMemoryStore(), revokedMachines }, clock, onError });
  const end = () => expect.unreachable("No machine is revoked.");
  let cancel = watch.watch("first", end);
  during = () => {
    cancel();
    cancel = watch.watch("second", end);
  };
  await clock.advance(machineCheckMs);
  expect(clock.pending).toBe(1);
  await clock.advance(machineCheckMs);
  expect(checked).toEqual([["first"], ["second"]]);
  cancel();
  expect(clock.pending).toBe(0);
});
