import type { Client } from "pg";

/** A promise for the next call of a listener. */
export function nextCall<T = void>(watch: (listener: (value: T) => void) => () => void): Promise<T> {
  return new Promise((resolve) => {
    const end = watch((value) => {
      end();
      resolve(value);
    });
  });
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
