/**
 * Pages that the store's usual reads and writes touch on PostgreSQL, at growing sizes of other people's data and of a log: `node
 * sizes-child`. Prints one JSON line for each act, with its buffers at each size. Buffers do not depend on the machine's speed.
 */
import { Kysely, PostgresDialect, type CompiledQuery } from "kysely";
import { Client, Pool } from "pg";
import { openPostgresStore } from "../../service/src/store/sql-postgres.js";
import { createSqlStore } from "../../service/src/store/sql-store.js";
import type { SqlTables } from "../../service/src/store/sql-tables.js";
import type { Store } from "../../service/src/store/store.js";
import { startPostgres } from "../../service/test/postgres/postgres-server.js";
import { eventDraft } from "../../service/test/store/sql-records.js";
import { workspaceRecord } from "../../service/test/store/contract/fixtures.js";

const sizes = [
  { sessions: 100, events: 1_000 },
  { sessions: 10_000, events: 100_000 },
  { sessions: 100_000, events: 1_000_000 },
];

/** 60 sessions of the workspace `mine`, of which `s1` has the log, 40 are run and 3 wait; all others belong to 1,000 workspaces. */
const fill = ({ sessions, events }: (typeof sizes)[number]) => [
  `insert into workspaces (id, organization_id, external_source, external_id, created_at, doc)
    select id, 'o', 'app', id, '2026', json_build_object('id', id)
    from (select 'mine' as id union all select 'w' || n from generate_series(0, least(${sessions}, 1000) - 1) n) as made`,
  `insert into sessions (id, workspace_id, organization_id, root_session_id, status, created_by_kind, created_by_subject,
      message_search, created_at, updated_at, runnable, lease_owner, lease_expires_at, last_sequence, lease_fence, given, doc)
    select 's' || n, workspace, 'o', 's' || n, 'idle', 'service', 'k', 'message ' || n, lpad(n::text, 8, '0'),
      lpad(n::text, 8, '0'), n <= 43, case when n <= 40 then 'other' end, case when n <= 40 then '2999' end,
      case when n = 1 then ${events} else 0 end, 0, '{}', json_build_object('id', 's' || n, 'workspaceId', workspace)
    from (select n, case when n <= 60 then 'mine' else 'w' || n % 1000 end as workspace
      from generate_series(1, ${sessions}) n) as made`,
  `insert into events (session_id, sequence, type, turn_id, id, doc)
    select 's1', n, case when n % ${events / 10} = 0 then 'rare' else 'delta' end, 't' || n / 100, 'e' || n,
      json_build_object('id', 'e' || n, 'sequence', n)
    from generate_series(1, ${events}) n`,
  "vacuum analyze",
];

const claim = { owner: "w", now: "2026", expiresAt: "2027" };
const acts: Readonly<Record<string, (store: Store, events: number) => Promise<unknown>>> = {
  "the first page of a log": (to) => to.readEvents("s1", { limit: 100 }),
  "the newest page": (to) => to.readEvents("s1", { limit: 100, take: "newest" }),
  "a page behind the middle": (to, events) => to.readEvents("s1", { after: events / 2, limit: 100 }),
  "the newest of a rare type": (to) => to.readEvents("s1", { includeTypes: ["rare"], limit: 1, take: "newest" }),
  "a list of sessions": (to) => to.listSessions({ workspaceId: "mine", limit: 21 }),
  "a search": (to) => to.listSessions({ workspaceId: "mine", search: "nowhere", limit: 21 }),
  "ensureWorkspace, known": (to) =>
    to.ensureWorkspace(workspaceRecord({ organizationId: "o", externalSource: "app", externalId: "mine" })),
  "the pulse of 20 streams": (to) =>
    to.readWatched({ sessionIds: Array.from({ length: 20 }, (_, n) => `s${n + 1}`), keyHashes: ["a"] }),
  "the next due times": (to) => to.nextDue(),
  "a claim": (to) => to.claimSession(claim),
  "an append": async (to) => {
    const { lease } = (await to.claimSession(claim)).claimed!;
    asked = [];
    return to.appendEvents(lease.sessionId, lease, [eventDraft()]);
  },
};

interface Plan {
  readonly Plan: { readonly "Shared Hit Blocks": number; readonly "Shared Read Blocks": number };
}

let asked: CompiledQuery[] = [];

async function buffersOf(client: Client, act: () => Promise<unknown>): Promise<number> {
  asked = [];
  await act();
  let sum = 0;
  for (const { sql, parameters } of asked) {
    if (!/^\s*(?:select|update|with)\b/i.test(sql)) continue;
    await client.query("begin");
    const { rows } = await client.query<{ "QUERY PLAN": [Plan] }>(`explain (analyze, buffers, format json) ${sql}`, [
      ...parameters,
    ]);
    await client.query("rollback");
    const { Plan: plan } = rows[0]!["QUERY PLAN"][0];
    sum += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
  }
  return sum;
}

const server = await startPostgres();
const found = new Map<string, number[]>();
for (const size of sizes) {
  const admin = new Client(server.url);
  await admin.connect();
  await admin.query(`create database sized_${size.sessions}`);
  await admin.end();
  const url = new URL(server.url);
  url.pathname = `/sized_${size.sessions}`;
  await (await openPostgresStore(url.href)).store.close();
  const client = new Client(url.href);
  await client.connect();
  for (const statement of fill(size)) await client.query(statement);
  const dialect = new PostgresDialect({ pool: new Pool({ connectionString: url.href }) });
  const store = createSqlStore(
    new Kysely<SqlTables>({ dialect, log: ({ query }) => void asked.push(query as CompiledQuery) }),
  );
  for (const [name, act] of Object.entries(acts)) {
    const buffers = await buffersOf(client, () => act(store, size.events));
    found.set(name, [...(found.get(name) ?? []), buffers]);
  }
  await store.close();
  await client.end();
}
for (const [row, buffers] of found) {
  console.log(
    JSON.stringify({ row, value: Object.fromEntries(sizes.map(({ sessions }, n) => [sessions, buffers[n]])) }),
  );
}
await server.stop();
