import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createWaking, mostAtOnce } from "../../src/tail/wake-in-turns.js";

describe("createWaking", () => {
  const readersOf = (count: number) => {
    const woken: number[] = [];
    return { woken, readers: Array.from({ length: count }, (_, n) => () => void woken.push(n)) };
  };

  it("wakes few readers at once", () => {
    const { woken, readers } = readersOf(mostAtOnce);
    createWaking().wake(readers);
    expect(woken).toHaveLength(mostAtOnce);
  });

  it("lets other work run between turns, and wakes all readers in their order", async () => {
    const { woken, readers } = readersOf(mostAtOnce * 3);
    createWaking().wake(readers);
    for (let turn = 1; turn <= 3; turn += 1) {
      expect(woken).toHaveLength(mostAtOnce * turn);
      await nextTurn();
    }
    expect(woken).toEqual(readers.map((_, n) => n));
  });

  it("wakes a reader once for the calls before its turn, and again after it", async () => {
    const { woken, readers } = readersOf(mostAtOnce + 1);
    const waking = createWaking();
    waking.wake(readers);
    waking.wake(readers.slice(-1));
    waking.wake(readers.slice(0, 1));
    await nextTurn();
    expect(woken.slice(mostAtOnce)).toEqual([mostAtOnce, 0]);
  });

  it("wakes no reader that was forgotten, and one that is woken while another wakes", async () => {
    const waking = createWaking();
    const { woken, readers } = readersOf(mostAtOnce + 2);
    waking.wake([() => waking.wake(readers.slice(0, 1)), ...readers.slice(1)]);
    waking.forget(readers.at(-1)!);
    await nextTurn();
    await nextTurn();
    expect(woken.toSorted((a, b) => a - b)).toEqual(readers.map((_, n) => n).slice(0, -1));
  });
});
