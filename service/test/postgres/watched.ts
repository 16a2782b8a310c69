import type { Client } from "pg";

/** Longest wait for an event that usually takes milliseconds (ms); a busy machine is slow. */
const longestMs = 20_000;

/** The result, or an error that names the missing event, well before the test's own time limit. */
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

/** Queries the server until the condition is true: each query is a round trip, so nothing spins. */
export async function until(client: Client, question: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ yes: boolean }>(`select exists (${question}) as yes`);
    if (rows[0]?.yes === true) return;
  }
}

/** That some connection to this database waits for a lock. */
export const someoneWaits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
