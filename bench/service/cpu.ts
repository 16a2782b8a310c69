/** CPU time of a PostgreSQL server, from Linux's `/proc`. */
import { readdirSync, readFileSync } from "node:fs";
import type { Client } from "pg";

/** Clock ticks of `/proc` in a second, on all usual builds of Linux. */
const ticksPerSecond = 100;

interface Stat {
  readonly parent: number;
  /** User and system time of the process, and of its children that have ended (s). */
  readonly seconds: number;
}

function statOf(pid: number | string): Stat | null {
  try {
    // The name in parentheses may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number) as [number, number, number, number];
    return { parent: Number(fields[1]), seconds: (utime + stime + cutime + cstime) / ticksPerSecond };
  } catch {
    return null;
  }
}

/** CPU time that the client's server and all of its processes have used (s). NaN where there is no `/proc`. */
export async function serverCpu(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const server = statOf(rows[0]!.pid)?.parent;
  if (server === undefined) return Number.NaN;
  const all = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []));
  return all
    .filter(({ parent }) => parent === server)
    .reduce((sum, { seconds }) => sum + seconds, statOf(server)!.seconds);
}
