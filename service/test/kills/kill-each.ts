/** Kills the first process of each life at each of its writes, or at one of them, and collects what was broken. */
import { isThorough } from "../../../test/support/runs.js";
import { lives, type Life } from "./lives.js";
import type { Kill } from "./service-process.js";

export interface Lived {
  readonly broken: readonly string[];
  readonly wasKilled: boolean;
  /** Of the first process, since the life began. */
  readonly writes: number;
}

export type Live = (life: Life, kill: Kill) => Promise<Lived>;

export const never: Kill = { at: 0, moment: "before" };

/** How many lives are lived at a time. */
export const laneCount = isThorough ? 2 : 1;

/** The write at which each life is killed in the short form: behind the first answer, and before the last. */
const oneWrite = 6;

/** @param lanes each lives one life at a time. */
export async function killEach(lanes: readonly Live[]) {
  const broken: string[] = [];
  const counts: Record<string, { writes: number; kills: number; killed: number }> = {};
  await inLanes(lanes, Object.keys(lives), async (live, name) => {
    const whole = isThorough ? await live(lives[name as keyof typeof lives], never) : null;
    broken.push(...(whole?.broken ?? []).map((promise) => `${name}, not killed: ${promise}`));
    counts[name] = { writes: whole?.writes ?? oneWrite, kills: 0, killed: 0 };
  });
  await inLanes(lanes, pointsOf(counts), async (live, [name, kill]) => {
    const lived = await live(lives[name], kill);
    const where = `${name}, ${kill.moment} write ${kill.at}`;
    broken.push(...lived.broken.map((promise) => `${where}: ${promise}`));
    counts[name]!.kills += 1;
    if (lived.wasKilled) counts[name]!.killed += 1;
  });
  return { broken, counts };
}

function* pointsOf(counts: Readonly<Record<string, { readonly writes: number }>>) {
  for (const [name, { writes }] of Object.entries(counts)) {
    for (let at = isThorough ? 1 : writes; at <= writes; at += 1) {
      if (isThorough) yield [name, { at, moment: "before" }] as [keyof typeof lives, Kill];
      yield [name, { at, moment: "after" }] as [keyof typeof lives, Kill];
    }
  }
}

/** Gives each lane the next one as soon as it is free. */
async function inLanes<T>(lanes: readonly Live[], all: Iterable<T>, act: (live: Live, one: T) => Promise<void>) {
  const left = all[Symbol.iterator]();
  await Promise.all(
    lanes.map(async (live) => {
      for (let next = left.next(); next.done !== true; next = left.next()) await act(live, next.value);
    }),
  );
}
