/** A run's record of people's actions, outside the world itself. */
import type { World } from "./world.js";

/** A message that a person sent in a tab. */
export interface Sent {
  readonly tab: number;
  readonly key: string;
  readonly text: string;
  readonly user: string;
  state: "under-way" | "accepted" | "refused";
  /** The code of the error that refused it. */
  code?: string;
  /** Whether its page was closed, or it was discarded: it may be in the log, or not. */
  isLost: boolean;
}

/** A promise of a verb. */
export interface Promised {
  readonly what: string;
  readonly tab: number;
  isSettled: boolean;
  /** The page is gone, and what waited with it. */
  isGone: boolean;
}

export interface Records {
  readonly sent: Sent[];
  readonly promised: Promised[];
}

export interface Running extends Records {
  readonly world: World;
  /** The state at the last check. */
  checked: readonly unknown[];
}

/** Messages and requests of this tab may have no result. */
export function forgetTab({ sent, promised }: Records, tab: number): void {
  for (const each of sent) if (each.tab === tab) each.isLost = true;
  for (const each of promised) if (each.tab === tab) each.isGone = true;
}

/** A verb's promise must settle before the end. */
export function watch({ promised, world }: Running, tab: number, what: string, promise?: Promise<unknown>): void {
  if (!promise) return;
  const entry: Promised = { what, tab, isSettled: false, isGone: false };
  promised.push(entry);
  const settled = (how: string) => {
    entry.isSettled = true;
    world.trace(`tab${tab} ${what}: ${how}`);
  };
  promise.then(
    () => settled("done"),
    (error: Error) => settled(error.message),
  );
}
