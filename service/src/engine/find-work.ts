/** One look for work: turns are claimed while this process has room, and due sessions, tasks and runs are done. */
import type { Clock } from "../clock.js";
import type { Claim, NextDue } from "../store/store.js";
import { doDueWork, isDue, type DueWorkOptions } from "./due-work.js";

export interface FindWorkOptions extends DueWorkOptions {
  readonly clock: Clock;
  readonly leaseMs: number;
  /** How many turns run at once. */
  readonly turnsAtOnce: number;
  /** Names the holder of the leases that are claimed. */
  readonly owner: () => string;
  readonly runningCount: () => number;
  /** Runs the turn of a claimed session. */
  readonly take: (claimed: NonNullable<Claim["claimed"]>) => void;
}

export interface FoundWork {
  /** When to look again without a hint (clock time); null for never. */
  readonly again: number | null;
  /** The lease of another worker that ends first, unless it has ended already. */
  readonly lease: { readonly sessionId: string; readonly at: number } | null;
  /** A session waits until a turn of this process ends. */
  readonly isFull: boolean;
  /** A session may wait until any turn ends. */
  readonly isLimitReached: boolean;
}

/** @param isExpected whether a session is probably free, so that a claim is the first question. */
export async function findWork(options: FindWorkOptions, isExpected: boolean): Promise<FoundWork> {
  const { store, clock, owner, stopping, turnsAtOnce, runningCount } = options;
  const isNow = (time: string | null) => isDue(time, iso(clock.now()));
  const mayClaim = () => !stopping.aborted && runningCount() < turnsAtOnce;
  let { claimed, due } =
    isExpected && mayClaim() ? await claim(options) : { claimed: true, due: await store.nextDue(owner()) };
  if (isNow(due.session) || isNow(due.task) || isNow(due.run)) {
    await doDueWork(due, options);
    due = await store.nextDue(owner());
    claimed = true;
  }
  while (claimed && isNow(due.turn) && mayClaim()) ({ claimed, due } = await claim(options));
  const when = whenAgain(due, isNow(due.turn), runningCount() >= turnsAtOnce);
  return { ...when, isLimitReached: due.isLimitReached };
}

/** @param isNow whether a turn is due. */
function whenAgain({ session, task, run, turn, leased }: NextDue, isNow: boolean, hasNoRoom: boolean) {
  const isFull = isNow && hasNoRoom;
  const lease = leased === null || turn === null || isNow ? null : { sessionId: leased, at: Date.parse(turn) };
  const times = [session, task, run, lease !== null || isFull ? null : turn].filter((time) => time !== null);
  return { again: times.length === 0 ? null : Math.min(...times.map(Date.parse)), lease, isFull };
}

async function claim({
  store,
  clock,
  owner,
  leaseMs,
  take,
}: FindWorkOptions): Promise<{ claimed: boolean; due: NextDue }> {
  const now = clock.now();
  const times = { now: iso(now), expiresAt: iso(now + leaseMs) };
  const { claimed, due } = await store.claimSession({ owner: owner(), ...times });
  if (claimed !== null) take(claimed);
  return { claimed: claimed !== null, due };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
