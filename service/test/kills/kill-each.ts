/** Kills the first process of each life at each of its writes, or at one of them, and collects broken promises. */
import { isThorough } from "../../../test/support/runs.js";
import { lives, type Life } from "./lives.js";
import type { Kill } from "./service-process.js";

export interface Lived {
  readonly broken: readonly string[];
  readonly wasKilled: boolean;
  /** Writes of the first process since the life began. */
  readonly writes: number;
}

export type Live = (life: Life, kill: Kill) => Promise<Lived>;

/** The least share of kills that must meet a living process. */
export const enough = isThorough ? 0.8 : 1;

export const never: Kill = { at: 0, moment: "before" };

/** How many lives are lived at a time. */
export const laneCount = isThorough ? 2 : 1;

/** `npm run test:soak:kills -- delivery` takes one life alone. */
const named = process.env["TEST_THOROUGH"] ?? "";
const wanted = named in lives ? [named] : Object.keys(lives);

/**
 * The write after which each life is killed in the short form: the session exists and its run does not name it; the
 * integration is changed and the response is not sent; the machine exists and its credential was not sent.
 */
const oneWrite: Readonly<Record<string, number>> = { schedule: 13, delivery: 15, install: 5, machine: 8 };

/**
 * @param lanes each runs one life at a time.
 * @returns the broken promises, and the share of the kills that the process lived long enough to meet: the number of
 *   writes depends on how often leases are renewed.
 */
export async function killEach(lanes: readonly Live[]) {
  const broken: string[] = [];
  const counts: Record<string, { writes: number; kills: number; killed: number }> = {};
  await inLanes(lanes, wanted, async (live, name) => {
    const whole = isThorough ? await live(lives[name as keyof typeof lives], never) : null;
    broken.push(...(whole?.broken ?? []).map((promise) => `${name}, not killed: ${promise}`));
    counts[name] = { writes: whole?.writes ?? oneWrite[name] ?? 1, kills: 0, killed: 0 };
  });
  await inLanes(lanes, pointsOf(counts), async (live, [name, kill]) => {
    const lived = await live(lives[name], kill);
    const where = `${name}, ${kill.moment} write ${kill.at}`;
    broken.push(...lived.broken.map((promise) => `${where}: ${promise}`));
    counts[name]!.kills += 1;
    if (lived.wasKilled) counts[name]!.killed += 1;
  });
  console.log(counts);
  const all = Object.values(counts);
  return { broken, met: Math.min(...all.map(({ kills, killed }) => killed / kills)) };
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
