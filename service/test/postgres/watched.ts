import type { Client } from "pg";

/** How long something may be awaited that comes in milliseconds when it comes (ms); a busy machine is slow. */
const longestMs = 20_000;

/** What is awaited, or words for what did not come, long before the test's own time is over. */
export function soon<T>(what: string, awaited: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`This did not come: ${what}`)), longestMs);
    awaited.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A promise for the next call of a listener. */
export function nextCall<T = void>(watch: (listener: (value: T) => void) => () => void): Promise<T> {
  const called = new Promise<T>((resolve) => {
    const end = watch((value) => {
      end();
      resolve(value);
    });
  });
  return soon("a hint", called);
}

/** Asks the server until it says so: each question is a round trip to it, so nothing spins. */
export async function until(client: Client, question: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ yes: boolean }>(`select exists (${question}) as yes`);
    if (rows[0]?.yes === true) return;
  }
}

/** That some connection to this database waits for a lock. */
export const someoneWaits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
