/**
 * A process that appends under leases: `node writer-child <database URL> <sessions> <seconds>`. Prints a line when it is ready,
 * begins with a line on its input, and prints the number of appends and its CPU time (s).
 */
import { once } from "node:events";
import { openPostgresStore } from "../../service/src/store/sql-postgres.js";
import type { Lease } from "../../service/src/store/store.js";
import { eventDraft, sessionRecord } from "../../service/test/store/sql-records.js";

const [url = "", ...numbers] = process.argv.slice(2);
const [sessions = 0, seconds = 0] = numbers.map(Number);
const { store } = await openPostgresStore(url);
const leases: Lease[] = [];
for (let n = 0; n < sessions; n += 1) await store.createSession(sessionRecord({ runnable: true }), {});
while (leases.length < sessions) {
  const times = { now: new Date().toISOString(), expiresAt: new Date(Date.now() + 600_000).toISOString() };
  const { claimed } = await store.claimSession({ owner: `bench-${process.pid}`, ...times });
  // Another process may claim a session of this one, before its own are made.
  if (claimed !== null) leases.push(claimed.lease);
}
console.log("ready");
await once(process.stdin, "data");
let appended = 0;
const before = process.cpuUsage();
const until = performance.now() + seconds * 1_000;
await Promise.all(
  leases.map(async (lease) => {
    while (performance.now() < until) {
      await store.appendEvents(lease.sessionId, lease, [eventDraft()]);
      appended += 1;
    }
  }),
);
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ appended, cpu: (user + system) / 1e6 }));
await store.close();
process.exit(0);
